import type { ServeLimits } from '../../../serve/limits.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { loadProblem } from '../../load-module.ts'

/** Settles at the first SIGINT or SIGTERM; a second one ends the process at once, as it does by default. */
export function waitUntilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

/** Loads a part that needs the MCP SDK, which not every user has. */
export async function loadMcp<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new TracewrightError(
      `Failed to serve by MCP: ${loadProblem(error)}. It needs @modelcontextprotocol/sdk; install that.`,
      { cause: error },
    )
  }
}

/** What the command was given. */
export interface ServeOptions {
  limit: ServeLimits
  http?: number
  mcp?: boolean
  suite?: string
  task?: string
  attempt: number
  seed?: number
  out?: string
  host: string
  tokenFile?: string
  allowHost: string[]
  redact: (string | RegExp)[]
  json?: boolean
}
