import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { importMcpToolkit } from '../../../src/tools/imported/import/mcp.ts'
import type { Toolkit } from '../../../src/tools/imported/toolkit.ts'
import {
  buildObjectSchema,
  buildOperation,
  buildParameters,
  createAnswerer as callerOf,
  integer,
  list,
  openApi,
  readField,
  text,
} from '../../support/open-api.ts'

const tool = (name: string, properties: JsonObject, required = Object.keys(properties)) => ({
  name,
  inputSchema: buildObjectSchema(properties, required),
})
const mcp = (...tools: object[]) => importMcpToolkit({ tools }, 'x', 'x.json')

test('a default that is null where null is not allowed is left out, in items as well, and named', () => {
  const rows = list(buildObjectSchema({ note: { ...text, default: null } }, []))
  const { toolkit, remarks } = mcp(
    tool(
      'list_things',
      { q: { ...text, default: null }, rows, at: { type: ['string', 'null'], default: null } },
      [],
    ),
  )
  expect(callerOf(toolkit)('list_things', { rows: [{}] })).toMatchObject({ ok: true })
  expect(toolkit.tools[0]?.input).toMatchObject({ properties: { at: { default: null } } })
  expect(remarks.map(({ why }) => why)).toEqual([
    'left out: the default null of "q" does not fit its schema',
    'left out: the default null of "rows.note" does not fit its schema',
  ])
})

test('what is sent takes the place of no object of another shape', () => {
  const volume = buildObjectSchema({
    id: text,
    name: text,
    region: buildObjectSchema({ slug: text, name: text }),
  })
  const call = callerOf(
    openApi({
      '/vols': { post: buildOperation('make', volume, buildObjectSchema({ name: text, region: text })) },
      '/vols/{id}': { ...buildParameters({ id: text }), get: buildOperation('get', volume) },
    }).toolkit,
  )
  const made = call('make', { name: 'logs', region: 'ams1' })
  const region = { slug: expect.any(String), name: expect.any(String) }
  expect(made).toMatchObject({ name: 'logs', region })
  expect(call('get', { id: readField(made, 'id') ?? null })).toEqual(made)
})

describe('what one tool makes, another reads', () => {
  const number = { type: 'number' }
  const vols = (id: JsonObject, parameter: JsonObject, cloned: JsonObject) =>
    openApi({
      '/vols': {
        post: buildOperation(
          'make',
          buildObjectSchema({ id, name: text }),
          buildObjectSchema({ name: text }),
        ),
      },
      '/vols/{volId}': {
        ...buildParameters({ volId: parameter }),
        get: buildOperation('get', buildObjectSchema({ id, name: text })),
      },
      '/vols/{volId}/clone': {
        ...buildParameters({ volId: cloned }),
        post: buildOperation('clone', buildObjectSchema({ id, name: text })),
      },
    })
  test.each<[string, Toolkit, field: string, shown: string]>([
    [
      'a number for an id',
      mcp(tool('make_vol', { name: text }), tool('get_vol', { vol_number: number })).toolkit,
      'vol_number',
      'number',
    ],
    ['an integer that another tool takes as a text', vols(integer, integer, text).toolkit, 'id', 'number'],
    ['a text that tools take as an integer', vols(text, integer, integer).toolkit, 'id', 'string'],
    ['a number in a document', vols(number, number, number).toolkit, 'id', 'number'],
  ])('by its id: %s', (_, toolkit, field, shown) => {
    const [make = '', get = ''] = toolkit.tools.map(({ name }) => name)
    const parameter = toolkit.tools[1]?.id ?? ''
    const call = callerOf(toolkit)
    const id = readField(call(make, { name: 'backup' }), field)
    expect(typeof id).toBe(shown)
    expect(Number.isInteger(Number(id))).toBe(true)
    expect(call(get, { [parameter]: Number(id) })).toMatchObject({ [field]: id, name: 'backup' })
  })

  test('and not by the id of what it lies within, which has the same name', () => {
    const note = buildObjectSchema({ id: integer, body: text })
    const { toolkit } = openApi({
      '/projects': { get: buildOperation('listProjects', list(buildObjectSchema({ id: integer }))) },
      '/projects/{id}': {
        ...buildParameters({ id: integer }),
        get: buildOperation('getProject', buildObjectSchema({ id: integer })),
      },
      '/projects/{id}/notes': {
        ...buildParameters({ id: integer }),
        get: buildOperation('listNotes', list(note)),
        post: buildOperation('addNote', note, buildObjectSchema({ body: text })),
      },
      '/projects/{id}/notes/{note_id}': {
        ...buildParameters({ id: integer, note_id: integer }),
        put: buildOperation('changeNote', note, buildObjectSchema({ body: text })),
      },
    })
    const call = callerOf(toolkit)
    const project = readField(call('listProjects', {}), 'items', '0', 'id') as Json
    const [first, second] = ['tea', 'rice'].map((body) =>
      readField(call('addNote', { id: project, body }), 'id'),
    )
    expect(new Set([project, first, second]).size).toBe(3)
    expect(call('changeNote', { id: project, note_id: first as Json, body: 'milk' })).toEqual({
      id: first,
      body: 'milk',
    })
    const { items } = call('listNotes', { id: project }) as { items: { id: Json; body: Json }[] }
    expect(items.filter(({ body }) => body === 'milk' || body === 'rice').map(({ id }) => id)).toEqual([
      first,
      second,
    ])
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  })

  test('under a key of its own, where nothing else makes it and no answer repeats the key', () => {
    const value = buildObjectSchema({ value: text })
    const { toolkit } = openApi({
      '/kv/{key}': {
        ...buildParameters({ key: text }),
        put: buildOperation('setValue', undefined, value),
        get: buildOperation('getValue', value),
        delete: buildOperation('dropValue', undefined),
      },
    })
    const call = callerOf(toolkit)
    expect(call('getValue', { key: 'tea' })).toBe(404)
    call('setValue', { key: 'tea', value: 'green' })
    expect(call('getValue', { key: 'tea' })).toEqual({ value: 'green' })
    call('dropValue', { key: 'tea' })
    expect(call('getValue', { key: 'tea' })).toBe(404)
  })

  test('and what stands within an answer with an id of its own is not what the call makes', () => {
    const user = buildObjectSchema({ id: text, name: text })
    const schemas = {
      User: user,
      Team: buildObjectSchema({ id: text, lead: { $ref: '#/components/schemas/User' } }),
    }
    const { toolkit } = openApi(
      {
        '/users/{user_id}': {
          ...buildParameters({ user_id: text }),
          get: buildOperation('getUser', { $ref: '#/components/schemas/User' }),
        },
        '/form': {
          post: buildOperation(
            'form',
            { $ref: '#/components/schemas/Team' },
            buildObjectSchema({ name: text }),
          ),
        },
        '/join': {
          post: buildOperation(
            'join',
            buildObjectSchema({ user: { $ref: '#/components/schemas/User' } }),
            buildObjectSchema({ name: text }),
          ),
        },
      },
      { components: { schemas } },
    )
    expect(toolkit.tools.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'getUser read',
      'form opaque',
      'join create',
    ])
  })
})

const relations = list(buildObjectSchema({ from: text, to: text }))

test.each([
  [
    'another thing',
    [
      tool('get_block', { block_id: text }),
      tool('update_block', { block_id: text, title: text }),
      tool('create_comment', { body: text }),
      tool('get_comment', { block_id: text }),
    ],
    ['create_comment', 'get_comment'],
    'no parameter of these tools names one record',
  ],
  [
    'no thing',
    [tool('add_relations', { relations }), tool('delete_relations', { relations })],
    ['add_relations', 'delete_relations'],
    'no other tool is about the same thing',
  ],
  [
    'a thing of which the names differ',
    [tool('chat_get_users', {}), tool('chat_get_user_profile', { user_id: text })],
    ['chat_get_users', 'chat_get_user_profile'],
    'no other tool is about the same thing',
  ],
])('tools whose parameters name %s keep no state, and the reason says so', (_, tools, opaque, why) => {
  const { toolkit, reasons } = mcp(...tools)
  expect(toolkit.tools.flatMap(({ name, kind }) => (kind === 'opaque' ? [name] : []))).toEqual(opaque)
  expect(reasons).toEqual(Object.fromEntries(opaque.map((name) => [name, why])))
})
