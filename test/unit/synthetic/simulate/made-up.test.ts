import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { madeUpOutput } from '../../../../src/synthetic/simulate/made-up/made-up.ts'
import type { KnownCall } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { World } from '../../../../src/world/world.ts'
import { shopTool } from './kiln-shop.ts'

const SEEDS = Array.from({ length: 60 }, (_, i) => i)
const PARAMETERS = { shelf: 'string?', glaze_ids: 'string[]?', channel: 'string?' }

const make = (
  outputs: Record<string, string>,
  { seed = 0, args = {}, known = [] }: { seed?: number; args?: JsonObject; known?: KnownCall[] } = {},
) => madeUpOutput(args, shopTool('Look', PARAMETERS, outputs), new World(seed), { known })

/** The values of one output at many seeds. */
const valuesOf = (name: string, text: string, known: KnownCall[] = []) =>
  SEEDS.map((seed) => make({ [name]: text }, { seed, known })[name])

const distinct = (values: unknown[]): number => new Set(values.map((value) => JSON.stringify(value))).size

describe('made-up outputs', () => {
  it('are the same for the same call in the same world, and others elsewhere', () => {
    const outputs = { batch_id: 'string', total: 'number', note: 'string', parts: 'string[]' }
    expect(make(outputs, { seed: 4 })).toEqual(make(outputs, { seed: 4 }))
    expect(make(outputs, { seed: 4 })).not.toEqual(make(outputs, { seed: 5 }))
    expect(make(outputs, { args: { shelf: 'A' } })).not.toEqual(make(outputs, { args: { shelf: 'B' } }))
  })

  it.for([
    ['batch_id', 'string'],
    ['notice_url', 'string'],
    ['note', 'string'],
    ['made_at', 'string'],
    ['glaze_name', 'string'],
    ['potter_email', 'string'],
    ['total_cost', 'number'],
    ['confidence_score', 'number|Confidence (0-1)'],
    ['shrinkage_percentage', 'number'],
  ] as const)('are hardly ever twice the same: %s', ([name, text]) => {
    expect(distinct(valuesOf(name, text))).toBeGreaterThanOrEqual(57)
  })

  it('count as many things as there may be, which is fewer than figures have values', () => {
    const counts = valuesOf('piece_count', 'integer') as number[]
    expect(distinct(counts)).toBeGreaterThanOrEqual(45)
    expect(Math.max(...counts)).toBeLessThanOrEqual(400)
  })

  it.for([
    ['score', 'number|Score from 0 to 1', 0, 1],
    ['score', 'integer|Rating (1-10)', 1, 10],
    ['sentiment_score', 'number|Sentiment (-1.0 to 1.0)', -1, 1],
    ['yield_percentage', 'number', 0, 100],
  ] as const)('keep to the range of %s, %s', ([name, text, low, high]) => {
    for (const value of valuesOf(name, text)) {
      expect(value).toBeGreaterThanOrEqual(low)
      expect(value).toBeLessThanOrEqual(high)
    }
  })

  it('have 10,000 values and more where the domain is open', () => {
    const costs = valuesOf('total_cost', 'number') as number[]
    expect(costs.every((cost) => Number(cost.toFixed(2)) === cost)).toBe(true)
    expect(Math.max(...costs) - Math.min(...costs)).toBeGreaterThan(1_000)
  })

  it('take options from prose, and of outcomes those of a call that went well', () => {
    const colours = valuesOf('colour', 'string|Colour: ash, bone, clay')
    expect(new Set(colours)).toEqual(new Set(['ash', 'bone', 'clay']))
    const states = valuesOf('delivery_status', 'string|Delivery status: sent, delivered, failed')
    expect(new Set(states)).toEqual(new Set(['sent', 'delivered']))
    expect(new Set(valuesOf('is_valid', 'boolean'))).toEqual(new Set([true]))
  })

  it('lie before the present of the world, or after it where the name says so', () => {
    for (const seed of SEEDS) {
      const { now } = new World(seed).clock
      const { fired_at: past, expires_at: future } = make(
        { fired_at: 'string|ISO 8601', expires_at: 'string|ISO 8601' },
        { seed },
      )
      expect(past).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(Date.parse(String(past))).toBeLessThan(now)
      expect(Date.parse(String(future))).toBeGreaterThan(now)
    }
  })

  it('repeat inputs, have an item for each of an input, and count lists', () => {
    const args = { shelf: 'B2', glaze_ids: ['G1', 'G2'], channel: 'post' }
    const output = make(
      {
        shelf: 'string',
        notice_channel_used: 'string',
        glaze_prices: 'number[]',
        updated_glazes: 'string[]|IDs of the glazes that were updated',
        failed_glazes: 'string[]|IDs of the glazes that were not updated',
        warnings: 'string[]',
        warning_count: 'integer',
        glaze_count: 'integer',
      },
      { args },
    )
    expect(output).toMatchObject({
      shelf: 'B2',
      notice_channel_used: 'post',
      updated_glazes: ['G1', 'G2'],
      failed_glazes: [],
      glaze_count: 2,
    })
    expect(output.glaze_prices).toHaveLength(2)
    expect(output.warnings).toHaveLength(Number(output.warning_count))
  })

  it('begin ids as known ones do', () => {
    const known = [{ tool: 'Look', args: {}, output: { batch_id: 'BAT-2024-0017' } }]
    for (const id of valuesOf('batch_id', 'string', known)) expect(id).toMatch(/^BAT-[0-9A-F]{12}$/)
    for (const id of valuesOf('firing_batch_id', 'string')) expect(id).toMatch(/^FB-[0-9A-F]{12}$/)
  })

  it('follow an overlay of the world, so that a fork can change them', () => {
    const tool = shopTool('Look', PARAMETERS, { total_cost: 'number', quirk: 'string' })
    const draw = { label: 'synthetic', parts: ['Look', {}] }
    const plain = madeUpOutput({}, tool, new World(2), { known: [] })
    const laid = madeUpOutput(
      {},
      tool,
      new World(2, { overlay: { ...draw, name: 'total_cost', value: 77.25 } }),
      { known: [] },
    )
    expect(laid).toEqual({ ...plain, total_cost: 77.25 })
  })
})
