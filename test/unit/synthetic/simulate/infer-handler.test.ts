import { describe, expect, it } from 'vitest'
import { inferHandler } from '../../../../src/synthetic/simulate/infer-handler.ts'
import { respond } from '../../../../src/synthetic/simulate/respond.ts'
import { World } from '../../../../src/world/world.ts'
import { SHOP_STATE, shopOf, shopTool } from './kiln-shop.ts'

const inferred = (name: string, parameters: Record<string, string>, outputs: Record<string, string>) =>
  inferHandler(shopTool(name, parameters, outputs), SHOP_STATE)

describe('inferred handlers', () => {
  it('look up a record by the parameter that names it', () => {
    expect(
      inferred(
        'Get Glaze',
        { glaze_id: 'string' },
        { glaze_id: 'string', price: 'number', advice: 'string' },
      ),
    ).toEqual({
      collection: 'glazes',
      action: 'read',
      match: [{ parameter: 'glaze_id', field: 'glaze_id' }],
      one: true,
      set: [],
      nonNegative: [],
      outputs: [
        { output: 'glaze_id', from: { parameter: 'glaze_id' } },
        { output: 'price', from: { field: 'price' } },
      ],
    })
  })

  it('give a record a new status, and leave it where none is given', () => {
    const shop = shopOf([
      shopTool('Glaze Tracker', { glaze_id: 'string', new_status: 'string?' }, { current_status: 'string' }),
    ])
    const world = new World()
    const ask = (args: Record<string, string>) => respond({ tool: 'Glaze Tracker', args }, shop, world)
    expect(ask({ glaze_id: 'GLZ-001' })).toMatchObject({
      output: { current_status: 'active' },
      origin: 'deduced',
    })
    expect(ask({ glaze_id: 'GLZ-001', new_status: 'retired' }).output).toEqual({ current_status: 'retired' })
    expect(ask({ glaze_id: 'GLZ-001' }).output).toEqual({ current_status: 'retired' })
  })

  it('make up what they say of records that are not there: the state need not be the whole world', () => {
    const shop = shopOf([shopTool('Get Glaze', { glaze_id: 'string' }, { price: 'number' })])
    expect(respond({ tool: 'Get Glaze', args: { glaze_id: 'GLZ-9' } }, shop, new World())).toMatchObject({
      verdict: { status: 'PASS' },
      origin: 'synthetic',
    })
  })

  it.for([
    ['a tool that reckons', 'Calculate Glaze', { glaze_id: 'string' }, { price: 'number' }],
    ['a tool that validates', 'Glaze Validator', { glaze_id: 'string' }, { status: 'string' }],
    ['an output of another type', 'Get Glaze', { glaze_id: 'string' }, { price: 'string' }],
    ['an output that no record has', 'Get Glaze', { glaze_id: 'string' }, { owner: 'string' }],
    ['a parameter of no collection', 'Get Clay', { clay_id: 'string' }, { price: 'number' }],
  ] as const)('are none for %s', ([, name, parameters, outputs]) => {
    expect(inferred(name, parameters, outputs)).toBeUndefined()
  })
})
