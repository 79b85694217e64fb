import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toolGraph } from '../../../../src/generate/graph/tool-graph.ts'
import { toolsFromMcp } from '../../../../src/generate/import-tools/from-mcp.ts'
import { toolsFromOpenApi } from '../../../../src/generate/import-tools/from-openapi.ts'
import { toolFromZod } from '../../../../src/generate/import-tools/from-zod.ts'
import { field } from '../../../../src/schema/semantic.ts'
import { toolSchema } from '../../../../src/schema/tool.ts'
import { openApiOf } from '../../../../src/simulators/openapi.ts'
import { registry } from '../../../../src/simulators/registry.ts'

describe('a tool declared with zod', () => {
  const tool = toolFromZod({
    name: 'find_hotel',
    description: 'Finds one.',
    input: z.object({
      city: z.string(),
      nights: z.int().default(1),
      where: field(z.string(), 'country', ''),
    }),
    output: z.object({ id: z.string(), opened: z.date() }),
    effect: 'read',
  })

  test('keeps names, requirements and declared meanings', () => {
    expect(toolSchema.parse(tool)).toMatchObject({
      effect: 'read',
      inputSchema: { required: ['city', 'where'], properties: { where: { 'x-semantic': 'country' } } },
      outputSchema: { properties: { id: { type: 'string' } } },
    })
  })

  test('counts as writing unless told otherwise, and needs no output', () => {
    expect(toolFromZod({ name: 'a', description: '', input: z.object({}) })).toMatchObject({
      effect: 'write',
      outputSchema: {},
    })
  })
})

describe('tools that an MCP server lists', () => {
  const inputSchema = { type: 'object', properties: { url: { type: 'string' } } }

  test('take their effect from the annotations', () => {
    const tools = toolsFromMcp({
      tools: [
        { name: 'fetch', inputSchema, annotations: { readOnlyHint: true } },
        { name: 'put', inputSchema, annotations: { idempotentHint: true }, title: 'Put it' },
        { name: 'post', description: 'Posts it.', inputSchema, outputSchema: { type: 'object' } },
      ],
      nextCursor: 'x',
    })
    expect(tools.map(({ name, effect, description }) => [name, effect, description])).toEqual([
      ['fetch', 'read', ''],
      ['put', 'idempotent-write', 'Put it'],
      ['post', 'write', 'Posts it.'],
    ])
    for (const tool of tools) toolSchema.parse(tool)
  })

  test.each([[undefined], [[]], [{ tools: [{ name: 'a' }] }]])('refuses %j', (listing) => {
    expect(() => toolsFromMcp(listing)).toThrow(/^Failed to read MCP tools: .*Give the result of tools\/list/)
  })
})

describe('tools of an OpenAPI document', () => {
  const document = {
    openapi: '3.1.0',
    components: {
      parameters: {
        Id: { name: 'order_id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } },
      },
      schemas: {
        Id: { type: 'string', format: 'uuid' },
        Order: {
          type: 'object',
          properties: {
            id: { $ref: '#/components/schemas/Id' },
            parts: { type: 'array', items: { $ref: '#/components/schemas/Order' } },
          },
        },
      },
    },
    paths: {
      '/orders/{order_id}': {
        parameters: [{ $ref: '#/components/parameters/Id' }],
        get: {
          operationId: 'getOrder',
          summary: 'One order.',
          tags: ['orders'],
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
          },
        },
        delete: { responses: { 204: {} } },
      },
      '/orders': {
        post: {
          requestBody: {
            content: {
              'application/json; charset=utf-8': {
                schema: {
                  type: 'object',
                  properties: { customerEmail: { type: 'string' } },
                  required: ['customerEmail'],
                },
              },
            },
          },
          responses: { 201: { content: { 'application/vnd.shop+json': { schema: { type: 'string' } } } } },
        },
      },
    },
  }

  test('have names, effects, and parameters beside the properties of the body', () => {
    const tools = toolsFromOpenApi(document)
    expect(tools.map(({ name, effect, category }) => [name, effect, category])).toEqual([
      ['getOrder', 'read', 'orders'],
      ['delete_orders_order_id', 'idempotent-write', 'tools'],
      ['post_orders', 'write', 'tools'],
    ])
    expect(tools[0]).toMatchObject({
      description: 'One order.',
      inputSchema: { properties: { order_id: { format: 'uuid' } }, required: ['order_id'] },
      outputSchema: { properties: { id: { format: 'uuid' }, parts: { items: {} } } },
    })
    expect(tools[2]).toMatchObject({
      inputSchema: { properties: { customerEmail: { type: 'string' } }, required: ['customerEmail'] },
      outputSchema: { type: 'string' },
    })
    expect([...toolGraph(tools).edges()].map(({ from, to }) => `${from.at} -> ${to.tool}${to.at}`)).toEqual([
      '/id -> getOrder/order_id',
      '/id -> delete_orders_order_id/order_id',
    ])
  })

  test('of this package itself are the tools they came from', () => {
    const tools = toolsFromOpenApi(openApiOf([...registry.values()]))
    expect(tools.map(({ name }) => name).sort()).toEqual([...registry.keys()])
    const own = tools.find(({ name }) => name === 'get_weather')
    expect(own?.inputSchema.properties).toEqual(registry.get('get_weather')?.inputSchema.properties)
  })

  test.each([
    [{}, /it has no "paths"/],
    [{ paths: {} }, /it has no operations/],
    [{ paths: { '/a': { $ref: '#/nowhere' } } }, /"#\/nowhere" leads nowhere/],
    [{ paths: { '/a': { $ref: 'other.json#/a' } } }, /leads to another document/],
  ])('are refused of %j', (bad, message) => {
    expect(() => toolsFromOpenApi(bad)).toThrow(message)
  })
})
