import { route } from 'tracewright'

export default ['http', 'https'].map((scheme) =>
  route(`POST ${scheme}://api.acme.example/v1/weather/:city`, {
    tool: 'get_weather',
    reply: ({ temperature_celsius }, { body, headers }) => ({
      temperature_celsius,
      body,
      header: headers.get('x-asked'),
    }),
  }),
)
