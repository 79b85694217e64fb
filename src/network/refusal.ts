import { TracewrightError } from '../shared/errors.ts'
import { type AllowedHosts, isAllowed } from './allowed-hosts.ts'
import { type AttemptContext, currentAttempt, runningAttempts } from './context.ts'
import { gatewayPort } from './gateway/listen.ts'
import { guardState } from './guard-state.ts'
import { mayAnswer } from './server.ts'

/** What becomes of processes and threads that a case starts. */
export type Children = 'guard' | 'refuse'

/** The attempt that the current code runs for, or all that run where that is not known. */
function concerned(): readonly AttemptContext[] {
  const attempt = currentAttempt()
  return attempt === undefined ? runningAttempts() : [attempt]
}

/** Takes note of what was refused to the attempts, and gives their names. */
function note(what: string, attempts: readonly AttemptContext[]): string {
  for (const { refused } of attempts) if (!refused.includes(what)) refused.push(what)
  return attempts.map(({ name }) => name).join(', ')
}

/** Closes connections to other machines that are still open from before the case: what goes over them is not seen. */
function closeOpened(opened: Map<{ destroy(): unknown }, string>, allowed: AllowedHosts): void {
  for (const [socket, host] of opened) if (!isAllowed(host, allowed)) socket.destroy()
}

/**
 * Arms the socket guard for the rest of the worker's life: while any attempt runs, connections that leave the
 * machine go to the gateway or are refused by name. Throws where the guard was not preloaded, because then nothing could
 * be promised.
 */
export function armGuard(allowed: AllowedHosts, children: Children = 'guard'): void {
  const state = guardState()
  if (state === undefined) {
    throw new TracewrightError(
      'Failed to close the network: the socket guard is not loaded in this test worker. ' +
        'Add tracewright() to the plugins of the Vitest config and keep the "--import" that it puts into test.execArgv, or set `network: "open"` in its options.',
    )
  }
  if (runningAttempts().length === 0) closeOpened(state.opened, allowed)
  const way = () => ({ port: gatewayPort(), token: currentAttempt()?.address.token ?? '-' })
  state.refuse = (host, port) => {
    if (runningAttempts().length === 0 || isAllowed(host, allowed)) return undefined
    const attempts = concerned()
    const address = port === '' ? host : `${host}:${port}`
    return () =>
      new TracewrightError(
        `Failed to connect to ${address}: tracewright lets no request leave the machine while "${note(address, attempts)}" runs. ` +
          `Route it to a simulator, or add "${host}" to the plugin's option \`allow\`.`,
      )
  }
  state.gateway = (host) => (gatewayPort() !== 0 && mayAnswer(host) ? way() : undefined)
  state.heritage = (what) => {
    if (runningAttempts().length === 0) return undefined
    if (children === 'guard') return { ...way(), allow: allowed }
    throw new TracewrightError(
      `Failed to start ${what}: the plugin's option \`children\` lets "${note(`start of ${what}`, concerned())}" start no process and no thread. ` +
        "Set it to 'guard' to have them started, with their connections guarded.",
    )
  }
}
