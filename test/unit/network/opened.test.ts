import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createGuardState, type GuardState } from '../../../src/network/guard-state.ts'
import { armGuard } from '../../../src/network/refusal.ts'
import { makeTestAttempt } from '../../support/attempts.ts'

const KEY = Symbol.for('tracewright.guard')
/** Attempts of the worker: while one runs, an earlier test's that nobody waited for among them, nothing is closed. */
const ATTEMPTS = Symbol.for('tracewright.attempts')
const holder = globalThis as { [KEY]?: GuardState; [ATTEMPTS]?: unknown }
const before = { [KEY]: holder[KEY], [ATTEMPTS]: holder[ATTEMPTS] }
afterAll(() => {
  for (const key of [KEY, ATTEMPTS] as const) {
    delete holder[key]
    if (before[key] !== undefined) Object.assign(holder, { [key]: before[key] })
  }
})

it('connections from before a case are closed, but those to allowed hosts', async () => {
  delete holder[KEY]
  const state = createGuardState()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const open = async (host: string): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    state.opened.set(socket, { host, port: '443' })
    return socket
  }
  const strange = await open('db.example.com')
  const allowed = await open('api.example.org')
  // Now, and with nothing awaited behind it: what another test left may begin an attempt at any time.
  delete holder[ATTEMPTS]
  armGuard(['api.example.org'])
  expect([strange.destroyed, allowed.destroyed]).toEqual([true, false])
  // Such as by the `reset` of an agent's entry, which runs between the cases.
  const later = await open('db.example.com')
  delete holder[ATTEMPTS]
  const { trace } = await makeTestAttempt(async () => {}, { task_id: 'closing' })
  expect([trace.failure, later.destroyed, allowed.destroyed]).toEqual([undefined, true, false])
  allowed.destroy()
  server.close()
})
