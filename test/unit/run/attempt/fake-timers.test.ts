import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { intercept } from '../../../../src/network/server.ts'
import { runAttempt } from '../../../../src/run/attempt/run-attempt.ts'
import { readSharedClock } from '../../../../src/run/watchdog/slot.ts'
import type { AgentRequest } from '../../../../src/schema/agent.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'

beforeAll(() => intercept())
afterEach(() => void vi.useRealTimers())

const task = { task_id: 'T1', prompt: 'How warm is Lima?', available_tools: ['get_weather'] }
const attemptWith = (run: (request: AgentRequest) => Promise<string>, wire: 'http' | 'direct') =>
  runAttempt({ name: 'faking', run }, task, { registry, timeout: 200, wire })

it.each(['http', 'direct'] as const)(
  'an agent that leaves fake timers on is out of time all the same: %s',
  { timeout: 5_000 },
  async (wire) => {
    const { trace } = await attemptWith(async ({ tools }) => {
      vi.useFakeTimers()
      await tools[0]?.invoke({ city: 'Lima' })
      return new Promise(() => {})
    }, wire)
    expect(trace.failure).toBe('no answer within 200 ms (`timeout`)')
    expect(trace.calls).toHaveLength(1)
    expect(trace.duration_ms).toBeGreaterThan(150)
  },
)

it('one that answers is waited for and timed', { timeout: 5_000 }, async () => {
  const { trace } = await attemptWith(async ({ tools }) => {
    vi.useFakeTimers()
    void tools[0]?.invoke({ city: 'Lima' })
    return 'warm'
  }, 'http')
  expect(trace).toMatchObject({ final_answer: 'warm', calls: [{ status: 200 }] })
  expect(trace.duration_ms).toBeGreaterThan(0)
})

it('the clock that a worker shares with its watchdog goes on', async () => {
  const before = readSharedClock()
  vi.useFakeTimers()
  expect(readSharedClock()).toBeGreaterThanOrEqual(before)
})
