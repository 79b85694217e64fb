import { afterAll, describe, expect, it } from 'vitest'
import { isAllowed } from '../../../src/network/allowed-hosts.ts'
import { listRunningAttempts } from '../../../src/network/context.ts'
import { createGuardState, type GuardState } from '../../../src/network/guard-state.ts'
import { armGuard } from '../../../src/network/refusal.ts'
import { makeTestAttempt } from '../../support/attempts.ts'
import hosts from './hosts.json' with { type: 'json' }

describe('isAllowed', () => {
  it.each(hosts.allowed as [string, string[], boolean][])('%s against %j: %s', (host, allowed, expected) => {
    expect(isAllowed(host, allowed)).toBe(expected)
  })
})

describe('the armed guard', () => {
  const KEY = Symbol.for('tracewright.guard')
  const ATTEMPTS = Symbol.for('tracewright.attempts')
  const holder = globalThis as { [KEY]?: GuardState; [ATTEMPTS]?: unknown }
  const before = holder[KEY]
  afterAll(() => {
    if (before === undefined) delete holder[KEY]
    else holder[KEY] = before
  })

  it('refuses while an attempt runs, by name, and takes note of it once; it lets allowed hosts pass', async () => {
    delete holder[KEY]
    const state = createGuardState()
    armGuard(['*.example.com'])
    const messages: string[] = []
    const { trace } = await makeTestAttempt(
      async () => {
        for (let i = 0; i < 2; i++)
          messages.push(state.refuse?.('evilexample.com', '443')?.().message ?? 'passed')
        messages.push(state.refuse?.('api.example.com', '443') === undefined ? 'passed' : 'refused')
      },
      { task_id: 'asking' },
    )
    const refusal =
      'Blocked request to evilexample.com:443: the network is closed while "asking" runs. ' +
      "If it is your model's API, add its host to the plugin's option `allow`. If a tool calls it, let a simulator answer: " +
      'node_modules/tracewright/docs/guides/troubleshooting.md#a-request-is-blocked'
    expect(messages).toEqual([refusal, refusal, 'passed'])
    expect(trace.refused).toEqual(['evilexample.com:443'])
    expect(listRunningAttempts().map(({ name }) => name)).not.toContain('asking')
    // What another test left behind may begin an attempt at any time: here none is begun.
    delete holder[ATTEMPTS]
    expect(state.refuse?.('evilexample.com', '443'), 'after the attempt').toBeUndefined()
  })
})
