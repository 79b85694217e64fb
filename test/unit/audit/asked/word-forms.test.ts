import { describe, expect, it } from 'vitest'
import { isSameWord, synonymsOf } from '../../../../src/audit/asked/word-forms.ts'
import forms from '../../../../src/audit/asked/words/forms.json' with { type: 'json' }

const words = [
  ...new Set([...forms.synonyms.flat(), 'converts', 'hottest', 'prices', 'costing', 'a', 'id', '']),
]

describe('forms of one word', () => {
  it.each([
    ['convert', 'conversion', true],
    ['hot', 'hottest', true],
    ['price', 'prices', true],
    ['price', 'prize', false],
    ['a', 'a', true],
    ['to', 'too', false],
    ['read', 'road', false],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(isSameWord(one, other)).toBe(expected)
    expect(isSameWord(other, one)).toBe(expected)
  })

  it('share their first three letters, by which synonyms are looked up', () => {
    for (const one of words) {
      for (const other of words) {
        if (one !== other && isSameWord(one, other)) expect(one.slice(0, 3)).toBe(other.slice(0, 3))
      }
    }
  })

  it('have the synonyms of every group in which one of them stands, in order', () => {
    for (const word of words) {
      const groups = forms.synonyms.filter((group) => group.some((one) => isSameWord(one, word)))
      expect(synonymsOf(word)).toEqual([word, ...groups.flat()])
    }
  })
})
