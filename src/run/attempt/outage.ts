import { isDataFault } from '../../schema/fault.ts'
import type { Trace } from '../../schema/trace.ts'

const CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
])
const NAMES = new Set([
  'APIConnectionError',
  'APIConnectionTimeoutError',
  'RateLimitError',
  'InternalServerError',
])
const DEEPEST = 8

const isOutageStatus = (status: unknown): boolean =>
  typeof status === 'number' && (status === 429 || (status >= 500 && status <= 599))

/**
 * Whether an agent failed because its model's endpoint did: it answered 429 or 5xx, reset the connection or did not
 * answer, once the agent's own retries were spent. Clients say so by `status`, `code` or name, on the error or one of its
 * causes; our own refusal to let a request out, and an agent that ran out of time, are no outage.
 */
export function isOutage(thrown: unknown): boolean {
  let error = thrown
  for (let depth = 0; depth < DEEPEST; depth++) {
    if (typeof error !== 'object' || error === null) return false
    const { status, statusCode, code, name, cause } = error as Record<string, unknown>
    if (name === 'ToolCallError' || name === 'TracewrightError') return false
    if (isOutageStatus(status) || isOutageStatus(statusCode)) return true
    if (typeof code === 'string' && CODES.has(code)) return true
    if (typeof name === 'string' && NAMES.has(name)) return true
    error = cause
  }
  return false
}

/**
 * Whether an attempt says nothing of its agent, since the model's endpoint failed. Where a call was refused or lost on
 * purpose, what the agent threw is its own failure: a tool's reset looks like any other.
 */
export const isOutageOf = ({ refused, calls }: Pick<Trace, 'refused' | 'calls'>, thrown: unknown): boolean =>
  refused === undefined &&
  !calls.some(({ fault }) => fault !== undefined && !isDataFault(fault.fault)) &&
  isOutage(thrown)
