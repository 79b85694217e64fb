/** What the model is told of the API. */
const define = (name: string, description: string, ...parameters: string[]) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(parameters.map((parameter) => [parameter, {}])),
      required: parameters,
    },
  },
})

export const tools = [
  define('weather', 'The weather in a city, in celsius.', 'city'),
  define('convert', 'A value in another unit.', 'value', 'from_unit', 'to_unit'),
  define('send_mail', 'Sends a mail.', 'recipient', 'subject', 'text'),
]
