import { describe, expect, test } from 'vitest'
import { createRng } from '../../../src/shared/rng.ts'
import { listValidOrders } from '../../../src/suites/calibration/valid-orders.ts'

const step = (step_id: string, ...depends_on: string[]) => ({ step_id, depends_on })
const namesOf = (orders: { step_id: string }[][]): string[] =>
  orders.map((order) => order.map(({ step_id }) => step_id).join(''))

describe('valid orders', () => {
  test('are all there where they are few', () => {
    const diamond = [step('a'), step('b', 'a'), step('c', 'a'), step('d', 'b', 'c')]
    expect(namesOf(listValidOrders(diamond, 50, createRng(1))).sort()).toEqual(['abcd', 'acbd'])
  })

  test('are drawn uniformly where they are many', () => {
    // a<b beside c, d, e: 60 orders. A walk that takes any ready step would favour those that start with a.
    const steps = [step('a'), step('b', 'a'), step('c'), step('d'), step('e')]
    const all = new Set(namesOf(listValidOrders(steps, 60, createRng(1))))
    expect(all.size).toBe(60)
    const draws = 6000
    const counts = new Map<string, number>()
    for (let i = 0; i < draws; i++) {
      const [order = ''] = namesOf(listValidOrders(steps, 1, createRng(i, 'draw')))
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(new Set(counts.keys())).toEqual(all)
    const expected = draws / 60
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    // The 99.9 % point at 59 degrees of freedom.
    expect(chiSquare).toBeLessThan(98.3)
  })

  test('respect every dependency of a wide graph', () => {
    const wide = [...Array.from({ length: 30 }, (_, i) => step(`w${i}`)), step('last', 'w0', 'w7')]
    for (const order of listValidOrders(wide, 20, createRng(3))) {
      const at = (name: string): number => order.findIndex(({ step_id }) => step_id === name)
      expect(order).toHaveLength(31)
      expect(at('last')).toBeGreaterThan(Math.max(at('w0'), at('w7')))
    }
  })
})
