import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { respond, respondWithPlaceholders } from '../../../../src/synthetic/simulate/respond.ts'
import { World } from '../../../../src/tools/world/world.ts'
import { shopOf, shopToolsIn } from './kiln-shop.ts'

/** Tools that look up, list, browse, add, take and drop glazes, and find and add kilns. */
const shop = shopOf(shopToolsIn(new URL('handle.tools.jsonl', import.meta.url)))
const call = (world: World, tool: string, args: JsonObject) => respond({ tool, args }, shop, world)

describe('handlers', () => {
  it('looks one record up', () => {
    expect(call(new World(), 'Find Glaze', { glaze_id: 'GLZ-002' })).toMatchObject({
      verdict: { status: 'PASS', code: 200 },
      output: { colour: 'tenmoku', stock_kg: 3.2 },
      origin: 'handler',
    })
  })

  it.for([
    [{ limit: 2 }, ['GLZ-001', 'GLZ-002']],
    [{ limit: 2, page: 1 }, ['GLZ-001', 'GLZ-002']],
    [{ limit: 2, page: 2 }, ['GLZ-003']],
    [{ limit: 2, offset: 1 }, ['GLZ-002', 'GLZ-003']],
    [{ limit: 1, offset: 0 }, ['GLZ-001']],
    [{ limit: 2, page: 3 }, []],
  ])('shows the page that is asked for: %j', ([args, ids]) => {
    expect(call(new World(), 'Browse Glazes', args as JsonObject)).toMatchObject({ output: { ids } })
  })

  it('answers 404 where the one record is not there, in the words of the tool', () => {
    expect(call(new World(), 'Find Glaze', { glaze_id: 'GLZ-404' })).toEqual({
      verdict: {
        tool: 'Find Glaze',
        status: 'FAIL',
        code: 404,
        parameter: 'glaze_id',
        message: 'No such glaze: the glaze does not exist in the store.',
        rule: 'exists',
      },
      output: null,
      origin: null,
    })
  })

  it.for([
    [{}, { ids: ['GLZ-001', 'GLZ-002', 'GLZ-003'], number: 3, weight: 16.4 }],
    [{ colour: 'celadon' }, { ids: ['GLZ-001', 'GLZ-003'], number: 2, weight: 13.2 }],
    [
      { colour: 'celadon', status: 'retired' },
      { ids: ['GLZ-003'], number: 1, weight: 0.7 },
    ],
    [
      { colour: 'celadon', status: 'Retired' },
      { ids: ['GLZ-003'], number: 1, weight: 0.7 },
    ],
    [
      { colour: 'shino', status: null },
      { ids: [], number: 0, weight: 0 },
    ],
  ] as const)('lists, counts and sums what %o picks', ([args, output]) => {
    expect(call(new World(), 'List Glazes', args)).toMatchObject({ output, origin: 'handler' })
  })

  it('adds a record under a new id, which later calls of the same world find', () => {
    const world = new World()
    const made = call(world, 'Add Glaze', { colour: 'shino', price: 30 })
    expect(made).toMatchObject({
      origin: 'handler',
      output: { colour: 'shino', made: '2026-03-15T14:30:00.000Z' },
    })
    const id = String(made.output?.glaze_id)
    // The other ids end in digits; 48 bits are 15 of them.
    expect(id).toMatch(/^GLZ-\d{15}$/)
    expect(call(world, 'Find Glaze', { glaze_id: id }).output).toEqual({ colour: 'shino', stock_kg: 0 })
  })

  it('gives ids that depend on seed, arguments and equal calls before, and on nothing else', () => {
    const idOf = (seed: number, price: number) =>
      call(new World(seed), 'Add Glaze', { colour: 'shino', price }).output?.glaze_id
    expect(idOf(3, 30)).toBe(idOf(3, 30))
    expect(idOf(3, 30)).not.toBe(idOf(4, 30))
    expect(idOf(3, 30)).not.toBe(idOf(3, 31))
    const world = new World(3)
    const first = call(world, 'Add Glaze', { colour: 'shino', price: 30 }).output?.glaze_id
    call(world, 'Take Glaze', { glaze_id: 'GLZ-001', kilograms: 1 })
    const second = call(world, 'Add Glaze', { colour: 'shino', price: 30 }).output?.glaze_id
    expect(first).toBe(idOf(3, 30))
    expect(second).not.toBe(first)
  })

  it('keeps a balance, without the noise of binary fractions, and refuses to overdraw it', () => {
    const world = new World()
    expect(call(world, 'Take Glaze', { glaze_id: 'GLZ-002', kilograms: 0.9 }).output).toEqual({ left: 2.3 })
    expect(call(world, 'Take Glaze', { glaze_id: 'GLZ-002', kilograms: 2.4 }).verdict).toMatchObject({
      status: 'FAIL',
      code: 400,
      parameter: 'kilograms',
      rule: 'balance',
      message: 'Invalid value for kilograms: stock_kg would fall below zero.',
    })
    expect(call(world, 'Take Glaze', { glaze_id: 'GLZ-002', kilograms: 2.3 }).output).toEqual({ left: 0 })
  })

  it('does nothing where an output stays open, and deletes once somebody answers', () => {
    const world = new World()
    expect(() => call(world, 'Drop Glaze', { glaze_id: 'GLZ-001' })).toThrow(
      /Nothing answers Drop Glaze\(\{"glaze_id":"GLZ-001"\}\) in world 0/,
    )
    expect(call(world, 'Find Glaze', { glaze_id: 'GLZ-001' }).verdict.code).toBe(200)
    const dropped = respondWithPlaceholders(
      { tool: 'Drop Glaze', args: { glaze_id: 'GLZ-001' } },
      shop,
      world,
    )
    expect(dropped).toMatchObject({
      origin: 'placeholder',
      output: { gone: 'GLZ-001', note: 'placeholder: note' },
    })
    expect(call(world, 'Find Glaze', { glaze_id: 'GLZ-001' }).verdict.code).toBe(404)
  })

  it('keeps what happens in a fork out of the world it came from', () => {
    const world = new World()
    call(world, 'Find Glaze', { glaze_id: 'GLZ-001' })
    const fork = world.fork()
    call(fork, 'Take Glaze', { glaze_id: 'GLZ-001', kilograms: 2.5 })
    call(fork, 'Add Glaze', { colour: 'ash', price: 9 })
    call(world, 'Take Glaze', { glaze_id: 'GLZ-001', kilograms: 1 })
    expect(call(fork, 'Find Glaze', { glaze_id: 'GLZ-001' }).output).toMatchObject({ stock_kg: 10 })
    expect(call(world, 'Find Glaze', { glaze_id: 'GLZ-001' }).output).toMatchObject({ stock_kg: 11.5 })
    expect(call(fork, 'List Glazes', {}).output).toMatchObject({ number: 4 })
    expect(call(world, 'List Glazes', {}).output).toMatchObject({ number: 3 })
    expect(shop.state.glazes).toHaveLength(3)
  })

  it('reads and writes collections that are objects by key', () => {
    const world = new World(1)
    expect(call(new World(), 'Find Kiln', { kiln: 'south' }).output).toEqual({
      volume: 80,
    })
    const id = call(world, 'Add Kiln', { volume: 40 }).output?.kiln_name
    expect(call(world, 'Find Kiln', { kiln: id ?? null }).output).toEqual({
      volume: 40,
    })
  })
})
