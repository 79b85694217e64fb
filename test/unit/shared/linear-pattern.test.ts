import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLinearPattern } from '../../../src/shared/linear-pattern.ts'
import { runWithinTime, TimeLimitError } from '../../../src/shared/time-limit.ts'

const isValid = (source: string): boolean => {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

function expectSame(source: string, text: string): void {
  expect(createLinearPattern(source).test(text)).toBe(new RegExp(source, 'u').test(text))
}

/** What engines read in different ways: blanks, line ends, letters beyond ASCII, halves of characters. */
const CHARACTERS = 'abA1é٣ßſ😀\ud83d \t\v\n\r\u0085\u00a0\u180e\u200b\u2028\u2029\u3000\ufeff\0-_.:[]\\^$/{}'
const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 6 }).map((parts) => parts.join(''))

const ATOMS = [
  ...['a', 'b', 'é', '😀', '-', ':', ' ', '^', '$', '.', '\\.', '\\[', '\\]', '\\\\', '\\/'],
  ...['\\s', '\\S', '\\d', '\\D', '\\w', '\\W', '\\b', '\\B', '\\t', '\\n', '\\v', '\\cI', '\\0'],
  ...['\\x41', '\\u0041', '\\u{1F600}', '\\ud83d\\ude00', '\\ud83d'],
  ...['\\p{L}', '\\P{L}', '\\p{Lu}', '\\p{Script=Greek}', '\\p{Letter}', '\\p{ASCII}', '\\p{Any}'],
  ...['[^]', '[]', '[^\\s]', '[\\s\\S]', '[\\S]', '[^\\S]', '[[]', '[[:a]', '[\\]a]', '[\\b]', '[.]', '[^.]'],
  ...['[a-b]', '[\\--a]', '[\\d-]', '[-a]', '[a^]', '[^^]', '[\\w.\\s]', '[\\p{L}\\d]', '[\\0-\\x20]'],
  ...['[\\u{1F600}-\\u{1F602}]', '[😀]', '[^😀]', '(?=a)', '(?!b)', '(?<=a)', '(?<!a)', '\\1', '\\k<n>'],
  ...['(?i:S)', '(?s:.)', '(?m:^a)'],
]
const QUANTIFIERS = ['', '', '*', '+', '?', '{2}', '{0,1}', '{1,}', '{0}', '*?', '+?', '??']
const quantified = (atom: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(atom, fc.constantFrom(...QUANTIFIERS)).map((parts) => parts.join(''))
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.array(quantified(fc.constantFrom(...ATOMS)), { maxLength: 4 }).map((atoms) => atoms.join('')),
    fc
      .tuple(
        tie('pattern'),
        fc.constantFrom('(', '(?:', '(?<n>'),
        quantified(tie('pattern').map((inner) => `${inner})`)),
        fc.constantFrom('', '|'),
        tie('pattern'),
      )
      .map((parts) => parts.join('')),
  ),
}))

test('patterns match what native ones match', () => {
  fc.assert(fc.property(pattern.filter(isValid), text, expectSame), { numRuns: 1_000 })
})

/** Patterns of the OpenAPI documents that the tests of imports read. */
function publishedPatterns(): string[] {
  const folder = dirname(new URL(import.meta.resolve('@readme/oas-examples/package.json')).pathname)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^\d.*\.json$/.test(name),
  )
  const found = new Set<string>()
  for (const file of files)
    JSON.parse(readFileSync(join(folder, file), 'utf8'), (key, value) => {
      if (key === 'pattern' && typeof value === 'string' && isValid(value)) found.add(value)
      return value
    })
  return [...found]
}

test.each(publishedPatterns())('%s matches what the native pattern matches', (source) => {
  const almost = fc
    .tuple(fc.stringMatching(new RegExp(source, 'u'), { size: 'small' }), fc.nat(), text)
    .map(([match, at, put]) => {
      const place = at % (match.length + 1)
      return match.slice(0, place) + put + match.slice(place + (at % 2))
    })
  fc.assert(
    fc.property(almost, (one) => expectSame(source, one)),
    { numRuns: 50 },
  )
})

test.each(['^(a+)+$', '^(a|a)*$', '^(\\s*a?)*$', '(.*a){20}$'])('%s takes linear time', (source) => {
  const hostile = `${'a'.repeat(20_000)}!`
  expect(runWithinTime(5_000, () => createLinearPattern(source).test(hostile))).toBe(false)
})

test('a match that was cut off leaves nothing behind', () => {
  const looking = createLinearPattern('^(?=a)(a+)+$')
  expect(() => runWithinTime(50, () => looking.test(`${'a'.repeat(40)}!`))).toThrow(TimeLimitError)
  expect(looking.test('aaa')).toBe(true)
  const linear = createLinearPattern('^(?:[a-z]{1,30}[0-9]?){1,30}$')
  const long = `${'a1'.repeat(2_000_000)}!`
  expect(() => runWithinTime(5, () => linear.test(long))).toThrow(TimeLimitError)
  expect(linear.test('a1')).toBe(true)
  expect(linear.test('!')).toBe(false)
})

test('an invalid pattern is refused at once', () => {
  expect(() => createLinearPattern('(')).toThrow(SyntaxError)
})
