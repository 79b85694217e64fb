import { expect, it } from 'vitest'
import { taskSchema } from '../../../src/schema/task.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { buildTask, step } from '../../support/task.ts'
import { buildTrace } from '../../support/traces.ts'

const MAIL = { to: 'ann@example.com', subject: 'Lunch on Friday', body: 'At noon?' }
const task = (more: object) =>
  taskSchema().parse(
    buildTask('Send a mail.', [step(1, 'send_email', MAIL)], {
      available_tools: ['send_email', 'get_weather', 'web_search'],
      ...more,
    }),
  )
const trace = buildTrace([
  { tool_name: 'get_weather', arguments: { city: 'Oslo' }, result: {}, committed: false },
  { tool_name: 'send_email', arguments: MAIL, result: {}, committed: true },
])
const { calls } = trace
const scored = (more: object, given: Trace = trace) => scoreTrace(task(more), given, registry)

it('a task without limits, or within them, is solved', () => {
  const usage = { input_tokens: 60, output_tokens: 40, model_calls: 1 }
  expect(scored({})).toMatchObject({ solved: true, score: 1 })
  const within = { calls: 2, tokens: 100, ms: 900 }
  expect(scored({ within, never: ['web_search'] }, { ...trace, usage, duration_ms: 900 })).toMatchObject({
    solved: true,
    score: 1,
  })
})

it.each<[string, object, object, string, string]>([
  [
    'a forbidden tool',
    { never: ['get_weather'] },
    {},
    'forbidden-call',
    'the forbidden tool get_weather was called',
  ],
  ['more calls', { within: { calls: 1 } }, {}, 'over-budget', '2 calls, at most 1 are allowed'],
  ['more time', { within: { ms: 10 } }, { duration_ms: 11 }, 'over-budget', '11 ms, at most 10 are allowed'],
  ['unknown tokens', { within: { tokens: 10 } }, {}, 'over-budget', 'how many tokens it took is unknown'],
  [
    'tokens that nobody counted',
    { within: { tokens: 10 } },
    { usage: { input_tokens: 0, output_tokens: 0, model_calls: 0 } },
    'over-budget',
    'how many tokens it took is unknown',
  ],
])('%s fails the task and costs score', (_, limits, more, cause, reason) => {
  const score = scored(limits, { ...trace, ...more })
  expect(score).toMatchObject({ solved: false, score: 0.5, cause })
  expect(score.reason).toContain(reason)
})

it('a refused call of a forbidden tool counts too', () => {
  const [first, second] = calls
  if (first === undefined || second === undefined) throw new Error('no calls')
  const { result: _, ...made } = first
  const refused = { ...made, status: 403, error: { code: 'x', message: 'x' } }
  expect(scored({ never: ['get_weather'] }, { ...trace, calls: [refused, second] }).solved).toBe(false)
})
