import { describe, expect, it } from 'vitest'
import {
  cut,
  formatFullValue,
  formatPlural,
  shareText,
  shortenValue,
} from '../../../../../src/report/html/client/format.ts'

describe('values on one line', () => {
  it.each([
    ['a\n  b', 'a b'],
    [3.5, '3.5'],
    [null, 'null'],
    [['a', 1], '["a", 1]'],
    [{ a: 1 }, '{"a":1}'],
    [{ $from: 'step_1', at: '/results/0/url' }, '← step_1 results.0.url'],
    [{ $from: 'step_1', at: '' }, '← step_1 whole value'],
    [
      { $from: 'a', at: '/x', via: [{ scale: 0.001 }, { round: 1 }] },
      '← a x (times 0.001, rounded to 1 decimal)',
    ],
    [{ $calc: 'max', of: [{ $from: 'a', at: '/x' }, 2] }, 'max(← a x, 2)'],
    [{ $text: ['It is ', { $from: 'a', at: '/x' }] }, 'text with ← a x'],
    [
      { $template: ['It is ', { gap: 'wind', is: { $from: 'a', at: '/x' } }, ' km/h'] },
      'the text "It is <← a x> km/h"',
    ],
    [{ $pick: 'min', of: [1], give: [{ $from: 'a', at: '/x' }] }, 'by min: ← a x'],
    [{ $oneOf: ['a', 'b'] }, 'one of a, b'],
    [{ $unordered: [1, 2] }, 'in any order 1, 2'],
    [{ $any: true }, 'anything'],
    [{ $literal: { $text: 1 } }, '{"$text":1}'],
    [[{ $from: 'a', at: '/x' }], '[← a x]'],
  ])('%j is shown as %s', (value, text) => expect(shortenValue(value)).toBe(text))
})

describe('figures and texts', () => {
  it('are written for people', () => {
    expect([shareText(0.5), shareText(null), shareText(1)]).toEqual(['50.0 %', '–', '100.0 %'])
    expect([formatPlural(1, 'task'), formatPlural(2000, 'task')]).toEqual(['1 task', '2,000 tasks'])
    expect([cut('abcdef', 4), cut('abc', 4)]).toEqual(['abc…', 'abc'])
    expect(formatFullValue({ a: 'x'.repeat(100) })).toContain('\n  "a"')
    expect(formatFullValue([1, 2])).toBe('[1,2]')
  })
})
