import { randomBytes } from 'node:crypto'
import { memoizeOnce } from '../shared/memoize.ts'

export const TOOL_ORIGIN = 'http://tools.test'
/** Names the call that a request makes, where its caller has announced it. */
export const CALL_HEADER = 'x-tracewright-call'

const SECRET_BYTES = 16
let drawn: Buffer = Buffer.alloc(0)

/** 128 random bits as text, of bytes that are drawn for many at once. */
function createSecret(): string {
  if (drawn.length < SECRET_BYTES) drawn = randomBytes(64 * SECRET_BYTES)
  const secret = drawn.subarray(0, SECRET_BYTES).toString('base64url')
  drawn = drawn.subarray(SECRET_BYTES)
  return secret
}

/** Stands for the token of an attempt in whatever is kept or shown. */
const MASK = 'attempt'
const TOKEN = /(:\/\/tools\.test\/)[\w-]{22}(?=\/)/g

export const maskTokens = (text: string): string => text.replaceAll(TOKEN, `$1${MASK}`)

/**
 * Where the tools of one attempt are reached: `POST http://tools.test/<token>/<tool>`. The token alone says whose a
 * call is, so it does not matter through which queue, pool or loop a request went. It cannot be guessed.
 */
export class ToolAddress {
  private readonly createToken = memoizeOnce(createSecret)
  /** Calls that were announced and have not arrived, by the secret that their requests carry. */
  private readonly announced = new Map<string, { tool: string; id: string }>()

  /** Made when it is first read: most attempts of an audit are performed without a network. */
  get token(): string {
    return this.createToken()
  }

  buildUrl(tool: string): string {
    return `${TOOL_ORIGIN}/${this.token}/${encodeURIComponent(tool)}`
  }

  /**
   * Announces the request of a call.
   *
   * @param id Id of the call in the trace
   * @returns What the request has to carry in its header {@link CALL_HEADER}
   */
  announce(tool: string, id: string): string {
    const key = createSecret()
    this.announced.set(key, { tool, id })
    return key
  }

  /** Id of the announced call that a request makes, given once; undefined for a key that is used, unknown or another tool's. */
  redeem(key: string | null, tool: string): string | undefined {
    const call = key === null ? undefined : this.announced.get(key)
    if (key === null || call?.tool !== tool) return undefined
    this.announced.delete(key)
    return call.id
  }

  /** A value without the token of this address. */
  mask<T>(value: T): T {
    const text = JSON.stringify(value)
    return text.includes(this.token) ? (JSON.parse(text.replaceAll(this.token, MASK)) as T) : value
  }
}
