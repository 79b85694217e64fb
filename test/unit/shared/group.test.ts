import { expect, it } from 'vitest'
import { tally } from '../../../src/shared/group.ts'

it('a tally counts, commonest first, equal counts in the order in which they come', () => {
  expect(tally(['b', 'a', 'c', 'c'])).toEqual([
    ['c', 2],
    ['b', 1],
    ['a', 1],
  ])
})
