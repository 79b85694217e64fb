import { describe, expect, test } from 'vitest'
import type { Tool } from '../../../src/schema/tool.ts'
import { inferTypes } from '../../../src/tools/imported/infer-types.ts'

const tool = (input: Record<string, unknown>): Tool => ({
  name: 't',
  description: '',
  category: 'tools',
  effect: 'read',
  inputSchema: { type: 'object', properties: input },
  outputSchema: { type: 'object', properties: {} },
})

describe('inferred types', () => {
  const typeOf = (name: string, schema: Record<string, unknown>): unknown =>
    (inferTypes(tool({ [name]: schema })).inputSchema.properties as Record<string, Record<string, unknown>>)[
      name
    ]?.['x-semantic']

  test.each([
    ['sender_email_address', { type: 'string' }, 'email'],
    ['createdAt', { type: 'string' }, 'datetime'],
    ['destinationCity', { type: 'string' }, 'city'],
    ['total_price', { type: 'number' }, 'price'],
    ['latency_ms', { type: 'number' }, 'duration'],
    ['x', { type: 'string', format: 'uri' }, 'url'],
    ['website', { type: ['string', 'null'], format: 'uri' }, 'url'],
    ['pages', { type: 'integer' }, 'index'],
    ['mode', { type: 'string', enum: ['a', 'b'] }, 'enum'],
    ['samples', { type: 'array', items: { type: 'number' } }, 'numbers'],
    ['flavour', { type: 'string' }, 'label'],
    ['constructor', { type: 'string' }, 'label'],
    ['anything', {}, undefined],
  ])('%s %j is %s', (name, schema, type) => {
    expect(typeOf(name, schema)).toBe(type)
  })

  test('are not put over declared ones', () => {
    expect(typeOf('city', { type: 'string', 'x-semantic': 'country' })).toBe('country')
  })
})
