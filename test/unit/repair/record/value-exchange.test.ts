import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/shared/json.ts'
import { RecordedValues } from '../../../../src/suites/repair/record/recorded-values.ts'
import type { RecordedCall } from '../../../../src/suites/repair/record/recording.ts'
import { ValueExchange } from '../../../../src/suites/repair/record/value-exchange.ts'
import { World } from '../../../../src/tools/world/world.ts'

const call = (result: Json): RecordedCall => ({
  id: 'task/1',
  tool: 'get',
  arguments: {},
  status: 200,
  body: JSON.stringify(result),
})
const exchangeOf = (flowed: readonly string[], result: Json, seed: number): ValueExchange =>
  new ValueExchange(new World(seed), flowed, new RecordedValues([call(result)]))

/** What a value is in 20 worlds. */
const others = (text: string, result: Json, name = 'id'): Json[] =>
  Array.from(
    { length: 20 },
    (_, i) => exchangeOf([text], result, i + 1).exchangeValue({ [name]: text }) as Record<string, Json>,
  ).map((value) => value[name] as Json)

describe('values of other worlds', () => {
  it.each([
    ['ord_7781', /^ord_\d{4}$/],
    ['3f9c2a1b-77de', /^[0-9a-f]{8}-[0-9a-z]{4}$/],
    ['ann@example.com', /^[a-z]{3}@example\.com$/],
    ['Ann Lee', /^[AEIOU][a-z]{2} [A-Z][a-z]{2}$/],
    ['2026-03-02T10:15:00Z', /^2026-\d\d-\d\dT10:15:00Z$/],
    ['https://api.example.com/orders/ord_7781', /^https:\/\/api\.example\.com\/orders\/ord_\d{4}$/],
    ['7', /^[1-9]\d{4}$/],
  ])('%s keep the format', (text, format) => {
    const values = others(text, { id: text })
    for (const value of values) expect(value).toMatch(format)
    expect(values).not.toContain(text)
    expect(new Set(values).size).toBeGreaterThan(10)
  })

  it('are those of the recording in world 0, and the same ones at every look', () => {
    expect(exchangeOf(['ord_7781'], { id: 'ord_7781' }, 0).exchangeValue('ord_7781')).toBe('ord_7781')
    expect(others('ord_7781', { id: 'ord_7781' })).toEqual(others('ord_7781', { id: 'ord_7781' }))
  })

  it('go both ways, within texts as well', () => {
    const exchange = exchangeOf(['ord_7781', '48.5'], { id: 'ord_7781', total: 48.5 }, 3)
    const there = exchange.exchangeValue({
      total: 48.5,
      text: 'Refund of ord_7781: 48.5 EUR, not ord_77812',
    }) as Record<string, Json>
    expect(there.text).not.toMatch(/ord_7781\b|48\.5/)
    expect(there.text).toContain('not ord_77812')
    expect(exchange.exchangeValue(there)).toEqual({
      total: 48.5,
      text: 'Refund of ord_7781: 48.5 EUR, not ord_77812',
    })
  })

  it('keep the rank of a figure or date in its field', () => {
    const prices = [12.5, 48.5, 51.25].map((price) => ({ price }))
    for (const value of others('48.5', prices, 'price')) {
      expect(Number(value)).toBeGreaterThan(12.5)
      expect(Number(value)).toBeLessThan(51.25)
    }
    const days = ['2026-02-01', '2026-03-02', '2026-11-05'].map((day) => ({ day }))
    for (const value of others('2026-03-02', days, 'day')) {
      expect(String(value) > '2026-02-01').toBe(true)
      expect(String(value) < '2026-11-05').toBe(true)
    }
  })

  it('are looked for at ids alone where they are short', () => {
    const exchange = exchangeOf(['7'], { id: 7, count: 7 }, 2)
    const there = exchange.exchangeValue({ id: 7, count: 7, order_id: '7', text: '7 of 9' }) as Record<
      string,
      Json
    >
    expect(there).toMatchObject({ count: 7, text: '7 of 9' })
    expect(String(there.id)).toBe(there.order_id)
    expect(there.id).toBeGreaterThan(9_999)
    // What was remembered is another id here.
    expect(exchange.exchangeValue({ order: String(there.id), id: '7' })).toEqual({
      order: '7',
      id: String(there.id),
    })
  })

  it.each([
    ['the total', ['153.99'], ['total']],
    ['an item', ['124.5'], ['line']],
    ['an id', ['ord_7781'], ['id']],
  ])('change %s alone where it alone flows', (_, flowed, changed) => {
    const order = { id: 'ord_7781', quantity: 3, price: 41.5, line: 124.5, shipping: 29.49, total: 153.99 }
    for (let seed = 1; seed <= 20; seed++) {
      const there = exchangeOf(flowed, order, seed).exchangeValue(order) as Record<string, Json>
      const differs = Object.entries(order).filter(([name, value]) => there[name] !== value)
      expect(differs.map(([name]) => name)).toEqual(changed)
      expect(exchangeOf(flowed, order, seed).exchangeValue(there)).toEqual(order)
    }
  })
})
