import { HttpResponse } from 'msw'
import { messageOf } from '../../shared/errors.ts'
import type { Json } from '../../shared/json.ts'
import { jsonOr, parseJson } from '../../shared/parse-json.ts'
import { isSecretName } from '../../shared/redact/secret-name.ts'
import type { CallOutcome } from '../../trace/recorder.ts'
import { HOP_BY_HOP, send, utf8Text } from '../send.ts'
import {
  bodySecrets,
  cookieValues,
  credentialsIn,
  givenSecrets,
  longSecrets,
  spellingsOf,
} from '../sent-secrets.ts'
import { decoded } from './pattern.ts'
import { COMMON_HEADER } from './request-arguments.ts'
import type { Route, RoutedRequest } from './route.ts'

/** What a routed request was told by the real API. */
export interface Passed {
  route: Route
  status: number
  /** Content type; empty where there was none. */
  type: string
  /** Text of the body; undefined where it is not a text. */
  body: string | undefined
}

/** A few words in small letters, such as `production`: no key, and found in many texts. */
const PLAIN_WORDS = /^[a-z]{1,15}(?:[-_/ ][a-z]{1,15})?$/

const userinfoOf = (text: string): string[] =>
  [...text.matchAll(/:\/\/([^/?#\s@:]+)(?::([^/?#\s@]*))?@/g)].flatMap(([, user, password]) =>
    password === undefined ? [] : [user ?? '', password],
  )

/**
 * Passes routed requests on to the real API and keeps what it answers. Secrets that were sent are remembered in order
 * that they can be looked for in everything that is written.
 */
export class Upstream {
  /** What was told, by the id of the call. */
  readonly passed = new Map<string, Passed>()
  readonly secrets = new Set<string>()

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
      const told = { code: 'unreachable', message: `the API did not answer: ${messageOf(error)}` }
      return { response: HttpResponse.error(), outcome: { status: 0, error: told, committed: false } }
    }
    const { status, statusText } = answer
    this.note(...givenSecrets(answer))
    const headers = [...answer.headers].filter(([name]) => !HOP_BY_HOP.includes(name))
    const type = answer.headers.get('content-type') ?? ''
    const body = utf8Text(bytes)
    this.note(...bodySecrets(body ?? ''))
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
        ? { status, result: bodyJson(body ?? ''), committed }
        : { status, error: { code: 'refused', message: (body ?? '').slice(0, 500) }, committed },
    }
  }

  private note(...texts: readonly string[]): void {
    for (const text of longSecrets(texts).flatMap(spellingsOf)) this.secrets.add(text)
  }

  private learnFrom({ headers, url }: Request, { query, body }: RoutedRequest): void {
    for (const [name, value] of headers) {
      if (name === 'cookie') this.note(...cookieValues(value))
      else if (isSecretName(name)) this.note(...credentialsIn(value))
      else if (!COMMON_HEADER.test(name) && !PLAIN_WORDS.test(value)) this.note(value)
    }
    for (const [name, value] of Object.entries(query)) if (isSecretName(name)) this.note(...[value].flat())
    this.note(...bodySecrets(JSON.stringify(body)))
    this.note(...userinfoOf(url).map(decoded))
  }
}

/** What a body is to those who bind to it: its JSON value, or its text. An empty body has no fields. */
export const bodyJson = (body: string): Json => (body === '' ? {} : jsonOr(body, body, parseJson))
