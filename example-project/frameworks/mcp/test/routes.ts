import { route } from 'tracewright'

export default [
  route('GET https://api.acme.example/v1/weather/:city', { tool: 'get_weather' }),
  route('GET https://api.acme.example/v1/convert', { tool: 'unit_convert' }),
  route('POST https://api.acme.example/v1/mails', { tool: 'send_email' }),
]
