import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { openFigures } from '../../../../src/synthetic/simulate/open-figures.ts'
import { stateOf } from '../../../../src/synthetic/simulate/state.ts'
import { World } from '../../../../src/world/world.ts'
import { shopOf, shopTool } from './kiln-shop.ts'

const tool = shopTool('Look', { grade: 'integer|Grade of the clay (1200 or 1280)' }, { found: 'string' })
const kit = (state: JsonObject) => shopOf([tool], state)
const pathsOf = (state: JsonObject): string[] => openFigures(kit(state)).map(({ path }) => path.join('/'))

describe('open figures', () => {
  it('are figures of records that nothing else speaks of', () => {
    expect(
      pathsOf({
        clays: [
          { clay_id: 101, price: 18.45, note: 'fine' },
          { clay_id: 102, price: 21.95, note: 'coarse' },
        ],
        kilns: { north: { volume_litres: 1250.5 } },
      }),
    ).toEqual(['clays/0/price', 'clays/1/price', 'kilns/north/volume_litres'])
  })

  it.for([
    ['another record', { a: [{ price: 18.45 }], b: [{ paid: 18.45 }] }],
    ['a text', { a: [{ price: 18.45, note: 'was 18.45 last year' }] }],
    ['a name', { a: [{ order_number: 18_450 }] }],
    ['a sum', { a: [{ net: 18.45, tax: 3.69, total: 22.14 }] }],
    ['a product', { a: [{ each: 18.45, count: 3, total: 55.35 }] }],
    ['its peers', { a: [{ price: 18.45 }, { price: 18.45 }] }],
    ['a number too short to be a figure', { a: [{ days: 30 }, { days: 45 }] }],
    ['a field that is no number elsewhere', { a: [{ price: 18.45 }, { price: 'on request' }] }],
  ] as [string, JsonObject][])('leave alone what is tied to %s', ([, state]) => {
    expect(pathsOf(state)).toEqual([])
  })
})

describe('the state of a world', () => {
  const given = { clays: [{ clay_id: 'CL-1', price: 18.45, left: 1200 }] }

  it('is at seed 0 the one that was given', () => {
    expect(stateOf(new World(), kit(given))).toEqual(given)
  })

  it('has other figures at other seeds, near the given ones and with the same decimals', () => {
    const prices = Array.from({ length: 50 }, (_, i) => {
      const { clays } = stateOf(new World(i + 1), kit(given)) as typeof given
      return clays[0]!.price
    })
    expect(new Set(prices).size).toBeGreaterThan(45)
    for (const price of prices) {
      expect(price).toBeGreaterThanOrEqual(9.22)
      expect(price).toBeLessThanOrEqual(27.68)
      expect(Number(price.toFixed(2))).toBe(price)
    }
  })

  it('is the same for the same seed', () => {
    expect(stateOf(new World(7), kit(given))).toEqual(stateOf(new World(7), kit(given)))
  })
})
