import { expect, it } from 'vitest'
import type { JsonObject } from '../../../src/shared/json.ts'
import { buildToolkitOfTools } from '../../../src/tools/imported/import/described-tools.ts'
import { importOpenApiToolkit } from '../../../src/tools/imported/import/openapi/operations.ts'

const ORDER = {
  type: 'object',
  required: ['id', 'total'],
  properties: { id: { type: 'string' }, total: { type: 'number' } },
}
const answer = (schema: JsonObject): JsonObject => ({
  200: { description: 'Done.', content: { 'application/json': { schema } } },
})
const slot = (name: string, where = 'path'): JsonObject => ({
  name,
  in: where,
  required: true,
  schema: { type: 'string' },
})
const get = (
  operationId: string,
  parameters: JsonObject[],
  schema: JsonObject = ORDER,
  more: JsonObject = {},
) => ({
  operationId,
  summary: `Calls ${operationId}.`,
  parameters,
  responses: answer(schema),
  ...more,
})
const deprecated = { deprecated: true }

it.each<[string, JsonObject, string[], string[]]>([
  [
    'an earlier version',
    {
      '/v1/orders/{orderId}': { get: get('getOrderV1', [slot('orderId')], ORDER, deprecated) },
      '/v2/orders/{id}': { get: get('getOrder', [slot('id')]) },
    },
    ['getOrder'],
    ['getOrderV1: left out: it is deprecated, and getOrder does the same'],
  ],
  [
    'an earlier path',
    {
      '/order/{id}': { get: get('fetchOrder', [slot('id')], ORDER, deprecated) },
      '/orders/{id}': { get: get('getOrder', [slot('id')]) },
    },
    ['getOrder'],
    ['fetchOrder: left out: it is deprecated, and getOrder does the same'],
  ],
  [
    'none that is not deprecated',
    {
      '/v1/orders/{id}': { get: get('getOrderV1', [slot('id')]) },
      '/v2/orders/{id}': { get: get('getOrder', [slot('id')]) },
    },
    ['getOrder', 'getOrderV1'],
    [],
  ],
  [
    'none that takes or returns something else, or is about another thing',
    {
      '/orders/byTag': { get: get('findByTag', [slot('tag', 'query')], ORDER, deprecated) },
      '/orders/byShop': { get: get('findByShop', [slot('shop', 'query')]) },
      '/v1/orders/{id}': {
        get: get(
          'getOrderV1',
          [slot('id')],
          { type: 'object', properties: { id: { type: 'string' } } },
          deprecated,
        ),
      },
      '/v2/orders/{id}': { get: get('getOrder', [slot('id')]) },
      '/carts/{id}': { get: get('getCart', [slot('id')], ORDER, deprecated) },
    },
    ['findByShop', 'findByTag', 'getCart', 'getOrder', 'getOrderV1'],
    [],
  ],
])('an import leaves out a deprecated twin: %s', (_, paths, kept, left) => {
  const document = {
    openapi: '3.0.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://a.example' }],
    paths,
  }
  const { toolkit, remarks } = importOpenApiToolkit(document, 'shop', 'shop.json')
  expect(toolkit.tools.map(({ name }) => name).sort()).toEqual(kept)
  expect(
    remarks.map(({ name, why }) => `${name}: ${why}`).filter((text) => text.includes('deprecated')),
  ).toEqual(left)
})

it('tools without addresses say it in their schema', () => {
  const input = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  const { toolkit, remarks } = buildToolkitOfTools(
    [
      { name: 'get_order_v1', input: { ...input, deprecated: true }, output: ORDER },
      { name: 'get_order', input, output: ORDER },
      { name: 'get_cart', input: { ...input, deprecated: true }, output: ORDER },
    ],
    'shop',
    { kind: 'mcp', from: 'shop' },
  )
  expect(toolkit.tools.map(({ name }) => name)).toEqual(['get_order', 'get_cart'])
  expect(remarks).toContainEqual({
    name: 'get_order_v1',
    why: 'left out: it is deprecated, and get_order does the same',
  })
})
