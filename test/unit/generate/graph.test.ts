import { describe, expect, test } from 'vitest'
import { bindingKey, type From } from '../../../src/schema/binding.ts'
import type { SemanticType } from '../../../src/schema/semantic.ts'
import { LEVELS } from '../../../src/schema/task.ts'
import type { Tool } from '../../../src/schema/tool.ts'
import { isObject, type Json } from '../../../src/shared/json.ts'
import { rngOf } from '../../../src/shared/rng.ts'
import { drawContext } from '../../../src/suites/generate/drawer.ts'
import { fits } from '../../../src/suites/generate/graph/can-flow.ts'
import { catalogue } from '../../../src/suites/generate/graph/catalogue.ts'
import flows from '../../../src/suites/generate/graph/flows.json' with { type: 'json' }
import { isSemanticType, portPointer } from '../../../src/suites/generate/graph/ports.ts'
import { toolGraph } from '../../../src/suites/generate/graph/tool-graph.ts'
import type { Pattern } from '../../../src/suites/generate/pattern.ts'
import { namedPatterns } from '../../../src/suites/generate/patterns/index.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { inferTypes } from '../../../src/tools/imported/infer-types.ts'

const tool = (name: string, input: Record<string, unknown>, output: Record<string, unknown>): Tool => ({
  name,
  description: '',
  category: 'tools',
  effect: 'read',
  inputSchema: { type: 'object', properties: input, required: Object.keys(input) },
  outputSchema: { type: 'object', properties: output, required: Object.keys(output) },
})

const findHotel = tool(
  'find_hotel',
  { city: { type: 'string' } },
  {
    hotels: {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'string' }, pricePerNight: { type: 'number' } } },
    },
    contactEmail: { type: 'string' },
  },
)
const book = tool(
  'book',
  { hotel_id: { type: 'string' }, budget: { type: 'number' }, notify: { type: 'string', format: 'email' } },
  { confirmation_code: { type: 'string' }, booked_at: { type: 'string' } },
)

const edgesOf = (graph: ReturnType<typeof toolGraph>): string[] =>
  [...graph.edges()].map(({ from, to }) => `${from.tool} ${from.at} -> ${to.tool} ${to.at}`)

describe('a graph of tools', () => {
  test('knows of meanings that there are', () => {
    const named = [...Object.entries(flows.takes).flat(2), ...flows.of_one_kind]
    expect(named.filter((meaning) => !isSemanticType(meaning))).toEqual([])
  })

  test('lets an id flow only to where one of the same kind is wanted', () => {
    const edge = (from: string, to: string): boolean => fits(from as SemanticType, to as SemanticType)
    expect(edge('id:Hotel', 'id:Hotel')).toBe(true)
    expect(edge('id:Hotel', 'id:Guest')).toBe(false)
    expect(edge('id', 'id:Hotel')).toBe(false)
  })

  test('joins outputs to inputs of the same meaning, told by format, name and type', () => {
    expect(edgesOf(toolGraph([findHotel, book]))).toEqual([
      'find_hotel /hotels/-/id -> book /hotel_id',
      'find_hotel /contactEmail -> book /notify',
    ])
  })

  test('joins what was only inferred, and may be of any kind, where the names agree', () => {
    const read = tool(
      'read_issue',
      {},
      {
        issue: {
          type: 'object',
          properties: { title: { type: 'string' }, url: { type: 'string', format: 'uri' } },
        },
        updated_at: { type: 'string', format: 'date-time' },
        due_on: { type: 'string', format: 'date-time' },
        declared: { type: 'string', 'x-semantic': 'url' },
      },
    )
    const write = tool(
      'write',
      {
        issue_title: { type: 'string' },
        url: { type: 'string', format: 'uri' },
        since: { type: 'string', format: 'date-time' },
        due_on: { type: 'string', format: 'date-time' },
        page: { type: 'string', 'x-semantic': 'url' },
      },
      {},
    )
    expect(edgesOf(toolGraph([read, write]))).toEqual([
      'read_issue /issue/title -> write /issue_title',
      'read_issue /due_on -> write /due_on',
      'read_issue /declared -> write /page',
    ])
  })

  test('takes the items of a list that says what it holds as said', () => {
    const gather = tool(
      'gather',
      { values: { type: 'array', items: { type: 'number' }, 'x-semantic': 'numbers' } },
      {},
    )
    const read = tool('read', {}, { temperature: { type: 'number', 'x-semantic': 'celsius' } })
    expect(edgesOf(toolGraph([read, gather]))).toEqual(['read /temperature -> gather /values/-'])
    for (const name of catalogue.tools.keys())
      for (const { inferred, at } of [...catalogue.inputsOf(name), ...catalogue.outputsOf(name)])
        expect(inferred, `${name} ${at}`).toBe(false)
  })

  test('takes corrections over what it inferred, and drops what is corrected to null', () => {
    const graph = toolGraph([findHotel, book], {
      find_hotel: { outputs: { '/hotels/-/pricePerNight': null, '/contactEmail': 'text' } },
      book: { outputs: { '/confirmation_code': 'id:Hotel' } },
    })
    expect(edgesOf(graph)).toEqual([
      'find_hotel /hotels/-/id -> book /hotel_id',
      'book /confirmation_code -> book /hotel_id',
    ])
  })

  test.each([
    [{ hotel: {} }, /a correction names the tool "hotel", which is not among the tools/],
    [
      { book: { inputs: { '/price': 'price' as const } } },
      /the correction of book names the input "\/price", which its schema lacks. It has: \/hotel_id, \/budget/,
    ],
  ])('refuses a correction of what is not there: %j', (corrections, message) => {
    expect(() => toolGraph([findHotel, book], corrections)).toThrow(message)
  })

  test('refuses two tools of one name', () => {
    expect(() => toolGraph([book, book])).toThrow(/two tools are named "book"/)
  })

  test('finds the port of an actual pointer', () => {
    expect(portPointer('/hotels/3/id')).toBe('/hotels/-/id')
    expect(toolGraph([findHotel]).outputAt('find_hotel', '/hotels/0/id')?.type).toBe('id:Hotel')
    expect(toolGraph([findHotel]).outputAt('find_hotel', '/hotels/0/name')).toBeUndefined()
  })
})

describe('inferred types', () => {
  const typeOf = (name: string, schema: Record<string, unknown>): unknown =>
    (
      inferTypes(tool('t', { [name]: schema }, {})).inputSchema.properties as Record<
        string,
        Record<string, unknown>
      >
    )[name]?.['x-semantic']

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

describe('the catalogue', () => {
  test('gives every tool a typed place', () => {
    const untyped = [...catalogue.tools.keys()].filter((name) => catalogue.outputsOf(name).length === 0)
    expect(untyped).toEqual([])
  })

  test('lets no duration into another one, which may count in other units', () => {
    const hours = catalogue.inputAt('add_duration', '/hours')
    expect(hours?.type).toBe('duration')
    expect(hours && catalogue.into(hours)).toEqual([])
  })

  test('knows places that schemas leave open', () => {
    expect(catalogue.outputAt('database_query', '/results/2/gdp_trillion')?.type).toBe('number')
  })
})

describe('the named patterns', () => {
  const directEdges = (pattern: Pattern): string[] =>
    Array.from({ length: 12 }, (_, i) => pattern.draw(rngOf(i, pattern.key), drawContext(1, registry)))
      .filter((draft) => draft !== undefined)
      .flatMap(({ steps }) =>
        steps.flatMap(({ tool, arguments: args }) =>
          directSources(args).flatMap(({ at, source }) => {
            const producer = steps[Number(source.$from.replace('step_', '')) - 1]?.tool ?? ''
            const output = catalogue.outputAt(producer, source.at)
            const input = catalogue.inputAt(tool, at)
            const fit = output !== undefined && input !== undefined && fits(output.type, input.type)
            return fit ? [] : [`${producer} ${source.at} (${output?.type}) -> ${tool} ${at} (${input?.type})`]
          }),
        ),
      )

  test.each(LEVELS.flatMap((level) => namedPatterns()[level]))(
    '$key takes its values along edges of the graph',
    (pattern) => {
      expect([...new Set(directEdges(pattern))]).toEqual([])
    },
  )
})

/** Bindings that pass a value on as it is, with the places that they stand at. */
function directSources(value: Json, at = ''): { at: string; source: From }[] {
  const key = bindingKey(value)
  if (key === '$from') return (value as From).via === undefined ? [{ at, source: value as From }] : []
  if (key === '$unordered') return directSources((value as { $unordered: Json[] }).$unordered, at)
  if (key !== undefined) return []
  if (Array.isArray(value)) return value.flatMap((item, i) => directSources(item, `${at}/${i}`))
  return isObject(value)
    ? Object.entries(value).flatMap(([name, item]) => directSources(item, `${at}/${name}`))
    : []
}
