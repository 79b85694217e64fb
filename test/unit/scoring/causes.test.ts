import { describe, expect, it } from 'vitest'
import type { Step, Task } from '../../../src/schema/task.ts'
import type { Call, Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { performGold } from '../../support/perform.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'
import { buildTrace } from '../../support/traces.ts'
import { chain } from './tasks.ts'

const idle: Trace = { task_id: chain.task_id, calls: [], final_answer: null, attempt: 0 }
const reasonOf = (more: Partial<Trace>) => {
  const { cause, reason, warnings } = scoreTrace(chain, { ...idle, ...more }, registry)
  return { cause, reason, warnings }
}
const [first, second] = chain.expected_trace.steps
const at = `${first?.step_id} ${first?.tool_name}`
const asked = 'requests to api.acme.example:443 were blocked'

describe('an agent that did all and failed then', () => {
  const done = performGold(chain)

  it('did not solve the task, and the failure is told as the cause', () => {
    expect(scoreTrace(chain, done, registry)).toMatchObject({ solved: true, score: 1 })
    const failed = scoreTrace(chain, { ...done, failure: 'no answer within 50 ms' }, registry)
    expect(failed).toMatchObject({
      solved: false,
      cause: 'agent-failed',
      reason: 'the agent failed before it was done: no answer within 50 ms',
    })
    expect(failed.score).toBeLessThan(1)
  })

  it('before a step, or before it answered, is told so with what it threw', () => {
    const calls = done.calls.slice(0, 1)
    const judge = (task: Task, more: Partial<Trace>) =>
      scoreTrace(task, { ...done, final_answer: null, failure: 'oh', ...more }, registry)
    expect(judge(chain, { calls })).toMatchObject({
      cause: 'agent-failed',
      reason: `${second?.step_id} ${second?.tool_name}: it was never called; the agent failed: oh`,
    })
    expect(judge(chain, { calls, failure: undefined }).cause).toBe('missing-call')
    const asking = { ...chain, expected_final_answer: { $from: 'step_2', at: '/converted_value' } }
    expect(judge(asking, {})).toMatchObject({
      cause: 'agent-failed',
      reason: 'the agent failed before it was done: oh',
    })
    const [call] = calls as [Call]
    const other = { ...call, id: 'other', tool_name: 'word_count', arguments: { text: 'a' } }
    expect(judge(chain, { calls: [...calls, other] }).cause).toBe('wrong-tool')
  })

  it('between equal steps is told so too', () => {
    const [oslo, lima] = [1, 2].map((n) =>
      step(n, 'get_weather', { city: ['Oslo', 'Lima'][n - 1] as string }),
    )
    const task = buildTask('Oslo and Lima?', [oslo as Step, lima as Step])
    const both = performGold(task)
    const trace = { ...both, calls: both.calls.slice(0, 1), failure: 'oh' }
    expect(scoreTrace(task, trace, registry)).toMatchObject({
      cause: 'agent-failed',
      reason: 'step_2 get_weather: it was called fewer times than expected; the agent failed: oh',
    })
  })
})

describe('an agent that called no tool', () => {
  it('and nothing else', () => {
    expect(reasonOf({})).toEqual({
      cause: 'gave-up',
      reason: `${at}: the agent called no tool`,
      warnings: [],
    })
  })

  it('but an API of its own', () => {
    expect(reasonOf({ refused: ['api.acme.example:443'] })).toEqual({
      cause: 'gave-up',
      reason: `${at}: ${asked}`,
      warnings: ['a request to api.acme.example:443 was refused'],
    })
  })

  it.each([
    ['but an API of its own, and failed by it', { refused: ['api.acme.example:443'] }, `${asked}; `],
    ['and failed', {}, ''],
  ])('%s', (_, trace, before) => {
    const reason = `${before}the agent failed: no key`
    expect(reasonOf({ ...trace, failure: 'no key' })).toMatchObject({ cause: 'agent-failed', reason })
    const frames = [
      'next (node:internal/x:1:2)',
      'ask (node_modules/x/y.js:3:4)',
      'async desk (src/desk.ts:6:9)',
    ]
    const exceptions = [{ name: 'Error', message: 'no key', frames }]
    expect(reasonOf({ ...trace, failure: 'no key', exceptions }).reason).toBe(`${reason} (src/desk.ts:6:9)`)
    const foreign = [{ name: 'Error', message: 'no key', frames: frames.slice(0, 2) }]
    expect(reasonOf({ ...trace, failure: 'no key', exceptions: foreign }).reason).toBe(reason)
  })

  it('in time', () => {
    expect(reasonOf({ late: ['get_weather'] })).toEqual({
      cause: 'gave-up',
      reason: `${at}: the agent called get_weather after the attempt was over`,
      warnings: ['get_weather was called after the attempt was over; the call was refused'],
    })
  })
})

it('an agent that called an API of its own in place of a tool', async () => {
  const gold = await performGold(chain)
  const calls = gold.calls.filter(({ tool_name }) => tool_name === first?.tool_name)
  const { reason } = scoreTrace(chain, { ...gold, calls, refused: ['api.acme.example:443'] }, registry)
  expect(reason).toBe(`${second?.step_id} ${second?.tool_name}: it was never called; ${asked}`)
})

it('a call that is missing comes before a step that lacks proof because of it', () => {
  const mail = { to: 'ann@example.com', subject: 'Identifier', body: buildFrom(1, '/uuid') }
  const task = buildTask('Mail a new identifier to ann@example.com under the title Identifier.', [
    step(1, 'generate_uuid', {}),
    step(2, 'send_email', mail, ['step_1']),
  ])
  const result = { uuid: 'f6ff8d4e-65e1-4a49-a2b1-6b7c4ce2e1a5' }
  const trace = buildTrace([{ tool_name: 'generate_uuid', arguments: {}, result, committed: false }])
  const { cause, reason, steps } = scoreTrace(task, trace, registry)
  expect(steps[0]?.credit).toBe(0)
  expect({ cause, reason }).toEqual({
    cause: 'missing-call',
    reason: 'step_2 send_email: it was never called',
  })
})

describe('an answer line with another number', () => {
  const asking = {
    ...chain,
    prompt: `${chain.prompt} End your reply with one line: ANSWER: <converted value>`,
    expected_final_answer: { $from: 'step_2', at: '/converted_value' },
  }
  const done = performGold(asking)
  const right = Number((done.calls[1]?.result as { converted_value: number } | undefined)?.converted_value)
  const said = (answer: string) =>
    scoreTrace(asking, { ...done, final_answer: `ANSWER: ${answer}` }, registry).reason

  it('is shown as a number, with a word on rounding where it may be that', () => {
    expect(Number.isInteger(right)).toBe(false)
    const wanted = `expected step_2's converted_value ${right}`
    const rounded = Math.round(right)
    expect(said(String(rounded))).toBe(
      `final answer: it is ${rounded} (it may be rounded, which the task does not ask for), ${wanted}`,
    )
    expect(said(String(rounded + 40))).toBe(`final answer: it is ${rounded + 40}, ${wanted}`)
    expect(said('warm')).toBe(`final answer: it is "warm", ${wanted}`)
  })
})

it.each([
  [[200, 400], 'a call'],
  [[400, 400], 'every call'],
])('of a step without a call, where its tool answered %j, %s failed', (answers, which) => {
  const read = (n: number) => step(n, 'get_weather', { city: `City ${n}` })
  const calls = answers.map((status, i) => ({
    tool_name: 'get_weather',
    arguments: { city: `City ${i + 1}` },
    ...(status === 200
      ? { status, result: { city: 'City 1', temperature_celsius: 21.5 } }
      : { status, error: { code: 'invalid_arguments', message: 'no such city' } }),
  }))
  const { reason } = scoreTrace(
    buildTask('City 1 and City 2?', [read(1), read(2)]),
    buildTrace(calls),
    registry,
  )
  expect(reason).toContain(`get_weather: ${which} of it failed (400: no such city)`)
})
