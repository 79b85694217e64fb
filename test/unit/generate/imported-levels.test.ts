import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/shared/json.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import type { Shortage } from '../../../src/suites/generate/generate-suite.ts'
import { importOpenApiToolkit } from '../../../src/tools/imported/import/openapi/operations.ts'
import type { Toolkit } from '../../../src/tools/imported/toolkit.ts'
import { generateDecidingTasks, generateTasks } from '../../support/suites.ts'

const text = { type: 'string' }
const answer = (schema: JsonObject): JsonObject => ({
  responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
})
const inPath = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: text })

/** An operation that changes the title of a thing. */
const patchOf = (kind: string): JsonObject => ({
  patch: {
    parameters: [inPath(`${kind.toLowerCase()}_gid`)],
    operationId: `update${kind}`,
    summary: `Update a ${kind.toLowerCase()}`,
    requestBody: {
      content: { 'application/json': { schema: { type: 'object', properties: { title: text } } } },
    },
    responses: { 204: { description: 'changed' } },
  },
})

/** Lists, shows and deletes things whose id is `gid`, whatever they are. */
function pathsOf(plural: string, kind: string): JsonObject {
  const thing = {
    type: 'object',
    title: kind,
    properties: { gid: text, title: text, contact_email: { type: 'string', format: 'email' } },
  }
  const id = `${kind.toLowerCase()}_gid`
  return {
    [`/${plural}`]: {
      get: {
        operationId: `list${kind}s`,
        summary: `List ${plural}`,
        ...answer({ type: 'object', properties: { data: { type: 'array', items: thing } } }),
      },
    },
    [`/${plural}/{${id}}`]: {
      parameters: [inPath(id)],
      get: {
        operationId: `get${kind}`,
        summary: `Get a ${kind.toLowerCase()}`,
        ...answer({ type: 'object', properties: { data: thing } }),
      },
      delete: {
        operationId: `delete${kind}`,
        summary: `Delete a ${kind.toLowerCase()}`,
        responses: { 204: { description: 'gone' } },
      },
    },
  }
}

const imported = (paths: JsonObject): Toolkit =>
  importOpenApiToolkit(
    {
      openapi: '3.0.3',
      info: { title: 'Own', version: '1' },
      servers: [{ url: 'https://own.example' }],
      paths,
    } as never,
    'own',
    'own.json',
  ).toolkit

function generated(toolkit: Toolkit) {
  const short: Shortage[] = []
  const options = { tools: toolsOf(toolkit), upTo: true, onShort: (one: Shortage) => short.push(one) }
  return { tasks: generateTasks(3, { L0_node: 2, L1_chain: 4 }, { ...options, vet: true }), short }
}

describe('levels over imported tools', () => {
  test('a field that identifies things of several kinds leads on from each of them', async () => {
    const toolkit = imported({ ...pathsOf('parcels', 'Parcel'), ...pathsOf('depots', 'Depot') })
    const changing = imported(
      Object.fromEntries(
        ['Parcel', 'Depot'].flatMap((kind) =>
          Object.entries(pathsOf(`${kind.toLowerCase()}s`, kind)).map(([path, item]) => [
            path,
            path.endsWith('}') ? { ...(item as JsonObject), ...patchOf(kind) } : item,
          ]),
        ),
      ) as JsonObject,
    )
    const found = await generateDecidingTasks({ seed: 3, count: 8, vet: true, tools: toolsOf(changing) })
    const chains = [...generated(toolkit).tasks, ...found]
      .filter(({ level }) => level === 'L1_chain')
      .map(({ expected_trace: { steps } }) => steps.map(({ tool_name }) => tool_name).join(' '))
    const kinds = ['Parcel', 'Depot'].flatMap((kind) => [
      `list${kind}s update${kind}`,
      `get${kind} delete${kind}`,
    ])
    expect(new Set(chains)).toEqual(new Set(kinds))
  })

  test('a family without tasks says which tools lack what', async () => {
    const toolkit = imported({ ...pathsOf('parcels', 'Parcel') })
    const short: [string, string][] = []
    const onShort = ({ level, why }: { level: string; why: string }) => short.push([level, why])
    await generateDecidingTasks({ seed: 3, count: 5, tools: toolsOf(toolkit), onShort })
    expect(Object.fromEntries(short)).toMatchObject({
      conditional: 'no number or date to compare in the results of getParcel',
      'for-each': 'no number or date in the lists of listParcels',
    })
  })

  test('an action that nothing words, and a list that does not say of what, get no request', () => {
    const paths = pathsOf('parcels', 'Parcel')
    const [[, list] = ['', {}], [item] = ['']] = Object.entries(paths)
    const toolkit = imported({
      ...paths,
      '/settings': {
        get: { ...(list as { get: JsonObject }).get, operationId: 'getSettings', summary: 'Get settings' },
      },
      [`${item}/spam`]: {
        parameters: [inPath('parcel_gid')],
        post: {
          operationId: 'markAsSpam',
          responses: { 204: { description: 'done' } },
        },
      },
    })
    const tools = toolkit.tools.map((tool) =>
      tool.name === 'getSettings'
        ? { ...tool, kind: 'list' as const, entity: 'Parcel' }
        : tool.name === 'markAsSpam'
          ? { ...tool, kind: 'update' as const, entity: 'Parcel', id: 'parcel_gid', sets: { title: 'spam' } }
          : tool,
    )
    const { lacks = new Map() } = toolsOf({ ...toolkit, tools })
    expect(Object.fromEntries(lacks)).toMatchObject({
      getSettings: { lacks: 'nothing in its name, summary or path says that it lists each parcel' },
      markAsSpam: { lacks: expect.stringContaining('is a request such as') },
    })
    expect([...lacks.keys()]).not.toContain('listParcels')
  })

  test('neither the service in every name nor the route that a name repeats is a verb', () => {
    const alt = { name: 'alt', in: 'query', schema: { type: 'string', enum: ['json', 'media'] } }
    const gone = { responses: { 204: { description: 'gone' } } }
    const label = { name: 'label', in: 'query', schema: { type: 'string', enum: ['new', 'old'] } }
    const item = { parameters: [inPath('parcelId'), alt] }
    const parcel = {
      type: 'object',
      title: 'Parcel',
      properties: { id: text, weight: { type: 'integer' }, label: label.schema },
    }
    const toolkit = imported({
      '/parcels': {
        parameters: [alt],
        get: { operationId: 'acme_parcels_list', ...answer({ type: 'array', items: parcel }) },
      },
      '/parcels/{parcelId}': {
        ...item,
        get: { operationId: 'acme_parcels_get', ...answer(parcel) },
        patch: { operationId: 'acme_parcels_patch', parameters: [label], ...answer(parcel) },
        delete: { operationId: 'acme_parcels_delete', ...gone },
      },
      '/pages': { post: { operationId: 'post_pages', parameters: [alt, label], ...gone } },
    })
    const { phrases = [], lacks = new Map() } = toolsOf(toolkit)
    const asks = new Map(phrases.map((one) => [one.tool, one.asks.join(' ')]))
    expect(asks.get('acme_parcels_delete')).toMatch(/^delete \{parcelId\}/)
    expect(asks.get('acme_parcels_patch')).toMatch(/^update \{parcelId\}.*the label/)
    expect([...asks.values()].join()).not.toMatch(/acme|alt/)
    expect(lacks.get('post_pages')?.lacks).toContain('is a request such as')
  })

  test('a level without tasks says that no id leads on, and a part of a path what to add', () => {
    const toolkit = imported({
      '/ledgers/{ledgerNumber}/total': {
        parameters: [inPath('ledgerNumber')],
        get: {
          operationId: 'getTotal',
          summary: 'Get a total',
          ...answer({ type: 'object', properties: { total: { type: 'number' } } }),
        },
      },
      '/rates': {
        get: {
          operationId: 'getRates',
          summary: 'Get the rates',
          ...answer({ type: 'object', properties: { base_rate: { type: 'number' } } }),
        },
      },
    })
    expect(Object.fromEntries(toolsOf(toolkit).lacks ?? [])).toEqual({
      getTotal: {
        lacks: 'the values of "ledgerNumber" are unknown',
        add: 'the kind of thing, in the corrections: "inputs": { "/ledgerNumber": "id:Ledger" }',
      },
    })
    const { short } = generated(toolkit)
    expect(short.map(({ level, why }) => [level, why])).toContainEqual([
      'L1_chain',
      'no tool returns an id that another tool accepts',
    ])
  })
})
