import { expect, it } from 'vitest'
import { formatMention } from '../../../src/suites/generate/phrasebook/mention.ts'

it.each([
  ['Oslo', 'Oslo'],
  ['New Orleans', '"New Orleans"'],
  // "with it as the language" reads like a pronoun.
  ['it', '"it"'],
  ['US', 'US'],
  ['sha256', 'sha256'],
  [12.5, '12.5'],
  ['say "hi"', '`say "hi"`'],
  [['a', 1], '"a", 1'],
  [{ a: 1 }, '`{"a":1}`'],
])('%j stands in a prompt as %s', (value, text) => expect(formatMention(value)).toBe(text))
