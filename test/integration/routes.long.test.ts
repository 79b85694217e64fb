import { expect, it } from 'vitest'
import { createProject } from '../support/run-vitest.ts'

/** An agent with a client of its own, that never heard of tracewright. */
const AGENT = `
  const api = 'https://api.acme.example'
  export default {
    name: 'unmodified',
    async run({ prompt }) {
      const [, city] = /weather in (\\w+)/.exec(prompt) ?? []
      const now = await (await fetch(\`\${api}/v1/weather/\${city}\`)).json()
      if (process.env.REAL) await fetch(\`\${api}/v2/conversions?from=c\`, { method: 'POST' })
      const figure = process.env.INVENT ? 17.3 : now.current?.temp_c
      await fetch(\`\${api}/v1/mails\`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ recipient: 'ann@example.com', subject: 'Weather', text: \`temperature: \${figure}\` }),
      })
      return {}
    },
  }`
const ROUTES = `
  import { route } from 'tracewright'
  const api = 'https://api.acme.example'
  export default [
    route(\`GET \${api}/v1/weather/:city\`, {
      tool: 'get_weather',
      reply: (output) => ({ current: { temp_c: output.temperature_celsius } }),
    }),
    route(\`POST \${api}/v1/mails\`, {
      tool: 'send_email',
      args: ({ body }) => ({ to: body.recipient, subject: body.subject, body: body.text }),
    }),
  ]`
const line = (city: string): string =>
  JSON.stringify({
    task_id: `mail_${city}`,
    level: 'L1_chain',
    prompt: `Look up the weather in ${city} and mail the temperature to ann@example.com, subject Weather.`,
    available_tools: ['get_weather', 'send_email'],
    expected_trace: {
      steps: [
        { step_id: 'step_1', tool_name: 'get_weather', arguments: { city } },
        {
          step_id: 'step_2',
          tool_name: 'send_email',
          arguments: {
            to: 'ann@example.com',
            subject: 'Weather',
            body: { $text: ['temperature: ', { $from: 'step_1', at: '/temperature_celsius' }] },
          },
          depends_on: ['step_1'],
        },
      ],
    },
    world: { seed: 7 },
  }).replaceAll('@', '\\u0040')
const CONFIG = `
  import { tracewright } from 'tracewright/plugin'
  import { defineConfig } from 'vitest/config'
  export default defineConfig({
    plugins: [tracewright({ agent: './agent.ts', routes: ['./routes.ts'], mode: 'strict' })],
  })`
it('an agent that calls its own API is tested as it is', { timeout: 200_000 }, async () => {
  const { vitest, run, traces } = createProject('basic', {
    'agent.ts': AGENT,
    'routes.ts': ROUTES,
    'vitest.config.ts': CONFIG,
    'tasks.suite.jsonl': ['Oslo', 'Rome', 'Lima'].map(line).join('\n'),
  })
  const green = await vitest()
  expect(green.exitCode, green.stdout + green.stderr).toBe(0)
  expect(run()).toMatchObject({ verdict: 'passed', counts: { tasks: 3, scored: 3 } })
  expect(traces()[0]).toMatchObject({ calls: [{ tool_name: 'get_weather' }, { tool_name: 'send_email' }] })

  const invented = await vitest(['run'], { INVENT: '1' })
  expect(invented.exitCode, invented.stdout).toBe(1)
  expect(invented.stdout).toMatch(/17\.3/)

  const real = await vitest(['run'], { REAL: '1' })
  expect(real.stdout + real.stderr).toContain(
    "POST https://api.acme.example/v2/conversions was blocked in 3 attempts. If it is your model or a test service, set allow: ['api.acme.example'] in tracewright().",
  )
})
