import { describe, expect, it } from 'vitest'
import type { Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/simulators/registry.ts'
import { performGold } from '../../support/perform.ts'
import { chain } from './tasks.ts'

const idle: Trace = { task_id: chain.task_id, calls: [], final_answer: null, attempt: 0 }
const reasonOf = (more: Partial<Trace>) => {
  const { cause, reason, warnings } = scoreTrace(chain, { ...idle, ...more }, registry)
  return { cause, reason, warnings }
}
const [first, second] = chain.expected_trace.steps
const at = `${first?.step_id} ${first?.tool_name}`
const asked =
  'the agent asked api.acme.example:443, which nothing answers here: let it call the tools it is handed, give the address a route, mock it, or allow the host'

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

  it('but an API of its own, and failed by it', () => {
    expect(reasonOf({ refused: ['api.acme.example:443'], failure: 'fetch failed' }).reason).toBe(
      `${at}: ${asked}; the agent failed: fetch failed`,
    )
  })

  it('and failed', () => {
    expect(reasonOf({ failure: 'no key' }).reason).toBe(`${at}: the agent failed: no key`)
  })

  it('in time', () => {
    expect(reasonOf({ late: ['get_weather'] })).toEqual({
      cause: 'gave-up',
      reason: `${at}: the attempt was over before the agent called get_weather`,
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
