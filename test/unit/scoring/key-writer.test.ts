import { expect, it } from 'vitest'
import { KeyWriter } from '../../../src/scoring/placement.ts'

it.each([3, 1_000, 100_000])('keys of positions below %i differ wherever the positions do', (count) => {
  const keys = new KeyWriter(2, count)
  const write = ([first, ...others]: readonly number[]): string | number => {
    keys.start(first as number)
    for (const position of others) keys.add(position)
    return keys.key
  }
  const values = [-2, -1, 0, 1, count - 1]
  const lists = [0, 1, 2, 7, 40].flatMap((length) => {
    const list = [0, ...Array.from({ length }, () => -2)]
    return [
      list,
      ...list.flatMap((_, i) => (i === 0 ? [] : values.slice(1).map((value) => list.with(i, value)))),
    ]
  })
  expect(new Set(lists.map(write)).size).toBe(lists.length)
  expect(lists.map(write)).toEqual(lists.map(write))
})
