import type { ServeLimits } from '../../../serve/limits.ts'

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
