import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '../../../../src/schema/categories.ts'
import { CAPABILITIES } from '../../../../src/schema/tool.ts'
import { effectOf } from '../../../../src/synthetic/simulate/infer-effect.ts'
import { capabilityOf, categoryOf } from '../../../../src/synthetic/simulate/infer-place.ts'
import { schemasOf } from '../../../../src/synthetic/simulate/json-schema.ts'
import { handlerOf, shopTool } from './kiln-shop.ts'

describe('inferred effects', () => {
  it.for([
    ['Customer Notifier', 'Sends notices.', 'write'],
    ['create_order', '', 'write'],
    ['Shipping Label Generator', 'Generates labels.', 'write'],
    ['Report Generator', 'Generates a report on sales.', 'read'],
    ['Refund Calculator', 'Calculates refunds.', 'read'],
    ['Kiln Settings Updater', 'Updates settings.', 'idempotent-write'],
    ['cancel_order', '', 'idempotent-write'],
    ['Glaze Finder', 'Finds glazes.', 'read'],
    ['Oracle', 'Knows.', 'read'],
  ] as const)('%s: %s is a %s', ([name, description, effect]) => {
    expect(effectOf(shopTool(name, { glaze: 'string' }, {}, { description }))).toBe(effect)
  })

  it('go by a new status, a new id, the handler, and first by what is said', () => {
    expect(effectOf(shopTool('Glaze Tracker', { new_status: 'string?' }, {}))).toBe('idempotent-write')
    const made = { plan_id: 'string|Unique identifier assigned to the plan' }
    expect(effectOf(shopTool('Firing Planner', { cone: 'integer' }, made))).toBe('write')
    const moves = handlerOf({
      collection: 'glazes',
      action: 'update',
      set: [{ field: 'stock_kg', to: { subtract: 'kilograms' } }],
    })
    const taking = shopTool('Glaze Finder', { kilograms: 'number' }, {}, { handler: moves })
    expect(effectOf(taking)).toBe('write')
    expect(effectOf({ ...taking, effect: 'read' })).toBe('read')
  })

  it('have a category of the closed list, by their words', () => {
    expect(categoryOf(shopTool('Customer Notifier', { text: 'string' }, {}), 'write')).toBe('communication')
    const odd = shopTool('Oracle', { text: 'string' }, {})
    expect(categoryOf(odd, 'write')).toBe('state_management')
    expect(CATEGORIES).toContain(categoryOf(odd, 'read'))
  })

  it('share a capability where they do the same to the same fields, and only there', () => {
    const set = (name: string, field: string) => {
      const handler = handlerOf({
        collection: 'kilns',
        action: 'update',
        set: [{ field, to: { parameter: 'value' } }],
      })
      return capabilityOf(shopTool(name, { value: 'string' }, {}, { handler }), 'idempotent-write')
    }
    expect(set('Set Cone', 'cone')).toBe(set('Change Cone', 'cone'))
    expect(set('Set Cone', 'cone')).not.toBe(set('Set Status', 'status'))
    const unknown = (name: string) => capabilityOf(shopTool(name, { text: 'string' }, {}), 'write')
    expect(unknown('Send Letter')).not.toBe(unknown('Send Parcel'))
    expect(CAPABILITIES).toContain(capabilityOf(shopTool('Oracle', { text: 'string' }, {}), 'read'))
  })
})

describe('schemas for models', () => {
  const { inputSchema, outputSchema } = schemasOf(
    shopTool(
      'Look',
      { customer_email: 'string', mode: 'string?|Mode: fast, full', cones: 'integer[]|Cones (1-10)' },
      { sent_at: 'string', level: 'string|Level: low, high, top', fee: 'number' },
    ),
  )

  it('say what values mean, and what rules allow', () => {
    expect(inputSchema).toMatchObject({
      required: ['customer_email', 'cones'],
      properties: {
        customer_email: { type: 'string', 'x-semantic': 'email' },
        mode: { enum: ['fast', 'full'], 'x-semantic': 'enum' },
        cones: { items: { type: 'integer', minimum: 1, maximum: 10 } },
      },
    })
    expect(outputSchema).toMatchObject({
      properties: {
        sent_at: { 'x-semantic': 'datetime' },
        level: { enum: ['low', 'high', 'top'] },
      },
    })
  })
})
