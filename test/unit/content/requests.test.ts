import { describe, expect, test } from 'vitest'
import { readPlaceholder } from '../../../src/scoring/answers/line.ts'
import { removeClosing, writeClosingParagraph } from '../../../src/tools/content/answer-request.ts'
import { writeRequestsAround } from '../../../src/tools/content/requests.ts'

const CLAUSE = 'look up the weather in Oslo'

describe('requests for one call', () => {
  test('hold the clause once, and end as sentences do', () => {
    for (const request of writeRequestsAround(CLAUSE)) {
      expect(request.toLowerCase().split(CLAUSE.toLowerCase())).toHaveLength(2)
      expect(request).toMatch(/[.?]$/)
    }
  })

  test('keep braces of the clause', () => {
    expect(writeRequestsAround('send `{"context":1}`')[0]).toBe('Send `{"context":1}`.')
  })
})

describe('the closing paragraph', () => {
  const one = { value: null, gives: 'temperature in Oslo, in celsius' }

  test('asks for one value, or for an object, and the scorer reads both', () => {
    expect(writeClosingParagraph(one)).toBe(
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with one line: ANSWER: <temperature in Oslo, in celsius>',
    )
    expect(readPlaceholder(writeClosingParagraph(one))).toBe('temperature in Oslo, in celsius')
    const fields = { words: { value: null, gives: 'number of words' }, 'a "b"': one }
    expect(readPlaceholder(writeClosingParagraph({ fields }))).toEqual({
      words: 'number of words',
      'a "b"': 'temperature in Oslo, in celsius',
    })
  })

  test('asks for nothing where nothing is graded, and is told from the request', () => {
    expect(writeClosingParagraph()).not.toContain('ANSWER')
    expect(removeClosing(`Do it.\n\n${writeClosingParagraph(one)}`)).toBe('Do it.')
  })
})
