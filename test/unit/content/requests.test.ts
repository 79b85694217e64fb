import { describe, expect, test } from 'vitest'
import { answerRequests } from '../../../src/content/answer-request.ts'
import { carryingTexts, contexts, graphRequests, requestsAround } from '../../../src/content/requests.ts'

const CLAUSE = 'water the plants'
const CONTEXT = 'The pots are dry.'

describe('requests for one call', () => {
  const requests = requestsAround(CLAUSE, CONTEXT, true)

  test('are many, each its own, and hold the clause once', () => {
    expect(requests.length).toBeGreaterThanOrEqual(20)
    expect(new Set(requests).size).toBe(requests.length)
    for (const request of requests) {
      expect(request.toLowerCase().split(CLAUSE), request).toHaveLength(2)
      expect(request).not.toMatch(/[{}]/)
      expect(request.charAt(0), request).toMatch(/[A-Z-]/)
    }
  })

  test('end in no greeting where something more is asked', () => {
    const open = requestsAround(CLAUSE, CONTEXT, false)
    expect(open.length).toBeLessThan(requests.length)
    expect(open.length).toBeGreaterThanOrEqual(20)
    expect(open.filter((request) => /(?:thanks|wishes|regards)$/i.test(request))).toEqual([])
  })

  test('stand beside sentences that state no value', () => {
    expect(new Set(contexts).size).toBe(contexts.length)
    for (const context of contexts) expect(context).toMatch(/^[A-Z][^\d"]*\.$/)
  })

  test('leave a clause with braces of its own alone', () => {
    expect(requestsAround('send `{"context":1}`', CONTEXT, true)[0]).toBe('Send `{"context":1}`.')
  })
})

describe('requests for several calls', () => {
  test('are many', () => {
    expect(graphRequests.length).toBeGreaterThanOrEqual(20)
    expect(
      new Set(graphRequests.map(({ first, next, last }) => JSON.stringify([first, next, last]))).size,
    ).toBe(graphRequests.length)
  })

  test.each(graphRequests.map((way) => ({ way, first: way.first })))(
    'hold a clause in every sentence: $first',
    ({ way }) => {
      const sentences = [
        way.first,
        ...way.more,
        ...way.next,
        way.last,
        ...(way.goal === undefined ? [] : [way.goal]),
      ]
      for (const sentence of sentences) expect(sentence).toMatch(/\{[Cc]lause\}/)
      // Only what takes something can speak of it.
      for (const sentence of [way.first, ...way.more]) expect(sentence).not.toContain('{takes}')
    },
  )

  test('number the calls where values are spoken of by number', () => {
    for (const { refers, first, more, next, last } of graphRequests) {
      for (const number of ['{n}', '{letter}'].filter((one) => refers.includes(one))) {
        for (const sentence of [first, ...more, ...next, last]) expect(sentence).toContain(number)
      }
    }
  })

  test('name the label of each value that a text carries', () => {
    expect(carryingTexts.one.every((way) => way.includes('{value}'))).toBe(true)
    for (const { text, part } of carryingTexts.several) {
      expect(text).toContain('{parts}')
      expect(part).toContain('"{label}')
      expect(part).toContain('{value}')
    }
  })
})

test('requests for an answer name each value and its key', () => {
  const one = { value: { $from: 'step_1', at: '/wind' }, gives: 'the wind speed' }
  for (const request of answerRequests(one))
    expect(request).toMatch(/ANSWER:.*the wind speed|the wind speed.*ANSWER:/)
  const fields = { wind: one, rain: { ...one, gives: 'the rainfall' } }
  for (const request of answerRequests({ fields })) {
    for (const words of ['ANSWER:', 'wind', 'the wind speed', 'rain', 'the rainfall'])
      expect(request).toContain(words)
  }
})
