import { expect, test } from 'vitest'
import { isStated } from '../../../src/scoring/stated.ts'
import type { LeafSchema } from '../../../src/tasks/equality.ts'

const meaning = (semantic: string): LeafSchema => ({ type: 'string', 'x-semantic': semantic }) as LeafSchema

test.each([
  ['250 euros, please', 'EUR', 'currency', true],
  ['250 € are enough', 'EUR', 'currency', true],
  ['what is that in dollars', 'USD', 'currency', true],
  ['in Swedish kronor', 'SEK', 'currency', true],
  ['250 euros, please', 'SEK', 'currency', false],
  ['translate it to French', 'fr', 'language', true],
  ['the weather in Norway', 'NO', 'country', true],
  ['Ping #finance', '#finance', 'person', true],
])('"%s" states %s as a %s: %s', (prompt, value, semantic, isNamed) => {
  expect(isStated(prompt, value, meaning(semantic))).toBe(isNamed)
})

test.each([
  ['on 2030-03-01 at 8:24 in the evening', '2030-03-01 20:24', true],
  ['on 2030-03-01 at 8:24 in the evening', '2030-03-01 08:24', false],
  ['on 2030-03-01 at 8:24 pm', '2030-03-01 08:24', false],
  ['on 2030-03-01 08:24', '2030-03-01 08:24', true],
])('a clock time is stated in its half of the day: %s, %s', (prompt, value, expected) => {
  expect(isStated(prompt, value, { type: 'string', 'x-semantic': 'datetime' } as never)).toBe(expected)
})
