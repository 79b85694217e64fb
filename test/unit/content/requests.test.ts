import { describe, expect, test } from 'vitest'
import { placeholderOf } from '../../../src/scoring/answers/line.ts'
import { closingParagraph, withoutClosing } from '../../../src/tools/content/answer-request.ts'
import { requestsAround } from '../../../src/tools/content/requests.ts'

const CLAUSE = 'look up the weather in Oslo'

describe('requests for one call', () => {
  test('hold the clause once, and end as sentences do', () => {
    for (const request of requestsAround(CLAUSE)) {
      expect(request.toLowerCase().split(CLAUSE.toLowerCase())).toHaveLength(2)
      expect(request).toMatch(/[.?]$/)
    }
  })

  test('keep braces of the clause', () => {
    expect(requestsAround('send `{"context":1}`')[0]).toBe('Send `{"context":1}`.')
  })
})

describe('the closing paragraph', () => {
  const one = { value: null, gives: 'temperature in Oslo, in celsius' }

  test('asks for one value, or for an object, and the scorer reads both', () => {
    expect(closingParagraph(one)).toBe(
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with one line: ANSWER: <temperature in Oslo, in celsius>',
    )
    expect(placeholderOf(closingParagraph(one))).toBe('temperature in Oslo, in celsius')
    const fields = { words: { value: null, gives: 'number of words' }, 'a "b"': one }
    expect(placeholderOf(closingParagraph({ fields }))).toEqual({
      words: 'number of words',
      'a "b"': 'temperature in Oslo, in celsius',
    })
  })

  test('asks for nothing where nothing is graded, and is told from the request', () => {
    expect(closingParagraph()).not.toContain('ANSWER')
    expect(withoutClosing(`Do it.\n\n${closingParagraph(one)}`)).toBe('Do it.')
  })
})
