import { expect, test } from 'vitest'
import { RecentMap } from '../../../src/shared/recent-map.ts'

test('the values that are kept are those that were asked for last, two generations at most', () => {
  const kept = new RecentMap<string>(3)
  for (let key = 0; key < 100; key++) {
    kept.set(String(key), 'abc')
    expect(kept.get('0')).toBe('abc')
  }
  const left = Array.from({ length: 100 }, (_, key) => String(key)).filter((key) => kept.get(key))
  expect(left[0]).toBe('0')
  expect(left).toContain('99')
  expect(left.length).toBeLessThan(9)
})
