import { describe, expect, it } from 'vitest'
import { TimeLimitError } from '../../../src/shared/time-limit.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { type FoundMatch, findAll, PatternError } from '../../../src/tools/python/pattern.ts'
import { UnansweredCall } from '../../../src/tools/unanswered-call.ts'
import { World } from '../../../src/tools/world/world.ts'

/** Pattern, text and what `re.findall` of Python 3.13.0 gives for them. */
const FOUND: [pattern: string, text: string, matches: FoundMatch[]][] = [
  ['abc', 'xabcabc', ['abc', 'abc']],
  ['a.c', 'abc a\nc a-c', ['abc', 'a-c']],
  ['(?s)a.c', 'abc a\nc', ['abc', 'a\nc']],
  ['[abc]+', 'xxabcabyy', ['abcab']],
  ['[^abc]+', 'xxabcyy', ['xx', 'yy']],
  ['[a-f0-9]+', 'deadbeef xyz 42', ['deadbeef', '42']],
  ['[]a]+', 'a]b', ['a]']],
  ['[^]a]+', 'a]b', ['b']],
  ['[a\\]b]+', 'a]b\\', ['a]b']],
  ['[a-]+', 'a-b', ['a-']],
  ['[-a]+', 'a-b', ['a-']],
  ['[\\w-]+', 'foo-bar baz', ['foo-bar', 'baz']],
  ['[\\d.]+', '3.14 and 2.71', ['3.14', '2.71']],
  ['[\\s\\S]', 'a\n', ['a', '\n']],
  ['[^\\d\\s]+', 'a1 b2', ['a', 'b']],
  ['[a-c-e]+', 'abc-de', ['abc-', 'e']],
  ['[+-/]+', '+,-./0', ['+,-./']],
  ['[[]+', '[[a', ['[[']],
  ['\\.', 'a.b', ['.']],
  ['\\x41\\u0042', 'AB', ['AB']],
  ['\\n\\t', 'x\n\ty', ['\n\t']],
  ['\\f|\\v', '\f\u000b', ['\f', '\u000b']],
  ['\\-\\_\\é', '-_é', ['-_é']],
  ['\\d+', 'a1b22c333', ['1', '22', '333']],
  ['\\d', '٣x4', ['٣', '4']],
  ['\\w+', 'é ü 日本 a_1', ['é', 'ü', '日本', 'a_1']],
  ['\\W+', 'a!! b', ['!! ']],
  ['\\s+', 'a \u00a0\u2003b\u001cc', [' \u00a0\u2003', '\u001c']],
  ['\\D+', '12ab34', ['ab']],
  ['\\S+', 'ab  cd', ['ab', 'cd']],
  ['\\w+', 'हिन्दी', ['ह', 'न', 'द']],
  ['^\\w+', 'ab cd\nef', ['ab']],
  ['(?m)^\\w+', 'ab cd\nef', ['ab', 'ef']],
  ['\\w+$', 'ab\ncd\n', ['cd']],
  ['(?m)\\w+$', 'ab\ncd\n', ['ab', 'cd']],
  ['\\A\\w', 'ab\ncd', ['a']],
  ['(?m)\\A\\w', 'ab\ncd', ['a']],
  ['\\w\\Z', 'ab\n', []],
  ['\\w\\Z', 'ab', ['b']],
  ['$', 'a\n', ['', '']],
  ['(?m)$', 'a\n', ['', '']],
  ['(?m)^', 'a\n\nb', ['', '', '']],
  ['\\bword\\b', 'word sword word-word', ['word', 'word', 'word']],
  ['\\b', 'a é', ['', '', '', '']],
  ['\\b', '', []],
  ['^$', '', ['']],
  ['(a)', 'aba', ['a', 'a']],
  [
    '(\\w)(\\d)',
    'a1 b2',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    '(?P<k>\\w+)=(?P<v>\\w+)',
    'k1=v1;k2=v2',
    [
      ['k1', 'v1'],
      ['k2', 'v2'],
    ],
  ],
  ['(?:ab)+', 'ababx', ['abab']],
  ['(ab)+', 'ababx', ['ab']],
  [
    '(a)|(b)',
    'abc',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['(b)?', 'ab', ['', 'b', '']],
  ['(a|ab)(c|bcd)(d*)', 'abcd', [['a', 'bcd', '']]],
  ['()', 'ab', ['', '', '']],
  ['(a|b)*?c', 'abc', ['b']],
  ['(ab)\\1', 'abab', ['ab']],
  ['(.)\\1', 'aabbcd', ['a', 'b']],
  ['(?i)(a)\\1', 'aAAa', ['a', 'A']],
  ['(a|b)\\1', 'aabbab', ['a', 'b']],
  ['(\\w+) \\1', 'the the cat cat', ['the', 'cat']],
  ['(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10', 'abcdefghijj', [['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']]],
  ['a*', 'baac', ['', 'aa', '', '']],
  ['a+?', 'aaa', ['a', 'a', 'a']],
  ['a{2}', 'aaaaa', ['aa', 'aa']],
  ['a{2,}', 'a aa aaa', ['aa', 'aaa']],
  ['a{,2}', 'aaa', ['aa', 'a', '']],
  ['a{1,2}?', 'aaa', ['a', 'a', 'a']],
  ['a{,}', 'aa', ['aa', '']],
  ['x{', 'x{', ['x{']],
  ['x{}', 'x{}', ['x{}']],
  ['x{a}', 'x{a}', ['x{a}']],
  ['x{1', 'x{1', ['x{1']],
  ['x{1,', 'x{1,', ['x{1,']],
  ['x{ 1}', 'x{ 1}', ['x{ 1}']],
  ['{', '{', ['{']],
  ['a{0}b', 'ab', ['b']],
  ['(?:ab){2,3}', 'abababab', ['ababab']],
  ['(a{1,2}){2}', 'aaaa', ['aa']],
  ['(?:a|b){2,3}?c', 'ababc', ['babc']],
  ['[ab]*b', 'aabab', ['aabab']],
  ['.*?,', 'a,b,', ['a,', 'b,']],
  ['(a?){3}', 'aa', ['', '']],
  ['a++b', 'aab', ['aab']],
  ['a*+a', 'aaa', []],
  ['a?+a', 'aa', ['aa']],
  ['(?:ab)++a', 'ababa', ['ababa']],
  ['(?:ab|a)++b', 'abab', []],
  ['a{1,2}+a', 'aaa', ['aaa']],
  ['(?>a+)b', 'aab', ['aab']],
  ['(?>a|ab)c', 'abc ac', ['ac']],
  ['(?>(a+))(b)', 'aab', [['aa', 'b']]],
  ['(?m)(b)++.', '\nbb', []],
  ['((a)++b)c', 'aabc', [['aab', 'a']]],
  ['"[^"]*+"', '"a" "b', ['"a"']],
  ['foo(?=bar)', 'foobar foobaz', ['foo']],
  ['foo(?!bar)', 'foobar foobaz', ['foo']],
  ['(?<=\\$)\\d+', '$10 20', ['10']],
  ['(?<!\\$)\\b\\d+', '$10 20', ['20']],
  ['(?=(\\w+))\\w', 'ab', ['ab', 'b']],
  ['(?!)', 'a', []],
  ['(?=)', 'ab', ['', '', '']],
  ['(?<!^)a', 'aa', ['a']],
  ['(?<=^)a', 'aa', ['a']],
  ['(?!(a)b)\\w\\w', 'ab ac', ['']],
  ['\\d(?=(?:\\d{3})+$)', '1234567', ['1', '4']],
  ['(?i)ABC', 'aBc', ['aBc']],
  ['(?im)^a', 'A\na', ['A', 'a']],
  ['(?i)(?m)^a', 'A\na', ['A', 'a']],
  ['(?i)s', 'ſ S s', ['ſ', 'S', 's']],
  ['(?i)ſ', 'sS', ['s', 'S']],
  ['(?i)k', 'K\u212a', ['K', '\u212a']],
  ['(?i)[k]', '\u212a', ['\u212a']],
  ['(?i)[^s]', 'sSſx', ['x']],
  ['(?i)[a-z]+', 'AbſK', ['AbſK']],
  ['(?i)straße', 'STRAẞE straße STRASSE', ['STRAẞE', 'straße']],
  ['(?i)µ', 'μΜµ', ['μ', 'Μ', 'µ']],
  ['(?i)σ+', 'ΣςΣ', ['ΣςΣ']],
  ['(?i)é', 'É', ['É']],
  ['(?i)ǆ', 'ǅ Ǆ', ['ǅ', 'Ǆ']],
  ['(?i)𐐨', '𐐀', ['𐐀']],
  ['(?i)[à-ý]+', 'ÀÉ×Ý', ['ÀÉ', 'Ý']],
  ['(?i)\\w', 'É', ['É']],
  ['.', '🚀x', ['🚀', 'x']],
  ['[🚀-🚂]', '🚁', ['🚁']],
  ['^.$', '🚀', ['🚀']],
  ['(?<=🚀).', '🚀x', ['x']],
  ['(?<=a|b)c', 'ac bc cc', ['c', 'c']],
  ['(?<=ab{2})c', 'abbc abc', ['c']],
]

/** Patterns that Python 3.13.0 refuses. */
const BAD = [
  '(',
  ')',
  '[a',
  '[',
  'a)',
  '*a',
  '+',
  '?',
  'a**',
  'a{2}{3}',
  'a{3,2}',
  'a{4294967295}',
  '^*',
  '\\b+',
  '(?P<n',
  '(?P<n>a)(?P<n>b)',
  '(?P<1>a)',
  '(?P<>a)',
  '(?P=n)',
  '(?Px)',
  '\\1',
  '(a\\1)',
  '(?P<n>a(?P=n))',
  '\\q',
  '\\Q',
  '[\\q]',
  '[\\A]',
  '\\x4',
  '\\u00',
  '\\U00110000',
  '\\400',
  '[\\400]',
  '[\\8]',
  '[z-a]',
  '[\\d-z]',
  '[a-\\d]',
  '\\',
  'a\\',
  '(?<=a+)b',
  '(?<!a|bc)d',
  '(?<=(a)\\1)b',
  '(?z)',
  '(?',
  '(?<a)',
  '(?i',
  'a(?i)b',
  '(?au)a',
  '(?a-u:b)',
  '(?-a:b)',
  '(?i-i:a)',
  '(?i-)a',
  '(?L)a',
  '(?#a',
  '(?(1)a)',
  '(?(0)a)',
  '(?(n)a)',
  '(a)(?(1)b|c|d)',
  '(?>a',
  'a|*',
  '(?:',
  '{1}',
  '\\N{nothing at all}',
  '(?(1',
]

/** What JavaScript does not have, or reads in another way. */
const LEFT_OUT: [pattern: string, what: string][] = [
  ['(<)?a(?(1)>)', 'the group (?(1 is not valid, or'],
  ['(a)?\\1b', 'a back-reference to a group that may take no part'],
  ['(?:(a)|b)\\1', 'a back-reference to a group that may take no part'],
  ['(a)|b\\1', 'a back-reference to a group that may take no part'],
  ['(?!(a))\\1', 'a back-reference to a group that may take no part'],
  ['((a)|(b))*', 'repeating a group that takes part in some repetitions only'],
  ['(a(b)?)+', 'repeating a group that takes part in some repetitions only'],
  ['(a*)*', 'repeating a part that can match nothing'],
  ['(?:|a)+', 'repeating a part that can match nothing'],
  ['a??', 'a pattern that prefers to match nothing'],
  ['|a', 'a pattern that prefers to match nothing'],
  ['a*|b', 'a pattern that prefers to match nothing'],
  ...['(?i:b)c', '(?s:.)+', '(?x) a b', '(?ia)k', '(?a)\\w', '(?u)\\w', '(?#note)b'].map(
    (pattern): [string, string] => [pattern, `the group ${pattern.slice(0, 4)} is not valid, or`],
  ),
  ...['B', '0', 'a', 'U00000043', '101', 'N{BULLET}'].map((sequence): [string, string] => [
    `\\${sequence}`,
    `the escape \\${sequence.charAt(0)} is not valid, or`,
  ]),
  ['[\\b]', 'the escape \\b is not valid, or'],
  ['(?P<q>a)(?P=q)', 'the group (?P= is not valid, or'],
  ...['(a)(?<=\\1)b', '(?<=(?>a))b', '(?<=(a))b', '(?<=a|bc)d'].map((pattern): [string, string] => [
    pattern,
    'a look-behind with groups, or of no fixed width,',
  ]),
]

const LONG = 200_000
const all = (pattern: string, text: string) => findAll(pattern, text, true)

describe('findAll', () => {
  it.each(FOUND)('finds %j in %j as Python does', (pattern, text, matches) => {
    expect(all(pattern, text)).toEqual({ matches, count: matches.length })
  })

  it.each(BAD)('refuses %j as Python does', (pattern) => {
    expect(() => all(pattern, 'a')).toThrow(PatternError)
  })

  it.each(LEFT_OUT)('does not support %j', (pattern, what) => {
    expect(() => all(pattern, 'a')).toThrow(`${what} is not supported`)
  })

  it('says what is wrong with a pattern, and where', () => {
    const problem = (pattern: string): unknown => {
      try {
        return all(pattern, '')
      } catch (error) {
        const { message, position } = error as PatternError
        return [message, position]
      }
    }
    expect(problem('ab(c')).toEqual(['an opening parenthesis has no closing one', 2])
    expect(problem('🚀[a')).toEqual(['a set of characters lacks its ]', 1])
    expect(problem('a(?<=b*)')).toEqual([
      'a look-behind with groups, or of no fixed width, is not supported',
      1,
    ])
    expect(problem('ba{3,2}')).toEqual([
      'a repeat count that is not valid, or above 10000, is not supported',
      1,
    ])
  })

  it('keeps the first match alone unless all are asked for, and counts all', () => {
    expect(findAll('a', 'aaa', false)).toEqual({ matches: ['a'], count: 3 })
    expect(findAll('(a)(b)?', 'abaa', false)).toEqual({ matches: [['a', 'b']], count: 3 })
    expect(findAll('z', 'aaa', false)).toEqual({ matches: [], count: 0 })
  })

  it.each([
    ['(a+)+$', `${'a'.repeat(5000)}b`],
    ['(a|aa)+$', `${'a'.repeat(60)}b`],
    ['(.*)(.*)(.*)(.*)(.*)(.*)x', 'a'.repeat(300)],
    ['a*b', 'a'.repeat(5 * LONG)],
  ])('is stopped by time on %j', (pattern, text) => {
    expect(() => all(pattern, text)).toThrow(TimeLimitError)
  })

  it.each([
    ['\\d+', '0123456789 ', 18_182],
    ['[a-z]+', 'word ', 40_000],
    ['needle', 'haystack ', 0],
    ['', 'a', LONG + 1],
    ['(?:a|b)*', 'ab', 2],
    ['(?i)É+', '日é', 100_000],
    ['[\\w.]+@\\w+', 'ana@example.com, ', 11_765],
  ])('finds %j in a long text', (pattern, unit, count) => {
    const text = unit.repeat(Math.ceil(LONG / unit.length)).slice(0, LONG)
    expect(findAll(pattern, text, false).count).toBe(count)
  })

  it('bounds the pattern, its nesting and the result', () => {
    expect(() => all('a'.repeat(10_001), '')).toThrow('longer than 10000')
    expect(all(`${'('.repeat(90)}a${')'.repeat(90)}`, 'a').count).toBe(1)
    expect(() => all(`${'('.repeat(1000)}a${')'.repeat(1000)}`, 'a')).toThrow('nested deeper')
    expect(() => all('()'.repeat(300), 'a'.repeat(1000))).toThrow('more than 200000 texts')
    expect(() => all('(?=(.*))', 'a'.repeat(10_000))).toThrow('10000000 characters')
  })
})

describe('a call of regex_match', () => {
  const call = (pattern: string, text: string) =>
    registry.execute('regex_match', { pattern, text }, new World(3))

  it('without an end makes the attempt errored: no answer says that the agent was wrong', () => {
    const result = call('(a+)+$', `${'a'.repeat(5000)}b`)
    expect(result).toMatchObject({ ok: false, status: 500, thrown: expect.any(UnansweredCall) })
  })

  it('with a pattern that is not supported is refused, naming what is not supported', () => {
    expect(call('(a)?(?(1)b|c)', 'ab')).toMatchObject({
      ok: false,
      status: 422,
      error: {
        parameter: 'pattern',
        message: expect.stringContaining('the group (?(1 is not valid, or is not supported'),
      },
    })
  })
})
