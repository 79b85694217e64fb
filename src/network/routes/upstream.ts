import type { ToolResult } from '../../schema/tools.ts'
import { describeThrown } from '../../shared/errors.ts'
import type { Json } from '../../shared/json.ts'
import { parseJson, parseJsonOr } from '../../shared/parse-json.ts'
import { isSecretName } from '../../shared/redact/secret-name.ts'
import type { CallOutcome } from '../../trace/recorder.ts'
import { decodeUtf8, HOP_BY_HOP, send } from '../send.ts'
import {
  findBodySecrets,
  findCredentials,
  findGivenSecrets,
  listSpellings,
  readCookieValues,
  selectLongSecrets,
} from '../sent-secrets.ts'
import { decodeSegment } from './pattern.ts'
import { COMMON_HEADER } from './request-arguments.ts'
import type { Route, RoutedRequest } from './route.ts'

/** What a routed request was told by the real API. */
export interface PassedReply {
  /** Undefined for a tool of the agent's own, which ran here. */
  route?: Route
  status: number
  /** Content type; empty where there was none. Undefined for what is not a response. */
  type: string | undefined
  /** Text of the body; undefined where it is not a text. */
  body: string | undefined
}

/** Content type of what a tool returned as a text, although it is JSON. */
export const JSON_TEXT = 'text/plain'

/** A few words in small letters, such as `production`: no key, and found in many texts. */
const PLAIN_WORDS = /^[a-z]{1,15}(?:[-_/ ][a-z]{1,15})?$/

const findUserinfo = (text: string): string[] =>
  [...text.matchAll(/:\/\/([^/?#\s@:]+)(?::([^/?#\s@]*))?@/g)].flatMap(([, user, password]) =>
    password === undefined ? [] : [user ?? '', password],
  )

/**
 * Passes routed requests on to the real API and keeps what it answers. Secrets that were sent are remembered in order
 * that they can be looked for in everything that is written.
 */
export class Upstream {
  /** What was told, by the id of the call. */
  readonly passed = new Map<string, PassedReply>()
  readonly secrets = new Set<string>()
  /** Tools of the agent's own that handed over, so that no call was recorded. */
  readonly handOffs = new Set<string>()

  /**
   * Keeps what a tool of the agent's own came to.
   *
   * @param text The JSON that it returned as a text, if it did
   */
  keepOwn(id: string, args: Json, result: ToolResult, text?: string): void {
    const body = text ?? JSON.stringify(result.ok ? result.output : { error: result.error })
    this.note(...findBodySecrets(JSON.stringify(args)), ...findBodySecrets(body))
    this.passed.set(id, { status: result.status, type: text === undefined ? undefined : JSON_TEXT, body })
  }

  async pass(
    request: Request,
    { id, route, routed }: { id: string; route: Route; routed: RoutedRequest },
  ): Promise<{ response: Response; outcome: CallOutcome }> {
    this.learnFrom(request, routed)
    let answer: Response
    let bytes: Uint8Array
    try {
      answer = await send(request)
      bytes = new Uint8Array(await answer.arrayBuffer())
    } catch (error) {
      const told = { code: 'unreachable', message: `the API did not answer: ${describeThrown(error)}` }
      return { response: Response.error(), outcome: { status: 0, error: told, committed: false } }
    }
    const { status, statusText } = answer
    this.note(...findGivenSecrets(answer))
    const headers = [...answer.headers].filter(([name]) => !HOP_BY_HOP.includes(name))
    const type = answer.headers.get('content-type') ?? ''
    const body = decodeUtf8(bytes)
    this.note(...findBodySecrets(body ?? ''))
    this.passed.set(id, { route, status, type, body })
    const committed = answer.ok && request.method !== 'GET' && request.method !== 'HEAD'
    const response = new Response(bytes.length === 0 ? null : Buffer.from(bytes), {
      status,
      statusText,
      headers,
    })
    return {
      response,
      outcome: answer.ok
        ? { status, result: parseBodyJson(body ?? ''), committed }
        : { status, error: { code: 'refused', message: (body ?? '').slice(0, 500) }, committed },
    }
  }

  private note(...texts: readonly string[]): void {
    for (const text of selectLongSecrets(texts).flatMap(listSpellings)) this.secrets.add(text)
  }

  private learnFrom({ headers, url }: Request, { query, body }: RoutedRequest): void {
    for (const [name, value] of headers) {
      if (name === 'cookie') this.note(...readCookieValues(value))
      else if (isSecretName(name)) this.note(...findCredentials(value))
      else if (!COMMON_HEADER.test(name) && !PLAIN_WORDS.test(value)) this.note(value)
    }
    for (const [name, value] of Object.entries(query)) if (isSecretName(name)) this.note(...[value].flat())
    this.note(...findBodySecrets(JSON.stringify(body)))
    this.note(...findUserinfo(url).map(decodeSegment))
  }
}

/** What a body is to those who bind to it: its JSON value, or its text. An empty body has no fields. */
export const parseBodyJson = (body: string): Json => (body === '' ? {} : parseJsonOr(body, body, parseJson))
