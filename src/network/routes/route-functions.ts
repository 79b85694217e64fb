import { ToolError } from '../../schema/tool-error.ts'
import type { ToolResult } from '../../schema/tools.ts'
import { messageOf } from '../../shared/errors.ts'
import type { Route } from './route.ts'

/** What a function of a route threw, as the answer that the agent gets: status 500, and the message says whose it is. */
class RouteFunctionError extends ToolError {
  constructor(name: 'args' | 'reply' | 'error', { on }: Route, thrown: unknown) {
    super(500, `the function "${name}" of the route "${on}" threw: ${messageOf(thrown)}`)
    this.cause = thrown
  }
}

/**
 * A value that a function of a route gives.
 *
 * @throws ToolError where it throws
 */
export function fromRoute<T>(name: 'args' | 'reply' | 'error', route: Route, make: () => T): T {
  try {
    const value = make()
    if (value instanceof Promise) throw new TypeError('it gives a promise; it has to give its value at once')
    return value
  } catch (thrown) {
    throw new RouteFunctionError(name, route, thrown)
  }
}

/** What a call came to whose route failed at it; anything else that was thrown is thrown on. */
export function failedAt(error: unknown, committed: boolean): Extract<ToolResult, { ok: false }> {
  if (!(error instanceof RouteFunctionError)) throw error
  return { ok: false, status: error.status, error: error.body, committed, thrown: error.cause }
}
