import { describe, expect, test } from 'vitest'
import { RecentMap } from '../../../src/shared/recent-map.ts'

describe('values that are kept while they are asked for', () => {
  test('are those that were asked for last, twice the weight of one generation at most', () => {
    const kept = new RecentMap<string>(10, ({ length }) => length)
    for (let key = 0; key < 100; key++) {
      kept.set(String(key), 'abc')
      expect(kept.get('0')).toBe('abc')
    }
    const left = Array.from({ length: 100 }, (_, key) => String(key)).filter((key) => kept.get(key))
    expect(left[0]).toBe('0')
    expect(left).toContain('99')
    expect(left.length).toBeLessThan(10)
  })

  test('weigh once under one key', () => {
    const kept = new RecentMap<string>(10, ({ length }) => length)
    kept.set('first', 'abc')
    for (let i = 0; i < 100; i++) kept.set('second', 'abc')
    expect(kept.get('first')).toBe('abc')
  })
})
