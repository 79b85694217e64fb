import { expect, vi } from 'vitest'
import { test } from '../../../fixtures/index.ts'
import '../../../matchers/index.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { agentOf, DESK, INVALID, RESERVE, RESERVED, submission } from '../synthetic/environment/glaze-desk.ts'
import { wholeFailureOf as failureOf } from './traces.ts'

// Without the plugin nothing guards the sockets.
vi.mock(import('../../../fixtures/settings.ts'), async (original) =>
  (await import('../../support/open-network.ts')).openNetwork(original),
)

const right = submission(...RESERVED)
const wrong = submission(['Reserve_Glaze', { glaze_id: 'GLZ-002', kg: 3 }])

const submitting = (submissions: JsonObject[], message = 'Done.') =>
  agentOf(async (call) => {
    for (const one of submissions) await call('submit_attempt', one)
    return message
  })

test('a task solved at the first attempt passes', async ({ environment }) => {
  const run = await environment(submitting([right]), { toolkit: DESK, task: RESERVE })
  expect(run).toSolveEnvironment()
  expect(run.result).toSolveEnvironment()
  expect(failureOf(() => expect(run).not.toSolveEnvironment())).toContain(
    'Expected reserve not to be solved, but it was, at attempt 1.',
  )
})

test('a task solved at the second attempt passes where that is enough', async ({ environment }) => {
  const run = await environment(submitting([wrong, right]), { toolkit: DESK, task: RESERVE })
  expect(run).not.toSolveEnvironment()
  expect(run).toSolveEnvironment({ by: 2 })
  const events = run.transcript.map(({ event }) => event).join(' ')
  expect(events).toBe('attempt verdict attempt verdict message')
  const message = failureOf(() => expect(run).toSolveEnvironment())
  expect(message).toContain('it was solved at attempt 2, expected by attempt 1')
  expect(message).toContain('wrong-argument: step_1 Reserve_Glaze: kg 3 is not 2')
  expect(message).toContain('missing-call: step_2 Confirm_Reservation')
})

test('a task that cannot be done passes by saying so', async ({ environment }) => {
  const settings = { toolkit: DESK, task: INVALID }
  expect(await environment(submitting([], 'INFEASIBLE: no kiln.'), settings)).toSolveEnvironment()
  const silent = await environment(submitting([]), settings)
  expect(failureOf(() => expect(silent).toSolveEnvironment())).toContain(
    'the last message has no INFEASIBLE:',
  )
  const hasty = await environment(submitting([wrong], 'INFEASIBLE: no kiln.'), settings)
  expect(failureOf(() => expect(hasty).toSolveEnvironment())).toContain('an attempt changed the world')
})

test('the calls are limited over the wire, too', async ({ environment }) => {
  const agent = agentOf(async (call) => {
    for (let i = 0; i < 5; i++) await call('Find_Glaze', { colour: 'celadon' }).catch(() => undefined)
    return 'Done.'
  })
  const { result } = await environment(agent, { toolkit: DESK, task: RESERVE, maxTurns: 3 })
  expect(result).toMatchObject({ solved_at: null, failure: 'more than 3 calls' })
})

test('anything else is an error', () => {
  for (const received of [undefined, {}, { result: {} }, []])
    expect(() => expect(received).toSolveEnvironment()).toThrow(/the value is not a run of an environment/)
})
