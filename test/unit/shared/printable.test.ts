import { expect, it } from 'vitest'
import { makeDeeplyPrintable, makeLinesPrintable, makePrintable } from '../../../src/shared/printable.ts'

it.each([
  ['\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
  ['a\u0000\u0007\bb', 'a\\x00\\x07\\x08b'],
  ['one\r\ntwo\tthree', 'one\\r\\ntwo\\tthree'],
  ['\u007f\u0080\u009b2J\u009f', '\\x7f\\x80\\x9b2J\\x9f'],
  ['a\u202eb\u2066c\u200fd\u061ce\u2028f\ufeff', 'a\\u202eb\\u2066c\\u200fd\\u061ce\\u2028f\\ufeff'],
  ['::error file=x::y', '\\x3a:error file=x::y'],
  ['  ::set-output', '  \\x3a:set-output'],
  ['a ::b', 'a ::b'],
  ['a ##[error]b', 'a #\\x23[error]b'],
  ['Zürich 東京 👩‍🚀 – ok', 'Zürich 東京 👩‍🚀 – ok'],
])('printable %j', (text, expected) => {
  expect(makePrintable(text)).toBe(expected)
})

it('keeps lines where there may be several, and guards each', () => {
  expect(makeLinesPrintable('one\n::error::two\u001b')).toBe('one\n\\x3a:error::two\\x1b')
})

it('takes every text of plain data', () => {
  expect(makeDeeplyPrintable({ a: ['\u001b', 1, null], b: { c: '\n' } })).toEqual({
    a: ['\\x1b', 1, null],
    b: { c: '\\n' },
  })
})
