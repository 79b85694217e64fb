import { messageOf } from '../../../shared/errors.ts'
import type { Hub } from './hub.ts'

/** Why a file did not come, in words that fit behind "Failed to pull X: ", without a full stop. */
export class PullProblem extends Error {
  /** What to do about it, a sentence. */
  readonly advice: string | undefined

  constructor(message: string, advice?: string) {
    super(message)
    this.advice = advice
  }
}

/** A problem that may be gone in a moment. */
export class PassingProblem extends PullProblem {
  /** How long the server asks to wait, in milliseconds. */
  readonly wait: number | undefined

  constructor(message: string, wait?: number) {
    super(message, 'Try again later; what has come so far is kept.')
    this.wait = wait
  }
}

const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** The code of what went wrong below fetch, which itself only says that it failed. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause]
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code ?? codeOf(first)
}

/** What an error of fetch, or of the stream that it gave, means; `proxy` as in {@link Hub}. */
export function networkProblem(error: unknown, { host }: URL, proxy: Hub['proxy']): PullProblem {
  const code = codeOf(error)
  if (code !== undefined && BROKEN.has(code)) return new PassingProblem(`${host} broke off (${code})`)
  const hint =
    proxy === undefined
      ? ''
      : ` ${proxy} is set, but the fetch of Node 20 goes past proxies; Node 24 takes them with NODE_USE_ENV_PROXY=1.`
  const advice = `Check the network, name a mirror by --url or HF_ENDPOINT, or get the file by other means.${hint}`
  return new PullProblem(`${host} cannot be reached (${code ?? messageOf(error)})`, advice)
}
