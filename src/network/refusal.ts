import { TracewrightError } from '../shared/errors.ts'
import { type AllowedHosts, isAllowed } from './allowed-hosts.ts'
import { currentAttempt, runningAttempts } from './context.ts'
import { guardState } from './guard-state.ts'

/**
 * Arms the socket guard for the rest of the worker's life: while any attempt runs, connections that leave the
 * machine are refused by name. Throws where the guard was not preloaded, because then nothing could be promised.
 */
export function armGuard(allowed: AllowedHosts): void {
  const state = guardState()
  if (state === undefined) {
    throw new TracewrightError(
      'Failed to close the network: the socket guard is not loaded in this test worker. ' +
        'Add tracewright() to the plugins of the Vitest config and keep the "--import" that it puts into test.execArgv, or set `network: "open"` in its options.',
    )
  }
  state.refuse = (host, port) => {
    if (runningAttempts().length === 0 || isAllowed(host, allowed)) return undefined
    const attempt = currentAttempt()
    const address = port === '' ? host : `${host}:${port}`
    return () => {
      const running = attempt === undefined ? runningAttempts() : [attempt]
      for (const { refused } of running) if (!refused.includes(address)) refused.push(address)
      return new TracewrightError(
        `Failed to connect to ${address}: tracewright lets no request leave the machine while "${running.map(({ name }) => name).join(', ')}" runs. ` +
          `Route it to a simulator, or add "${host}" to the plugin's option \`allow\`.`,
      )
    }
  }
}
