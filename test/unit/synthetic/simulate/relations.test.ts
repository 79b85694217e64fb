import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { formOnlyOutputs } from '../../../../src/synthetic/simulate/made-up/form-only.ts'
import { madeUpOutput, makeUp } from '../../../../src/synthetic/simulate/made-up/made-up.ts'
import { World } from '../../../../src/world/world.ts'
import { shopTool } from './kiln-shop.ts'

type Fields = Parameters<typeof shopTool>[1]

const made = (args: JsonObject, parameters: Fields, outputs: Fields, seed = 1): JsonObject =>
  madeUpOutput(args, shopTool('Look', parameters, outputs), new World(seed), { known: [] })

const SEEDS = [0, 1, 2, 3, 4]

describe('made-up outputs that hang together', () => {
  it.each(SEEDS)('have statistics of the list that they are of, at seed %i', (seed) => {
    const args = { prices: [4, 8, 9] }
    const outputs = {
      average_price: 'number',
      max_price: 'number',
      min_price: 'number',
      latest_price: 'number',
    }
    expect(made(args, { prices: 'number[]' }, outputs, seed)).toEqual({
      average_price: 7,
      max_price: 9,
      min_price: 4,
      latest_price: 9,
    })
  })

  it('take no list for one of something else', () => {
    const args = { prices: [4, 8, 9] }
    const { average_volatility } = made(args, { prices: 'number[]' }, { average_volatility: 'number' })
    expect(average_volatility).not.toBe(7)
  })

  it.each(SEEDS)('count no more than was handed over, at seed %i', (seed) => {
    const args = { ticket_ids: ['a', 'b', 'c'] }
    const outputs = { updated_tickets: 'integer', failed_tickets: 'integer', ticket_count: 'integer' }
    const result = made(args, { ticket_ids: 'string[]' }, outputs, seed)
    expect(result).toMatchObject({ updated_tickets: 3, failed_tickets: 0 })
    expect(Number(result.ticket_count)).toBeLessThanOrEqual(3)
  })

  it.each(SEEDS)('have sums of their parts and ratios of them, at seed %i', (seed) => {
    const result = made(
      {},
      {},
      {
        subtotal: 'number',
        tax_amount: 'number',
        discount: 'number',
        total_amount: 'number',
        total_runs: 'integer',
        success_rate: 'number',
        successful_runs: 'integer',
      },
      seed,
    )
    const [subtotal, tax, discount] = [result.subtotal, result.tax_amount, result.discount].map(Number)
    expect(result.total_amount).toBeCloseTo((subtotal ?? 0) + (tax ?? 0) - (discount ?? 0), 6)
    expect(result.success_rate).toBeCloseTo(Number(result.successful_runs) / Number(result.total_runs), 3)
  })

  it.each(SEEDS)('have bounds in order, about what they bound, at seed %i', (seed) => {
    const names = { forecast_value: 'number', lower_bound: 'number', upper_bound: 'number' }
    const { forecast_value, lower_bound, upper_bound } = made({}, {}, names, seed)
    expect(Number(lower_bound)).toBeLessThan(Number(forecast_value))
    expect(Number(upper_bound)).toBeGreaterThan(Number(forecast_value))
    const times = made({}, {}, { start_date: 'string', end_date: 'string' }, seed)
    expect(String(times.start_date) <= String(times.end_date)).toBe(true)
    const lists = { min_times: 'number[]', average_times: 'number[]', max_times: 'number[]' }
    const rows = made({}, {}, lists, seed)
    for (const [i, low] of [rows.min_times ?? []].flat().entries())
      expect(Number(low)).toBeLessThanOrEqual(Number([rows.max_times ?? []].flat()[i]))
  })

  it('say what became of all that was handed over, and of nothing else', () => {
    const args = { target_channels: ['web', 'print'] }
    const outputs = {
      published_channels: 'string[]',
      failed_channels: 'string[]',
      popular_channels: 'string[]',
    }
    const result = made(args, { target_channels: 'string[]' }, outputs)
    expect(result).toMatchObject({ published_channels: ['web', 'print'], failed_channels: [] })
    for (const one of [result.popular_channels ?? []].flat()) expect(args.target_channels).toContain(one)
  })

  it('have no faults where all is well', () => {
    const result = made({}, {}, { is_valid: 'boolean', errors: 'string[]', rule_violations: 'string[]' })
    expect(result).toEqual({ is_valid: true, errors: [], rule_violations: [] })
  })

  it('take words from brackets, and from the examples of a description', () => {
    const described = (name: string, description: string) => ({
      ...shopTool('Look', {}, {}),
      outputs: [{ name, type: 'string' as const, description }],
    })
    const look = (name: string, description: string) =>
      madeUpOutput({}, described(name, description), new World(2), { known: [] })[name]
    expect(['passed', 'failed']).toContain(look('outcome', 'The outcome (passed/failed)'))
    expect(['dock', 'aisle', 'shelf']).toContain(
      look('place', 'Where it stands, such as dock, aisle or shelf'),
    )
  })

  it('stay as they are where what would follow is out of bounds', () => {
    const tool = {
      ...shopTool('Look', { prices: 'number[]' }, {}),
      outputs: [
        {
          name: 'average_price',
          type: 'number' as const,
          description: 'From 0 to 5.',
          minimum: 0,
          maximum: 5,
        },
      ],
    }
    const { average_price } = madeUpOutput({ prices: [90, 100] }, tool, new World(1), { known: [] })
    expect(Number(average_price)).toBeLessThanOrEqual(5)
  })
})

describe('outputs of which only the form is right', () => {
  it('are those that nothing tells: not ids, options, measures, repeated inputs or what follows from others', () => {
    const outputs = {
      firing_id: 'string',
      glaze: 'string',
      confidence: 'number',
      quirk: 'number',
      verse: 'string',
      is_valid: 'boolean',
      started_at: 'string',
    }
    const { formOnly } = makeUp(
      { glaze: 'ash' },
      shopTool('Look', { glaze: 'string' }, outputs),
      new World(1),
      { known: [] },
    )
    expect([...formOnly].sort()).toEqual(['quirk', 'verse'])
  })

  it('are no empty lists', () => {
    const tool = shopTool('Look', {}, { oddities: 'string[]' })
    expect(formOnlyOutputs({}, { oddities: [] }, tool, false)).toEqual([])
    expect(formOnlyOutputs({}, { oddities: ['blue'] }, tool, false)).toEqual(['oddities'])
  })
})
