import { expect, it } from 'vitest'
import { findDuplicateKey } from '../../../src/shared/parse-json.ts'

it.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3}]}', undefined],
  ['{"a":"a","b":"a"}', undefined],
  ['{"a" : 1, "\\u0061"\n:2}', 'a'],
  ['{"x":{"y\\"":1,"y\\"":2}}', 'y"'],
  ['["{",{"b":"}","b":1}]', 'b'],
])('%s', (text, key) => {
  expect(findDuplicateKey(text)).toBe(key)
})

it('reads strings of any length', () => {
  for (const unit of ['x', '\\n', '\\\\'])
    expect(findDuplicateKey(`{"a":"${unit.repeat(10_000_000)}","a":1}`)).toBe('a')
})
