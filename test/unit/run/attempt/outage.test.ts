import { describe, expect, it } from 'vitest'
import { isOutage } from '../../../../src/run/attempt/outage.ts'
import { TracewrightError } from '../../../../src/shared/errors.ts'
import { ToolCallError } from '../../../../src/simulators/tool-call-error.ts'

const error = (fields: object, cause?: unknown): Error =>
  Object.assign(new Error('it failed', cause === undefined ? undefined : { cause }), fields)

/** An error with so many others around it. */
const wrapped = (inner: unknown, layers: number): unknown =>
  layers === 0 ? inner : error({}, wrapped(inner, layers - 1))

describe('is an outage', () => {
  it.each([429, 500, 503, 599])('status %i, under either name', (status) => {
    expect(isOutage(error({ status }))).toBe(true)
    expect(isOutage(error({ statusCode: status }))).toBe(true)
  })

  it.each([
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
  ])('code %s', (code) => expect(isOutage(error({ code }))).toBe(true))

  it.each(['APIConnectionError', 'APIConnectionTimeoutError', 'RateLimitError', 'InternalServerError'])(
    'name %s',
    (name) => expect(isOutage(error({ name }))).toBe(true),
  )

  it('what one of seven causes says', () => {
    expect(isOutage(new TypeError('fetch failed', { cause: error({ code: 'ECONNRESET' }) }))).toBe(true)
    expect(isOutage(wrapped(error({ status: 503 }), 7))).toBe(true)
  })

  it('said by a plain object', () => expect(isOutage({ status: 429 })).toBe(true))
})

describe('is none', () => {
  it.each([400, 401, 404, 428, 430, 499, 600, 200])('status %i', (status) => {
    expect(isOutage(error({ status }))).toBe(false)
    expect(isOutage(error({ statusCode: status }))).toBe(false)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ECONNRESET'],
    ['a plain error', new Error('ECONNRESET')],
    ['a status that is a text', error({ status: '503' })],
    ['a code that is a number', error({ code: 503 })],
    ['a code of another kind', error({ code: 'ENOENT' })],
    ['a name of another kind', error({ name: 'AbortError' })],
    ['a time-out of the agent', error({ name: 'TimeoutError' })],
    ['a cause that is a text', error({}, 'ECONNRESET')],
    ['an eighth cause', wrapped(error({ status: 503 }), 8)],
  ])('%s', (_, thrown) => expect(isOutage(thrown)).toBe(false))

  it('a refusal of a tool, whatever its status and around whatever', () => {
    const refusal = new ToolCallError('get_weather', 500, { code: 'internal', message: 'no' })
    expect(isOutage(refusal)).toBe(false)
    expect(isOutage(error({}, refusal))).toBe(false)
    expect(isOutage(Object.assign(refusal, { cause: error({ status: 503 }) }))).toBe(false)
  })

  it('a connection that we refused', () => {
    const refusal = new TracewrightError('Failed to connect.', { cause: error({ code: 'ENOTFOUND' }) })
    expect(isOutage(refusal)).toBe(false)
    expect(isOutage(new TypeError('fetch failed', { cause: refusal }))).toBe(false)
  })

  it('a cause of itself', () => {
    const circular = error({})
    Object.assign(circular, { cause: circular })
    expect(isOutage(circular)).toBe(false)
  })
})
