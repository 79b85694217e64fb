import { tool } from '@langchain/core/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { field } from '../../../src/schema/semantic.ts'
import { joinPascalCase, nameWords } from '../../../src/shared/english.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { listMcpCommand, listMcpUrl } from '../../../src/tools/imported/import/list-mcp.ts'
import { importMcpToolkit } from '../../../src/tools/imported/import/mcp.ts'
import { importOpenAiToolkit } from '../../../src/tools/imported/import/openai.ts'
import { importZodToolkit } from '../../../src/tools/imported/import/zod.ts'
import type { Toolkit } from '../../../src/tools/imported/toolkit.ts'
import { serveLocally } from '../../support/local-server.ts'
import {
  buildObjectSchema,
  buildOperation,
  buildParameters,
  createCaller,
  openApi as imported,
  integer,
  list,
  text,
} from '../../support/open-api.ts'

const toolOf = (name: string, required: string[], properties: JsonObject) => ({
  name,
  inputSchema: buildObjectSchema(properties, required),
})
const orderTools = [
  toolOf('create_order', ['item'], { item: text, customer_id: text }),
  toolOf('get_order', ['order_id'], { order_id: text }),
  toolOf('list_orders', [], { item: text }),
  toolOf('update_order', ['order_id'], { order_id: text, item: text }),
  toolOf('delete_order', ['order_id'], { order_id: text }),
  { name: 'ping', inputSchema: { type: 'object' } },
]

const ofMcp = (tools: readonly object[]) => importMcpToolkit({ tools }, 'shop', 'listing.json')
const ofOpenAi = (definitions: object) => importOpenAiToolkit(definitions, 'shop', 'f.json')

/** What the tools of orders do in one world, whichever way they were imported. */
function lifeOfAnOrder(toolkit: Toolkit): void {
  const call = createCaller(toolkit)
  const made = call('create_order', { item: 'kettle' })
  expect(made).toMatchObject({ ok: true, committed: true, output: { item: 'kettle' } })
  const { order_id } = (made.ok ? made.output : {}) as { order_id: string }
  expect(order_id).toMatch(/^order_[\da-f]{12}$/)
  expect(call('list_orders', { item: 'Kettle' })).toMatchObject({ output: { items: [{ order_id }] } })
  expect(call('update_order', { order_id, item: 'pot' })).toMatchObject({ ok: true })
  expect(call('get_order', { order_id })).toMatchObject({
    output: { order_id, item: 'pot' },
    committed: false,
  })
  expect(call('delete_order', { order_id })).toMatchObject({ output: { ok: true }, committed: true })
  expect(call('get_order', { order_id })).toMatchObject({ status: 404, error: { parameter: 'order_id' } })
  expect(call('get_order', { order_id: 7 })).toMatchObject({ status: 400, error: { parameter: 'order_id' } })
}

const kindsOf = ({ tools }: Toolkit) => tools.map(({ name, kind }) => `${name} ${kind}`)

describe('tools without addresses', () => {
  test('of an MCP server are told by their names', () => {
    const { toolkit } = ofMcp(orderTools)
    expect(kindsOf(toolkit)).toEqual([
      'create_order create',
      'get_order read',
      'list_orders list',
      'update_order update',
      'delete_order delete',
      'ping opaque',
    ])
    lifeOfAnOrder(toolkit)
  })

  test.each([
    ['movie', 'movies'],
    ['cache', 'caches'],
    ['basis', 'bases'],
    ['leave', 'leaves'],
    ['datum', 'data'],
    ['popular_movie', 'popular_movies'],
  ])('about a %s list %s', (one, many) => {
    const id = `${one}_id`
    const { toolkit } = ofMcp([
      toolOf(`get_${one}`, [id], { [id]: text }),
      toolOf(`get_${many}`, [], {}),
      toolOf(`list_${many}`, [], {}),
    ])
    expect(toolkit.tools.map(({ kind }) => kind)).toEqual(['read', 'list', 'list'])
    expect(Object.keys(toolkit.entities)).toEqual([joinPascalCase(nameWords(one))])
  })

  test('keep files, wherever the verb stands in their names', () => {
    const { toolkit } = ofMcp([
      toolOf('fs_write_file', ['path', 'content'], { path: text, content: text }),
      toolOf('fs_read_text_file', ['path'], { path: text }),
      toolOf('fs_read_file', ['path'], { path: text }),
    ])
    const call = createCaller(toolkit)
    expect(call('fs_read_file', { path: 'a.txt' })).toMatchObject({ status: 404 })
    expect(call('fs_write_file', { path: 'a.txt', content: 'tea' })).toMatchObject({ ok: true })
    expect(call('fs_read_text_file', { path: 'a.txt' })).toMatchObject({ output: { content: 'tea' } })
  })

  test('of OpenAI are read in both forms', () => {
    const functions = orderTools.map(({ name, inputSchema }) => ({ name, parameters: inputSchema }))
    const chat = ofOpenAi(functions.map((one) => ({ type: 'function', function: one })))
    const responses = ofOpenAi({ tools: functions.map((one) => ({ type: 'function', ...one })) })
    expect(chat.toolkit).toEqual(responses.toolkit)
    lifeOfAnOrder(chat.toolkit)
  })

  test.each([
    ['search_flights', 'read'],
    ['list_files_in_folder', 'read'],
    ['check_availability', 'read'],
    ['shop.lookup_customer', 'read'],
    ['getVisaRules', 'read'],
    ['get_or_create_user', 'write'],
    ['check_in_guest', 'write'],
    ['transfer_money', 'write'],
    ['ping', 'write'],
  ])('%s alone is a %s by its name', (name, effect) => {
    const { toolkit } = ofOpenAi([{ type: 'function', function: { name, parameters: null } }])
    expect(toolkit.tools).toMatchObject([{ kind: 'opaque', effect }])
  })

  test('of OpenAI that run at the provider are left out, and named', () => {
    const hosted = [{ type: 'web_search' }]
    const own = { type: 'function', function: { name: 'ping', parameters: null } }
    const { toolkit, remarks } = ofOpenAi([...hosted, own])
    expect(kindsOf(toolkit)).toEqual(['ping opaque'])
    expect(remarks).toEqual([{ name: 'web_search', why: expect.stringMatching(/^left out: it runs at/) }])
    expect(() => ofOpenAi(hosted)).toThrow(
      'Failed to import f.json: web_search is left out: it runs at the provider, so its calls are not visible. Give',
    )
  })

  test('of a module keep the meanings that they declare', () => {
    const module = {
      default: [
        {
          name: 'find_hotel',
          description: 'Best hotel.',
          input: z.object({ where: field(z.string(), 'city', 'City.') }),
          effect: 'read',
        },
      ],
      tools: { cancel: { description: 'Cancels.', inputSchema: z.object({ booking: z.string() }) } },
      getRoom: tool(() => ({ seats: 8 }), {
        name: 'get_room',
        schema: z.object({ room_id: z.string() }),
        metadata: { output: z.object({ seats: z.int() }) },
      }),
    }
    const { toolkit } = importZodToolkit(module, 'trips', 'tools.ts')
    expect(toolkit.tools).toMatchObject([
      { name: 'find_hotel', effect: 'read', input: { properties: { where: { 'x-semantic': 'city' } } } },
      { name: 'cancel', effect: 'write' },
      { name: 'get_room', effect: 'read', output: { properties: { seats: { type: 'integer' } } } },
    ])
  })

  test('keep what they return in $defs and what their annotations say', () => {
    const outputSchema = {
      type: 'object',
      properties: { order: { $ref: '#/$defs/Order' } },
      $defs: { Order: { type: 'object', properties: { id: text, next: { $ref: '#/$defs/Order' } } } },
    }
    const annotations = { readOnlyHint: true }
    const { toolkit } = ofMcp([{ name: 'peek', inputSchema: { type: 'object' }, outputSchema, annotations }])
    expect(toolkit.tools[0]).toMatchObject({
      effect: 'read',
      output: { properties: { order: { properties: { id: { type: 'string' } } } } },
    })
    // What leads back into itself is left open.
    expect(JSON.stringify(toolkit)).not.toContain('$ref')
  })

  test.each<[string, JsonObject, right: JsonObject[], wrong: JsonObject[], why?: RegExp]>([
    ['a list', buildObjectSchema({ a: text }, []), [{}, { a: 'x' }], [{ b: 1 }, { constructor: 1 }]],
    ['anything', { type: 'object' }, [{}, { b: 1 }], []],
    ['true', { ...buildObjectSchema({}), additionalProperties: true }, [{ b: 1 }], []],
    ['false', { ...buildObjectSchema({}), unevaluatedProperties: false }, [{}], [{ b: 1 }]],
    ['never', buildObjectSchema({ a: false }, []), [{}], [{ a: 1 }]],
    ['propertyNames', { propertyNames: { pattern: '^x' } }, [{ x1: 1 }], [{ y: 1 }]],
    ['counts', { minProperties: 1, maxProperties: 2 }, [{ a: 1 }], [{}, { a: 1, b: 1, c: 1 }]],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
    [
      'dependencies',
      { dependencies: { a: ['b'], c: buildObjectSchema({ d: text }) } },
      [{}],
      [{ a: 1 }, { c: 1 }],
    ],
    ['contains', buildObjectSchema({ a: { contains: integer } }), [{ a: ['x', 1] }], [{ a: ['x'] }]],
    ['empty tuple', buildObjectSchema({ a: { type: 'array', items: [] } }), [{ a: [1, 'x'] }], [{ a: 1 }]],
    [
      'closed tuple',
      buildObjectSchema({ a: { items: [text], additionalItems: false } }),
      [{ a: ['x'] }],
      [{ a: ['x', 1] }],
    ],
    [
      'tuple and rest',
      buildObjectSchema({ a: { prefixItems: [text], items: integer } }),
      [{ a: ['x', 1] }],
      [{ a: ['x', 'y'] }],
    ],
    ['if and else', { if: { required: ['a'] }, else: { required: ['b'] } }, [{ a: 1 }, { b: 1 }], [{}]],
    [
      'allOf',
      { allOf: [{ not: { required: ['a'] } }, { not: { required: ['b'] } }] },
      [{}],
      [{ a: 1 }, { b: 1 }],
    ],
    [
      'null of an option',
      { anyOf: [buildObjectSchema({ a: { type: ['string', 'null'] } }), buildObjectSchema({ b: text })] },
      [{ a: null }, { b: 'x' }, { b: 'x', a: 7 }],
      [{}, { b: null }],
    ],
    [
      'a wrong keyword',
      { ...buildObjectSchema({ a: text }), minProperties: 'x' },
      [{ a: '' }],
      [{}],
      /"minProperties" is left out/,
    ],
    [
      'a wrong type',
      buildObjectSchema({ a: { type: 'text' } }),
      [{ a: 1 }],
      [{}],
      /"type" is left out: "text"/,
    ],
    [
      'a wrong pattern',
      { patternProperties: { '(': text }, additionalProperties: false },
      [{ a: 1 }],
      [],
      /"patternProperties" has patterns that are not valid/,
    ],
    [
      'a lost reference',
      { not: { $ref: '#/$defs/no' } },
      [{ a: 1 }],
      [],
      /"#\/\$defs\/no" .* it has no target/,
    ],
    [
      'options that overlap',
      { oneOf: [buildObjectSchema({ a: { $ref: '#/no' } }), buildObjectSchema({ a: integer })] },
      [{ a: 1 }],
      [{}],
      /"#\/no" .* it has no target/,
    ],
  ])('keep what a schema demands: %s', (_, schema, right, wrong, why) => {
    const { toolkit, remarks } = ofMcp([{ name: 'ping', inputSchema: schema }])
    const call = createCaller(toolkit)
    expect(right.map((args) => call('ping', args).status)).toEqual(right.map(() => 200))
    expect(wrong.map((args) => call('ping', args).status)).toEqual(wrong.map(() => 400))
    expect(remarks).toEqual(why === undefined ? [] : [{ name: 'ping', why: expect.stringMatching(why) }])
  })

  test('of OpenAI that the provider defines are left out, and Gemini declares several in one entry', () => {
    const functionDeclarations = [{ name: 'ping', parametersJsonSchema: buildObjectSchema({ a: text }) }]
    const custom = { type: 'custom', custom: { name: 'run_sql' } }
    const bash = { type: 'bash_20250124', name: 'bash' }
    const { toolkit, remarks } = ofOpenAi({ tools: [{ functionDeclarations }, custom, bash] })
    expect(toolkit.tools).toMatchObject([{ name: 'ping', input: { required: ['a'] } }])
    expect(remarks.map(({ name }) => name)).toEqual(['run_sql', 'bash'])
  })

  test('of zod say what JSON Schema cannot', () => {
    const even = z.int().refine((n) => n % 2 === 0)
    const tools = { ping: { input: z.object({ at: z.object({ even }), when: z.date().optional() }) } }
    expect(importZodToolkit(tools, 'own', 'own.ts').remarks).toEqual([
      { name: 'ping', why: '"at.even" is not checked by its refine()' },
      { name: 'ping', why: '"when" accepts any value: JSON Schema has no date' },
    ])
  })

  test.each([
    [
      () => importMcpToolkit({ tools: [] }, 'x', 'a.json'),
      /Failed to import a\.json: tools: its list of tools is empty/,
    ],
    [
      () => importOpenAiToolkit([{ nome: 'x' }], 'x', 'b.json'),
      /Failed to import b\.json: .*Give an array of function/s,
    ],
    [() => importZodToolkit({ default: 4 }, 'x', 'c.ts'), /Failed to import c\.ts: it exports no tools/],
  ])('%# are refused where they are none', (act, message) => {
    expect(act).toThrow(message)
  })
})

const INITIALIZED = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'shop', version: '1' },
}

/** A command that starts a server of two pages of tools. */
const server = (second = "{ tools: [{ name: 'b', inputSchema: {} }] }"): string => {
  const script = [
    `const first = { tools: [{ name: 'a', inputSchema: {} }], nextCursor: '2' }`,
    `const initialized = ${JSON.stringify(INITIALIZED).replaceAll('"', "'")}`,
    "require('readline').createInterface({ input: process.stdin }).on('line', (line) => {",
    '  const { id, method, params } = JSON.parse(line)',
    `  const page = params?.cursor === '2' ? ${second} : first`,
    "  const result = method === 'initialize' ? initialized : page",
    "  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))",
    '})',
  ]
  return `"${process.execPath}" -e "${script.join('\n')}"`
}

describe('an MCP server', () => {
  test('is started by a command and asked for all pages', async () => {
    const { tools } = await listMcpCommand(server())
    expect(tools).toMatchObject([{ name: 'a' }, { name: 'b' }])
  })

  test('that ends is named, with what it said last', async () => {
    await expect(listMcpCommand('echo no such thing >&2; exit 3')).rejects.toThrow(
      /Failed to list the tools of .*; it said "no such thing"\. Try the command alone\./,
    )
  })

  test('whose list never ends is named', async () => {
    await expect(listMcpCommand(server("{ tools: [], nextCursor: '2' }"))).rejects.toThrow(
      /its list has more than 100 pages/,
    )
  })

  test('is asked at its URL, where it may answer by a stream of events', async () => {
    const { origin, close } = await serveLocally(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method } = JSON.parse(body)
      if (id === undefined) return response.writeHead(202).end()
      const result = method === 'initialize' ? INITIALIZED : { tools: [{ name: 'a', inputSchema: {} }] }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
    })
    expect(await listMcpUrl(`${origin}/mcp`)).toEqual({ tools: [{ name: 'a', inputSchema: {} }] })
    await close()
    await expect(listMcpUrl(`${origin}/mcp`)).rejects.toThrow(
      /Failed to list the tools of .*Check that the address/,
    )
  })
})

describe('an OpenAPI document', () => {
  test.each([
    ['a default', { schema: { ...text, default: 'acme' } }],
    ['an only value', { schema: { ...text, enum: ['acme'] } }],
    ['an example', { schema: text, example: 'acme' }],
  ])('leaves a required header with %s to the client that sends it', (_, more) => {
    const header = { name: 'X-Tenant', in: 'header', required: true, ...more }
    const get = { ...buildOperation('listDesks'), parameters: [header] }
    const [tool] = imported({ '/desks': { get } }).toolkit.tools
    expect(tool?.input).toMatchObject({ properties: {} })
    expect(tool?.input.properties).not.toHaveProperty('X-Tenant')
    expect(tool?.route?.headers).toEqual([])
  })

  test('keeps allOf, form bodies, headers and null as a type', () => {
    const form = { $ref: '#/components/schemas/Form' }
    const { toolkit } = imported(
      {
        '/send': {
          post: {
            ...buildOperation('messages/send now'),
            parameters: [
              { name: 'X-Locale', in: 'header', schema: text },
              { name: 'Authorization', in: 'header', schema: text },
              { name: 'X-Own-Authentication', in: 'header', required: true, schema: text },
            ],
            requestBody: { content: { 'application/x-www-form-urlencoded': { schema: form } } },
          },
        },
      },
      {
        components: {
          schemas: {
            Base: buildObjectSchema({ to: text, after: { type: 'string', nullable: true } }, ['to']),
            Form: {
              allOf: [
                { $ref: '#/components/schemas/Base' },
                { properties: { rank: { type: 'integer', minimum: 0, exclusiveMinimum: true } } },
              ],
            },
          },
        },
      },
    )
    expect(toolkit.tools).toMatchObject([
      {
        name: 'messages_send_now',
        input: {
          properties: {
            'X-Locale': text,
            to: text,
            after: { type: ['string', 'null'] },
            rank: { type: 'integer', exclusiveMinimum: 0 },
          },
          required: ['to'],
        },
        route: { on: 'POST https://eu.example.com/v1/send', headers: ['X-Locale'] },
      },
    ])
    expect(Object.keys(toolkit.tools[0]?.input.properties ?? {})).not.toContain('Authorization')
  })

  test('says of which operations it has no route, and what leads nowhere', () => {
    const at = (name: string) => buildParameters({ [name]: text })
    const { toolkit, remarks } = imported({
      '/files/{name}.zip': { get: { ...buildOperation('zip'), ...at('name') } },
      '/things/{a}': { get: { ...buildOperation('a'), ...at('a') } },
      '/things/{b}': {
        ...at('b'),
        get: { ...buildOperation('b'), parameters: [{ $ref: '#/components/parameters/Lost' }] },
      },
    })
    expect(toolkit.tools.filter(({ route }) => route !== undefined).map(({ name }) => name)).toEqual(['a'])
    expect(remarks).toEqual([
      { name: '#/components/parameters/Lost', why: 'the reference has no target' },
      { name: 'zip', why: expect.stringMatching(/no route: a part of "\/files\/\{name\}\.zip"/) },
      { name: 'b', why: expect.stringMatching(/no route: another operation takes/) },
    ])
  })

  test('says which servers have no routes, and which tools it renamed or left out', () => {
    const { toolkit, remarks } = imported(
      {
        '/a': { get: buildOperation('same') },
        '/b': { get: buildOperation('same') },
        '/c': { get: buildOperation('!?') },
        '/d/{__proto__}': {
          get: { ...buildOperation('d'), parameters: [{ name: '__proto__', in: 'path', schema: text }] },
        },
      },
      { servers: [{ url: 'https://one.example' }, { url: 'https://two.example' }] },
    )
    expect(toolkit.tools.map(({ name, route }) => [name, route?.on])).toEqual([
      ['same', 'GET https://one.example/a'],
      ['same_2', 'GET https://one.example/b'],
      ['get_c', 'GET https://one.example/c'],
    ])
    expect(remarks).toEqual([
      { name: 'https://two.example', why: expect.stringMatching(/^no routes/) },
      { name: 'GET /d/{__proto__}', why: 'left out: a parameter is called "__proto__"' },
      { name: 'same_2', why: 'renamed: another tool is called "same"' },
    ])
  })

  test('asks for nothing that a client may only read, unless it says which thing is replaced', () => {
    const body = buildObjectSchema({ id: { ...text, readOnly: true }, name: text })
    const { toolkit } = imported({
      '/pets': {
        post: buildOperation('addPet', undefined, body),
        put: buildOperation('replacePet', undefined, body),
        patch: buildOperation('changePet', undefined, body),
      },
    })
    const asked = toolkit.tools.map(({ name, input }) => [name, Object.keys(input.properties ?? {})])
    expect(Object.fromEntries(asked)).toEqual({
      addPet: ['name'],
      replacePet: ['id', 'name'],
      changePet: ['name'],
    })
    const required = toolkit.tools.map(({ name, input }) => [name, input.required])
    expect(Object.fromEntries(required)).toMatchObject({ addPet: ['name'], replacePet: ['id', 'name'] })
  })

  test.each([
    ['/movies', 'Movie'],
    ['/caches', 'Cache'],
    ['/metadata', 'Metadata'],
    ['/cookies', 'Cookie'],
  ])('calls the things at %s %s', (path, entity) => {
    const id = path === '/cookies' ? 'cookie_id' : 'id'
    const thing = buildObjectSchema({ id: text, name: text })
    const { toolkit } = imported({
      [path]: { get: buildOperation('all', list(thing)) },
      [`${path}/{${id}}`]: { ...buildParameters({ [id]: text }), get: buildOperation('one', thing) },
    })
    expect(Object.keys(toolkit.entities)).toEqual([entity])
  })

  test('types the ids of things that are written out under a field for anything', () => {
    const pet = buildObjectSchema({ id: integer, name: text }, [])
    const { toolkit } = imported({
      '/pets': { get: buildOperation('listPets', list(pet)) },
      '/pets/{petId}': {
        ...buildParameters({ petId: integer }),
        get: buildOperation('getPet', buildObjectSchema({ data: pet }, [])),
      },
      '/log': { get: buildOperation('log', list(pet)) },
    })
    const typesIn = (value: unknown): string[] => JSON.stringify(value).match(/id:\w+/g) ?? []
    expect(toolkit.tools.map(({ name, output }) => [name, typesIn(output)])).toEqual([
      ['listPets', ['id:Pet']],
      ['getPet', ['id:Pet']],
      // Nothing says what it lists.
      ['log', []],
    ])
  })

  test('gives a store to each scope, and asks whether what it lies within is there', () => {
    const issue = buildObjectSchema({ number: integer, title: text })
    const { toolkit } = imported({
      '/repos/{repo}': {
        ...buildParameters({ repo: text }),
        get: buildOperation('getRepo', buildObjectSchema({ name: text })),
      },
      '/repos/{repo}/issues': {
        ...buildParameters({ repo: text }),
        get: buildOperation('listIssues', list(issue)),
        post: buildOperation('openIssue', issue, buildObjectSchema({ title: text })),
      },
      '/repos/{repo}/issues/{issue_number}': {
        ...buildParameters({ repo: text, issue_number: integer }),
        get: buildOperation('getIssue', issue),
      },
    })
    expect(
      Object.entries(toolkit.entities).map(([name, { id, scope, parent }]) => [name, id, scope, parent]),
    ).toEqual([
      ['Repo', 'name', [], undefined],
      ['Issue', 'number', ['repo'], 'Repo'],
    ])
    const call = createCaller(toolkit)
    expect(call('listIssues', { repo: 'nowhere' })).toMatchObject({
      status: 404,
      error: { parameter: 'repo' },
    })
    expect(call('getIssue', { repo: 'nowhere', issue_number: 1 })).toMatchObject({ status: 404 })
  })

  test('takes a slot of a path that nothing declares for a text, and says so', () => {
    const { toolkit, remarks } = imported({
      '/items/{id}': { get: buildOperation('getItem', buildObjectSchema({ id: text }, [])) },
    })
    expect(toolkit.tools[0]?.input).toMatchObject({ properties: { id: text }, required: ['id'] })
    expect(remarks).toContainEqual({
      name: 'GET /items/{id}',
      why: '"id" of the path is not declared, so it is a string',
    })
  })

  test('makes values up for names of JavaScript, and for bounds that nobody means', () => {
    const fields = {
      constructor: text,
      toString: text,
      long: { type: 'string', minLength: 100_000_000 },
      list: { ...list(text), minItems: 100_000_000 },
    }
    const { toolkit } = imported({
      '/things': { get: buildOperation('getThing', buildObjectSchema(fields, [])) },
    })
    const made = createCaller(toolkit, 1)('getThing', {})
    const output = (made.ok ? made.output : {}) as Record<string, string>
    expect(Object.keys(output)).toEqual(['constructor', 'toString', 'long', 'list'])
    expect(output.constructor).toMatch(/^constructor-/)
    expect(output.long?.length).toBe(10_000)
    expect(output.list).toHaveLength(1000)
  })
})

test('a tool of zod is worded by its title, and described by it where it says nothing else', () => {
  const input = z.object({ text: z.string() })
  const { toolkit } = importZodToolkit(
    {
      tools: {
        titled: { title: 'Send a letter', inputSchema: input },
        both: { title: 'Send a letter', description: 'By post, in three days.', inputSchema: input },
      },
    },
    'post',
    'post.ts',
  )
  expect(toolkit.tools).toMatchObject([
    { name: 'titled', summary: 'Send a letter', description: 'Send a letter' },
    { name: 'both', summary: 'Send a letter', description: 'By post, in three days.' },
  ])
})

test.each([
  ['npx shop --api-key planted-1 --verbose', 'npx shop --api-key <redacted> --verbose'],
  [
    'https://ann:planted-1@shop.example/mcp?token=planted-1',
    'https://<redacted>@shop.example/mcp?token=<redacted>',
  ],
  ['npx shop listing.json', 'npx shop listing.json'],
])('a toolkit is committed, and says where it is from without credentials: %s', (from, shown) => {
  expect(importMcpToolkit({ tools: orderTools }, 'shop', from).toolkit.source).toEqual({
    kind: 'mcp',
    from: shown,
  })
})

const B = { required: ['b'] }
test.each<[string, JsonObject]>([
  ['additionalProperties', { additionalProperties: { type: 'integer' } }],
  ['allOf', { allOf: [{ properties: { b: { type: 'integer' } } }] }],
  ['anyOf', { anyOf: [{ required: ['c'] }, B] }],
  ['oneOf', { oneOf: [{ required: ['c'] }, B] }],
  ['not', { not: { required: ['c'] } }],
  ['if and else', { if: B, else: { required: ['c'] } }],
  ['patternProperties', { patternProperties: { '^b$': { type: 'integer' } } }],
  ['propertyNames', { propertyNames: { maxLength: 1 } }],
  ['dependentSchemas', { dependentSchemas: { b: { required: ['a'] } } }],
  ['unevaluatedProperties', { unevaluatedProperties: { type: 'integer' } }],
])('an input with %s at its root takes further parameters as its schema says', (_, keywords) => {
  const input = { type: 'object', properties: { a: { type: 'string' } } }
  const listing = [input, { ...input, ...keywords }].map((inputSchema, i) => ({ name: `t${i}`, inputSchema }))
  const call = createCaller(ofMcp(listing).toolkit)
  expect([call('t0', { a: 'x', b: 1 }).status, call('t1', { a: 'x', b: 1 }).status]).toEqual([400, 200])
})

test.each<[string, JsonObject]>([
  [
    'JSON Schema',
    { inputSchema: buildObjectSchema({ id: text }), outputSchema: buildObjectSchema({ total: integer }) },
  ],
  [
    'jsonSchema() of the AI SDK',
    {
      inputSchema: { jsonSchema: buildObjectSchema({ id: text }) },
      outputSchema: { jsonSchema: buildObjectSchema({ total: integer }) },
    },
  ],
  [
    'metadata.output of LangChain',
    { schema: buildObjectSchema({ id: text }), metadata: { output: buildObjectSchema({ total: integer }) } },
  ],
])('a module may declare inputs and outputs by %s', (_, schemas) => {
  const { toolkit } = importZodToolkit({ tools: { find_order: schemas } }, 'shop', 'tools.ts')
  expect(toolkit.tools[0]).toMatchObject({
    name: 'find_order',
    output: { properties: { total: { type: 'integer' } } },
  })
})
