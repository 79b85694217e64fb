import { describe, expect, it } from 'vitest'
import {
  describeJsonProblem,
  MAX_JSON_DEPTH,
  NestingError,
  parseJson,
} from '../../../src/shared/parse-json.ts'

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

describe('parseJson', () => {
  it.each([
    ['lists', nested('[', ']', MAX_JSON_DEPTH)],
    ['objects', nested('{"a":', '}', MAX_JSON_DEPTH).replace(':}', ':1}')],
    ['lists beside each other', `[${'[],'.repeat(MAX_JSON_DEPTH * 2)}1]`],
    ['brackets in a string', JSON.stringify(['\\"[{'.repeat(MAX_JSON_DEPTH)])],
  ])('reads %s as deep as they may be', (_, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['lists', nested('[', ']', MAX_JSON_DEPTH + 1)],
    ['behind a string that ends in a backslash', `["\\\\",${nested('[', ']', MAX_JSON_DEPTH)}]`],
    ['lists that never end', '['.repeat(3_000_000)],
  ])('refuses %s that are deeper', (_, text) => {
    let thrown: unknown
    try {
      parseJson(text)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(NestingError)
    expect(describeJsonProblem(thrown)).toBe('lists and objects are nested deeper than 250 levels')
  })

  it('says what is no JSON, on one line', () => {
    let problem = ''
    try {
      parseJson('[1,\n\n x]')
    } catch (error) {
      problem = describeJsonProblem(error)
    }
    expect(problem).toMatch(/^not JSON: [^\n]+$/)
  })
})
