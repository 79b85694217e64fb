import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { tool as langChainTool } from '@langchain/core/tools'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { tool as agentsTool } from '@openai/agents'
import { jsonSchema, tool, zodSchema } from 'ai'
import { zodFunction } from 'openai/helpers/zod'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../../../src/shared/json.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import { generateSuite } from '../../../src/suites/generate/generate-suite.ts'
import { learnOutputs } from '../../../src/suites/repair/record/learn-outputs.ts'
import type { Recording } from '../../../src/suites/repair/record/recording.ts'
import { importMcpToolkit } from '../../../src/tools/imported/import/mcp.ts'
import { importOpenAiToolkit } from '../../../src/tools/imported/import/openai.ts'
import { importZodToolkit } from '../../../src/tools/imported/import/zod.ts'
import { generateDecidingTasks } from '../../support/suites.ts'

const object = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
})
const ID = z.object({ order_id: z.string() })
const TOTAL = z.object({ total: z.number() })
const ID_JSON = object({ order_id: { type: 'string' } })
const TOTAL_JSON = object({ total: { type: 'number' } })

/** What libraries beside zod have: Standard JSON Schema. */
const standard = (schema: JsonObject) => ({
  '~standard': { version: 1, vendor: 'own', jsonSchema: { input: () => schema, output: () => schema } },
})

function serverOfMcp(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1' })
  const shapes = { inputSchema: ID.shape, outputSchema: TOTAL.shape, annotations: { readOnlyHint: true } }
  server.registerTool('get_order', shapes, () => ({ content: [] }))
  return server
}

const execute = () => ({ total: 1 })
const description = 'Get an order'

describe('the output schema of a tool is read', () => {
  test.each<[string, unknown]>([
    ['of the AI SDK', tool({ description, inputSchema: ID, outputSchema: TOTAL, execute })],
    [
      'of the AI SDK by zodSchema()',
      tool({ description, inputSchema: zodSchema(ID), outputSchema: zodSchema(TOTAL), execute }),
    ],
    [
      'of the AI SDK by jsonSchema()',
      tool({
        description,
        inputSchema: jsonSchema(ID_JSON as never),
        outputSchema: jsonSchema(TOTAL_JSON as never),
        execute,
      }),
    ],
    [
      'of LangChain by zod',
      langChainTool(execute, { name: 'get_order', schema: ID, metadata: { output: TOTAL } }),
    ],
    [
      'of LangChain by JSON Schema',
      langChainTool(execute, {
        name: 'get_order',
        schema: ID_JSON as never,
        metadata: { output: TOTAL_JSON },
      }),
    ],
    ['of a server of MCP', serverOfMcp()],
    ['as MCP lists it', { name: 'get_order', inputSchema: ID_JSON, outputSchema: TOTAL_JSON }],
    ['as MCP registers it', { inputSchema: ID.shape, outputSchema: TOTAL.shape, handler: execute }],
    [
      'as Mastra keeps it',
      { id: 'order', inputSchema: standard(ID_JSON), outputSchema: standard(TOTAL_JSON) },
    ],
    ['with $defs', { inputSchema: ID, outputSchema: { $ref: '#/$defs/T', $defs: { T: TOTAL_JSON } } }],
  ])('%s', (_, declared) => {
    const { toolkit, remarks } = importZodToolkit({ get_order: declared }, 'shop', 'tools.ts')
    expect(remarks).toEqual([])
    expect(toolkit.tools).toMatchObject([
      { name: 'get_order', effect: 'read', input: ID_JSON, output: TOTAL_JSON },
    ])
    expect(toolkit.tools[0]).not.toHaveProperty('learnedFrom')
  })

  test.each<[string, unknown]>([
    ['of the OpenAI Agents SDK', agentsTool({ name: 'get_order', description, parameters: ID, execute })],
    ['of runTools', zodFunction({ name: 'get_order', parameters: ID, function: execute })],
    [
      'of toolRunner',
      betaZodTool({ name: 'get_order', description, inputSchema: ID, run: () => Promise.resolve('') }),
    ],
    ['by z.any()', { name: 'get_order', inputSchema: ID, outputSchema: z.any() }],
    ['by null', { name: 'get_order', inputSchema: ID, outputSchema: null }],
    ['without parameters', { name: 'get_order', parameters: { type: 'object' } }],
  ])('unless its library has none, which is said: %s', (_, declared) => {
    const { toolkit, remarks } = importZodToolkit({ default: [declared] }, 'shop', 'tools.ts')
    expect(toolkit.tools).toMatchObject([{ name: 'get_order', learnedFrom: 0 }])
    expect(remarks).toEqual([])
  })

  test.each([
    ['a list', z.array(TOTAL), 'items'],
    ['a text', { type: 'string' }, 'result'],
    ['a choice', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'result'],
  ])('if it is %s', (_, outputSchema, wrapped) => {
    const { toolkit } = importZodToolkit({ get_order: { inputSchema: ID, outputSchema } }, 'shop', 'tools.ts')
    expect(toolkit.tools).toMatchObject([{ wrapped }])
  })

  test('or named where it is of another kind; a tool whose arguments are of one is left out', () => {
    const odd = { kind: 'object', entries: {} }
    const declared = {
      get_order: { inputSchema: ID, outputSchema: odd, execute },
      list_orders: { inputSchema: odd, execute },
    }
    const { toolkit, remarks } = importZodToolkit({ tools: declared }, 'shop', 'tools.ts')
    expect(toolkit.tools).toMatchObject([{ name: 'get_order', learnedFrom: 0 }])
    expect(remarks).toEqual([
      { name: 'get_order', why: 'its result has a schema that is neither zod 4 nor JSON Schema' },
      {
        name: 'list_orders',
        why: 'left out: its arguments have a schema that is neither zod 4 nor JSON Schema',
      },
    ])
    expect(() => importZodToolkit({ list_orders: declared.list_orders }, 'shop', 'tools.ts')).toThrow(
      /^Failed to import tools\.ts: list_orders is left out: its arguments have .*\. Export an array/,
    )
  })

  test('in modules that hold themselves, or throw when they are read', () => {
    const self: Record<string, unknown> = { get_order: { inputSchema: ID } }
    self.self = self
    expect(importZodToolkit({ self }, 'shop', 'tools.ts').toolkit.tools).toHaveLength(1)
    const broken = Object.defineProperty({}, 'tools', {
      enumerable: true,
      get: () => {
        throw new Error('no database')
      },
    })
    expect(() => importZodToolkit({ broken }, 'shop', 'tools.ts')).toThrow(
      'Failed to import tools.ts: reading what it exports failed: no database. Export the tools alone.',
    )
  })
})

/** A recording of tools that gave these results; a number is the status of a failure. */
function record(results: Readonly<Record<string, readonly unknown[]>>): Recording {
  const tools = Object.keys(results).map((name) => ({
    ...{ name, effect: 'read' as const, description: '' },
    ...{ inputSchema: ID_JSON, outputSchema: {} },
  }))
  const calls = Object.entries(results).flatMap(([tool, list]) =>
    list.map((result, i) => ({
      ...{ id: `task/${tool}-${i}`, tool, arguments: {} },
      ...(result instanceof Error
        ? { status: 500, body: '{"error":"down"}' }
        : { status: 200, body: typeof result === 'function' ? result() : JSON.stringify(result) }),
    })),
  )
  return { version: 1, tools, calls, flowed: [] }
}
const learn = (...results: unknown[]) => learnOutputs(record({ get_order: results })).get('get_order')

describe('an output schema that results show', () => {
  const text = { type: 'string' }
  test.each<[string, unknown[], JsonObject]>([
    ['requires what all have', [{ id: 'a', at: 'x' }, { id: 'b' }], object({ id: text, at: text }, ['id'])],
    [
      'keeps the fields of what may be null',
      [{ by: null }, { by: { id: 'a' } }],
      object({ by: { type: ['null', 'object'], required: ['id'], properties: { id: text } } }),
    ],
    ['knows whole numbers only where all are', [[1, 2.5]], { type: 'array', items: { type: 'number' } }],
    ['guesses no bounds', [{ order_id: 7 }], object({ order_id: { type: 'integer' } })],
    ['guesses no choice', [{ status: 'open' }, { status: 'open' }], object({ status: text })],
    ['leaves items of empty lists open', [[]], { type: 'array', items: {} }],
    [
      'takes all types that it saw',
      [[1, 'a', null]],
      { type: 'array', items: { type: ['integer', 'string', 'null'] } },
    ],
    [
      'keeps lists and objects apart',
      [[], { id: 'a' }],
      { type: ['array', 'object'], required: ['id'], properties: { id: text }, items: {} },
    ],
    ['may be of a text', ['paid'], text],
    ['may be of a text that is not JSON', [() => 'paid'], text],
    ['may be of null', [null], { type: 'null' }],
    ['leaves failures out', [new Error(), { id: 'a' }], object({ id: text })],
    [
      'has no other prototype',
      [JSON.parse('{"__proto__":{"id":1}}')],
      JSON.parse(
        '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}}}}',
      ),
    ],
  ])('%s', (_, results, schema) => {
    const succeeded = results.filter((result) => !(result instanceof Error)).length
    expect(learn(...results)).toEqual({ schema, results: succeeded })
  })

  test('is none of calls that all failed, which is said', () => {
    expect(learn()).toBeUndefined()
    const failed = learnOutputs(record({ get_order: [new Error(), new Error()] }))
    const { toolkit, remarks } = importZodToolkit({ get_order: { inputSchema: ID } }, 'a', 'a.ts', failed)
    expect(toolkit.tools).toMatchObject([{ learnedFrom: 0 }])
    expect(remarks).toEqual([{ name: 'get_order', why: 'recorded, but all of its calls failed' }])
  })

  const learned = learnOutputs(
    record({ get_order: [{ order_id: 'a', total: 2, customer_id: 'c' }], get_customer: [], ping: [1] }),
  )
  const both = [
    ['get_order', ID_JSON],
    ['get_customer', object({ customer_id: text })],
  ] as const

  test.each([
    [
      'zod',
      () => {
        const declared = both.map(([name, inputSchema]) => ({ name, inputSchema }))
        return importZodToolkit({ declared }, 'shop', 'tools.ts', learned)
      },
    ],
    [
      'mcp',
      () => {
        const tools = both.map(([name, inputSchema]) => ({ name, inputSchema }))
        return importMcpToolkit({ tools }, 'shop', 'tools.ts', learned)
      },
    ],
    [
      'openai',
      () => {
        const functions = both.map(([name, parameters]) => ({ name, parameters }))
        return importOpenAiToolkit(functions, 'shop', 'tools.ts', learned)
      },
    ],
  ])('is taken by an import of %s, which counts the results', (_, act) => {
    const { toolkit, remarks } = act()
    expect(toolkit.tools).toMatchObject([
      { learnedFrom: 1, output: { properties: { total: { type: 'integer' } } } },
      { learnedFrom: 0 },
    ])
    expect(remarks).toEqual([{ name: 'ping', why: 'recorded, but tools.ts does not have it' }])
  })

  test('gives way to one that is declared', () => {
    const declared = { get_order: { inputSchema: ID, outputSchema: TOTAL } }
    const { toolkit } = importZodToolkit({ declared }, 'shop', 'tools.ts', learned)
    expect(toolkit.tools[0]?.output).toMatchObject(TOTAL_JSON)
    expect(toolkit.tools[0]).not.toHaveProperty('learnedFrom')
  })
})

test('a read alone tells of a thing if it returns the thing whose id it takes', () => {
  const find = (output: z.ZodType, input: z.ZodType = ID) =>
    importZodToolkit({ get_order: { inputSchema: input, outputSchema: output } }, 'shop', 'tools.ts').toolkit
  expect(find(z.object({ id: z.string(), total: z.number() })).tools).toMatchObject([
    { kind: 'read', entity: 'Order', id: 'order_id' },
  ])
  expect(find(TOTAL).tools).toMatchObject([{ kind: 'opaque' }])
  // A city is no id of an order: any city has an answer.
  expect(find(z.object({ city: z.string() }), z.object({ city: z.string() })).tools).toMatchObject([
    { kind: 'opaque' },
  ])
})

test('a text has no field that a request can ask for', () => {
  const { toolkit } = importZodToolkit({ get_order: { inputSchema: ID, outputSchema: z.string() } }, 'a', 'a')
  expect(toolsOf(toolkit).lacks.get('get_order')?.lacks).toBe('its result is one value without a name')
})

test('no task takes a value from a tool of which nothing says what it returns', async () => {
  const order = { customer_id: z.string(), amount: z.number().min(1).max(900) }
  const declare = (output?: z.ZodType) => ({
    list_orders: { description: 'List the orders', inputSchema: z.object({}), outputSchema: output },
    create_order: { description: 'Create an order', inputSchema: z.object({ title: z.string(), ...order }) },
    cancel_order: { description: 'Cancel an order', inputSchema: ID, effect: 'write' },
    delete_order: { description: 'Delete an order', inputSchema: ID },
  })
  const prompts = async (output?: z.ZodType) => {
    const { toolkit } = importZodToolkit({ tools: declare(output) }, 'shop', 'tools.ts')
    const counts = { L0_node: 6, L1_chain: 6, L3_dag: 3 }
    const tools = toolsOf(toolkit)
    const tasks = [
      ...generateSuite({ seed: 3, counts, tools, upTo: true, vet: false }),
      ...(await generateDecidingTasks({ seed: 3, count: 3, tools })),
    ]
    return tasks.map((task) => JSON.stringify(task.expected_trace))
  }
  const listed = z.object({
    orders: z.array(z.object({ order_id: z.string(), title: z.string(), ...order })),
  })
  expect((await prompts(listed)).join()).toContain('list_orders')
  const silent = await prompts()
  expect(silent.length).toBeGreaterThan(0)
  expect(silent.join()).not.toMatch(/list_orders|[$]from|[$]find/)
})
