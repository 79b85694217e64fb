import type { Agent, AgentTool, JsonObject } from 'tracewright'

/** Plan and world are those of the environment, so that one of them can change between two runs. */
export const seed = Number(process.env.SEED ?? 7)
const isChanged = process.env.PLAN === 'changed'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Reads the weather of two cities at once, in an order of its own, and sends one of them. */
export const reporter = (city: string, delay = 0): Agent => ({
  name: 'reporter',
  async run({ tools }) {
    const call = (name: string, args: JsonObject, turn: number): Promise<JsonObject> =>
      (tools.find((tool) => tool.name === name) as AgentTool).invoke(args, { turn }) as Promise<JsonObject>
    await pause(delay)
    const cities = Math.random() < 0.5 ? [city, 'Lima'] : ['Lima', city]
    const read = await Promise.all(cities.map((name) => call('get_weather', { city: name }, 0)))
    const weather = read[cities.indexOf(city)] as JsonObject
    await pause(delay)
    const value = weather.temperature_celsius as number
    const converted = isChanged
      ? { converted_value: value }
      : await call('unit_convert', { value, from_unit: 'celsius', to_unit: 'fahrenheit' }, 1)
    const body = `In ${city} it is ${converted.converted_value} degrees right now.`
    await call('send_email', { to: 'ana@example.com', subject: city, body }, 2)
    return body
  },
})

export const question = (city: string) => ({
  task_id: `report_${city}`,
  prompt: `Send the temperature of ${city} to ana@example.com.`,
  available_tools: ['get_weather', 'unit_convert', 'send_email'],
  world: { seed },
})
