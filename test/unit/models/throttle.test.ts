import { describe, expect, it } from 'vitest'
import { isPassing, retryAfter, Throttle } from '../../../src/models/throttle.ts'

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Object.assign(new Error(`status ${status}`), { status, headers: new Headers(headers) })

describe('failures that pass', () => {
  it.each([
    [refusal(429), true],
    [refusal(529), true],
    [refusal(401), false],
    [Object.assign(new Error('x'), { cause: { code: 'ECONNREFUSED' } }), true],
    [Object.assign(new Error('x'), { cause: { cause: { code: 'ECONNRESET' } } }), true],
    [Object.assign(new Error('late'), { name: 'TimeoutError' }), true],
    [new Error('something else'), false],
    ['a text', false],
  ])('%s: %s', (error, passing) => {
    expect(isPassing(error)).toBe(passing)
  })

  it('say how long to wait, in seconds or as a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(retryAfter(refusal(429, { 'retry-after': '2' }), now)).toBe(2000)
    expect(retryAfter(refusal(429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:03 GMT' }), now)).toBe(3000)
    expect(retryAfter(refusal(429), now)).toBeUndefined()
    expect(retryAfter(refusal(429, { 'retry-after': 'soon' }), now)).toBeUndefined()
    expect(retryAfter({ headers: { 'retry-after': '1' } }, now)).toBe(1000)
  })
})

describe('a throttle', () => {
  it('keeps to so many at once', async () => {
    const throttle = new Throttle({ concurrency: 2 })
    let now = 0
    let most = 0
    const act = async () => {
      most = Math.max(most, ++now)
      await new Promise((done) => setTimeout(done, 3))
      now--
    }
    await Promise.all(Array.from({ length: 7 }, () => throttle.request(act)))
    expect(most).toBe(2)
  })

  it('spreads requests over the minute', async () => {
    const throttle = new Throttle({ perMinute: 60_000 / 30 })
    const began: number[] = []
    await Promise.all(
      Array.from({ length: 4 }, () => throttle.request(async () => void began.push(performance.now()))),
    )
    const gaps = began.slice(1).map((at, i) => at - (began[i] as number))
    expect(Math.min(...gaps)).toBeGreaterThan(25)
  })

  it('holds all requests back while a server asks for patience', async () => {
    const throttle = new Throttle({ firstWait: 1 })
    const until = performance.now() + 80
    const early: number[] = []
    let refused = 0
    const act = async () => {
      if (refused === 0) {
        refused++
        throw refusal(429, { 'retry-after': '0.08' })
      }
      if (performance.now() < until - 5) early.push(performance.now())
    }
    await throttle.request(act).catch(() => undefined)
    await Promise.all([throttle.request(act), throttle.request(act)])
    expect([refused, early]).toEqual([1, []])
  })

  it('fails where a server asks for more patience than there is', async () => {
    let calls = 0
    const act = async () => {
      calls++
      throw refusal(429, { 'retry-after': '3600' })
    }
    await expect(new Throttle().request(act)).rejects.toThrow('status 429')
    expect(calls).toBe(1)
  })

  it('ends its waiting with the signal', async () => {
    const abort = new AbortController()
    const asked = new Throttle({ firstWait: 60_000 }).request(async () => {
      throw refusal(500)
    }, abort.signal)
    setTimeout(() => abort.abort(), 5)
    await expect(asked).rejects.toThrow(/abort/i)
  })
})
