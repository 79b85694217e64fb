import { describe, expect, it } from 'vitest'
import { repeatedKey, withoutEscapes } from '../../../../src/scoring/texts/whole-json.ts'

describe('withoutEscapes', () => {
  it.each([
    ['{"name": "J\\u00f6rg"}', '{"name": "Jörg"}'],
    ['{"url": "https:\\/\\/a.example\\/x"}', '{"url": "https://a.example/x"}'],
    ['{"face": "\\ud83d\\ude00"}', '{"face": "😀"}'],
    ['{"lines": "one\\ntwo\\tthree"}', '{"lines": "one two three"}'],
    // What would end the quotes stays, and a backslash that is one.
    ['{"said": "\\u0022no\\u0022 \\\\u00f6"}', '{"said": "\\u0022no\\u0022 \\\\u00f6"}'],
    ['{"half": "\\ud83d"}', '{"half": "\\ud83d"}'],
    ['C:\\new\\u00f6', 'C:\\new\\u00f6'],
  ])('%j', (text, read) => {
    expect(withoutEscapes(text)).toBe(read)
    if (text.startsWith('{')) expect(() => JSON.parse(read)).not.toThrow()
  })
})

describe('repeatedKey', () => {
  it.each([
    ['{"a": 1, "a": 2}', 'a'],
    ['```json\n{"a": {"b": 1, "\\u0062": 2}}\n```', 'b'],
    ['{"a": {"b": 1}, "c": {"b": 1}}', undefined],
    ['a: 1, a: 2', undefined],
  ])('%j', (text, key) => expect(repeatedKey(text)).toBe(key))
})
