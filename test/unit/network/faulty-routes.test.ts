import { afterEach, beforeEach, expect, it } from 'vitest'
import { route } from '../../../src/network/routes/route.ts'
import { serveRoutes } from '../../../src/network/routes/table.ts'
import { checkInterception, intercept } from '../../../src/network/server.ts'
import { runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import type { Fault } from '../../../src/schema/fault.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'

beforeEach(async () => {
  serveRoutes([route('GET https://api.example.com/weather/:city', { tool: 'get_weather' })])
  intercept()
  await checkInterception()
})
afterEach(() => serveRoutes([]))

/** What the agent's own client sees, and what the trace says. */
async function seen(fault: Fault) {
  let said = ''
  const own = {
    name: 'own',
    async run() {
      try {
        const response = await fetch('https://api.example.com/weather/Lima')
        said = `${response.status} ${response.headers.get('retry-after') ?? ''}`
        await response.json()
        said += ' json'
      } catch (error) {
        said += ` ${(error as Error).name}`
      }
      return 'Done.'
    },
  }
  const task = { task_id: 't', prompt: 'Work.', available_tools: ['get_weather'] }
  const { trace } = await runAttempt(own, task, { registry, faults: [{ fault, after: 2, retry_after: 7 }] })
  return [said.trim(), trace.calls.map((call) => [call.status, call.fault?.fault])]
}

it.each<[Fault, string, number]>([
  ['reset', 'TypeError', 0],
  ['timeout', 'TypeError', 0],
  ['rate-limit', '429 7 json', 429],
  ['server-error', '500  json', 500],
  ['forbidden', '403  json', 403],
  ['truncated-json', '200  SyntaxError', 0],
  ['empty-body', '200  SyntaxError', 0],
  ['off-by-ten', '200  json', 200],
])('an own client sees %s as %s', async (fault, said, status) => {
  expect(await seen(fault)).toEqual([said, [[status, fault]]])
})
