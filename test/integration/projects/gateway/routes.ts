import { route } from 'tracewright'

const here = process.env.HERE?.split(' ') ?? []

export default ['http://api.acme.example', 'https://api.acme.example', ...here].map((origin) =>
  route(`POST ${origin}/v1/weather/:city`, {
    tool: 'get_weather',
    args: ({ params: { city = '' } }) => ({ city }),
    reply: ({ temperature_celsius }, { body, headers }) => ({
      temperature_celsius,
      body,
      header: headers.get('x-asked'),
    }),
  }),
)
