import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listSources } from '../../../src/schema/binding.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import { generateSuite } from '../../../src/suites/generate/generate-suite.ts'
import { speakParameter } from '../../../src/suites/generate/phrasebook/toolkit/labels.ts'
import type { Simulator } from '../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { importMcpToolkit } from '../../../src/tools/imported/import/mcp.ts'
import { importZodToolkit } from '../../../src/tools/imported/import/zod.ts'
import { addMeanings } from '../../../src/tools/imported/infer-types.ts'
import { simulatorsOfToolkit } from '../../../src/tools/imported/simulate/simulators.ts'
import { drawText } from '../../../src/tools/imported/simulate/texts.ts'
import type { ImportedTool, Toolkit } from '../../../src/tools/imported/toolkit.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { World } from '../../../src/tools/world/world.ts'
import { importToolkit } from '../../support/imported.ts'
import { generateDecidingTasks, generateTasks } from '../../support/suites.ts'

test.each([
  ['address', {}, /^\d+ \S+/],
  ['address', { description: 'The IP address of the server.' }, /^192\.0\.2\.\d+$/],
  ['ip', {}, /^192\.0\.2\.\d+$/],
  ['ipv6_address', {}, /^2001:db8::\w+$/],
  ['emailAddress', {}, /^\S+@example\.org$/],
  ['address', { examples: ['ann@example.com'] }, /^\S+@example\.org$/],
  ['mac_address', {}, /^02(?::\w\w){5}$/],
])('a field %s %j holds what it is an address of', (name, schema, form) => {
  const draw = new World(3).draw('servers', '1')
  const making = { draw, owner: 'Server', taken: new Map() } as unknown as Parameters<typeof drawText>[3]
  expect(drawText({ type: 'string', ...schema }, name, name, making)).toMatch(form)
})

test.each([
  ['is_account_active', { type: 'boolean' }, 'account active'],
  ['EntryDateTo', { type: 'string', format: 'date-time' }, 'entry date to'],
  ['created', { type: 'string', 'x-semantic': 'datetime' }, 'creation time'],
  ['radius', { type: 'number', description: 'in meters' }, 'radius'],
])('a field %s %j is called %s', (name, schema, label) => {
  expect(speakParameter(name, schema)).toBe(label)
})

test('a text whose example is a moment holds moments', () => {
  const schema = {
    type: 'object',
    properties: { made: { type: 'string', examples: ['2016-01-30T23:55:00Z'] } },
  }
  expect(addMeanings(schema)).toMatchObject({ properties: { made: { 'x-semantic': 'datetime' } } })
})

describe('what requests leave out', async () => {
  const toolkit = await importToolkit('test/fixtures/clinic.openapi.yaml')
  const tool = (name: string) => toolkit.tools.find((one) => one.name === name) as ImportedTool
  const withInput = (name: string, properties: JsonObject, required: string[]): Toolkit => ({
    ...toolkit,
    tools: [{ ...tool(name), input: { type: 'object', properties, required } }],
  })

  test.each([
    ['differs from thing to thing', { type: 'string', format: 'uri' }, true],
    ['is one constant', { const: 'clinic' }, false],
    ['has few values', { type: 'integer', minimum: 3, maximum: 4 }, false],
    ['says of which kind the thing is', { type: 'string', examples: ['doctor'] }, false],
    ['is an id of nothing that tools know', { type: 'string', 'x-semantic': 'id' }, false],
  ])('a field that %s is asked for only if it tells', (_, extra, isAsked) => {
    const { schema, ...rest } = toolkit.entities.Doctor as Toolkit['entities'][string]
    const added = (to: JsonObject): JsonObject => ({
      ...to,
      properties: { ...(to.properties as JsonObject), extra: extra as JsonObject },
    })
    const changed = { ...tool('getDoctor'), output: added(tool('getDoctor').output) }
    const entities = { ...toolkit.entities, Doctor: { ...rest, schema: added(schema) } }
    const [phrases] = toolsOf({ ...toolkit, entities, tools: [changed] }).phrases ?? []
    expect(phrases?.things?.shown.some(({ at }) => at === '/extra')).toBe(isAsked)
  })

  const date = { type: 'string', format: 'date' }
  test.each([
    [
      'bookAppointment',
      { a: date, b: date, c: date, d: date, e: date },
      'a request would have to state 5 values',
    ],
    ['moveAppointment', { data: { type: 'object' } }, 'a request can say nothing of what is to be done'],
  ])('%s with %j', (name, properties, lacks) => {
    const { appointmentId = null } = tool('moveAppointment').input.properties as JsonObject
    const all = name === 'moveAppointment' ? { appointmentId, ...properties } : properties
    const required = Object.keys(all).filter((one) => one !== 'data')
    expect(toolsOf(withInput(name, all as JsonObject, required)).lacks?.get(name)?.lacks).toBe(lacks)
  })
})

describe('over tools that an MCP server lists', () => {
  const text = { type: 'string' }
  const object = (properties: JsonObject) => ({
    type: 'object' as const,
    properties,
    required: Object.keys(properties),
  })
  const tool = (name: string, properties: JsonObject, output?: JsonObject) => ({
    name,
    inputSchema: object(properties),
    ...(output && { outputSchema: object(output) }),
  })
  const change = { format: { type: 'string', enum: ['wide', 'narrow'] } }
  const uuid = { type: 'string', format: 'uuid' }
  const { toolkit } = importMcpToolkit(
    {
      tools: [
        tool('retrieve_a_page', { page_id: text }),
        tool('patch_page', { page_id: text, created: { type: 'string', format: 'date-time' } }),
        tool('retrieve_page_markdown', { page_id: uuid }, { page_id: uuid }),
        tool('update_page_markdown', { page_id: uuid, ...change }),
      ],
    },
    'wiki',
    'wiki.json',
  )
  const tools = toolsOf(toolkit)

  test('the id that a thing was asked for by is no field to ask for', () => {
    expect(tools.lacks?.get('retrieve_page_markdown')?.lacks).toBe('its result has no field to ask for')
  })
})

test('what nothing names is found as the first of what it lies in, whose id is no field to ask for', async () => {
  const booking = z.object({ id: z.string(), room_id: z.string(), day: z.iso.date() })
  const input = z.object({ room_id: z.string() })
  const { toolkit } = importZodToolkit(
    {
      list: {
        name: 'list_bookings',
        description: 'List the bookings of a room',
        input,
        output: z.object({ bookings: z.array(booking) }),
      },
      create: { name: 'create_booking', description: 'Book a room', input: booking.omit({ id: true }) },
      cancel: {
        name: 'cancel_booking',
        description: 'Cancel a booking',
        input: z.object({ booking_id: z.string() }),
      },
    },
    'desk',
    'tools.ts',
  )
  const tools = toolsOf(toolkit)
  const shown = tools.phrases?.flatMap(({ things }) => things?.shown.map(({ at }) => at) ?? [])
  expect(shown).toEqual(['/day'])
  const tasks = await generateDecidingTasks({ seed: 1, count: 4, tools })
  const found = tasks.filter(({ expected_trace }) => expected_trace.steps[0]?.tool_name === 'list_bookings')
  expect(found).not.toEqual([])
  for (const { prompt } of found)
    expect(prompt).toMatch(/ancel the booking with the (?:earliest|latest) day in room-\d+/)
})

describe('over a document with ports, sailings and a session', async () => {
  const toolkit = await importToolkit('test/fixtures/ferry.openapi.yaml')
  const registry = registryOf(simulatorsOfToolkit(toolkit))
  const call = (name: string, args: JsonObject): JsonObject => {
    const result = executeTool(registry.get(name) as Simulator, args, world)
    expect(result).toMatchObject({ ok: true })
    return (result as { output: JsonObject }).output
  }
  const world = new World(11)

  test('a simulator says whether its results are drawn for each call, and which parameters select nothing', () => {
    const tools = [...registry.values()]
    const drawn = tools.filter(({ hasUnrelatedResults }) => hasUnrelatedResults)
    expect(drawn.map(({ name }) => name)).toEqual(['reportIncident', 'openSession', 'searchCatalogue'])
    const idle = tools.flatMap(({ name, idleParameters = [] }) => idleParameters.map((one) => [name, one]))
    expect(idle).toEqual([['searchSailings', 'X-Trace']])
  })

  test('a field that names a thing holds the id of one that there is', () => {
    const sailings = call('searchSailings', {}).items as JsonObject[]
    expect(sailings.length).toBeGreaterThan(1)
    for (const { from_port, price } of sailings) {
      expect(call('getPort', { port_id: from_port ?? null }).id).toBe(from_port)
      expect(String(price)).toMatch(/^\d+(?:\.\d\d?)?$/)
    }
    for (const { year_built } of call('listVessels', {}).items as JsonObject[])
      expect(Number(year_built)).toBeLessThan(2027)
  })

  test('tools of which no request can be made say what they lack', () => {
    const { lacks } = toolsOf(toolkit)
    expect(Object.fromEntries(lacks ?? [])).toEqual({
      openSession: { lacks: '"session" is a credential', add: 'unavailable: no task asks for credentials' },
      searchCatalogue: {
        lacks: 'the values of "q" are unknown',
        add: 'an example, enum or format of "q"',
      },
    })
    const tools = { ...toolsOf(toolkit), phrases: [] }
    expect(() => [...generateSuite({ seed: 7, counts: { L0_node: 1 }, tools })]).toThrow(
      /No tasks can be generated yet\..* searchCatalogue: add an example.*\(the values of "q" are unknown\)/,
    )
    expect(JSON.stringify(toolkit.tools)).not.toContain('appid')
  })

  test('a tool of zod is worded by its description, and one without an output says where it goes', () => {
    const input = z.object({ order_id: z.string() })
    const { toolkit: desk } = importZodToolkit(
      {
        getOrder: { name: 'get_order', description: 'Read an order', input },
        cancelOrder: { name: 'cancel_order', description: 'Cancel an order', input },
        orders: { name: 'orders', description: 'All about orders', input },
      },
      'desk',
      'tools.ts',
    )
    const { lacks = new Map(), phrases = [] } = toolsOf(desk)
    expect(phrases.map(({ tool, asks }) => [tool, asks])).toEqual([
      ['cancel_order', [expect.stringContaining('cancel {order_id}')]],
    ])
    expect(lacks.get('get_order')?.add).toContain(
      '`output`, `outputSchema`, or `metadata: { output }` of a LangChain tool',
    )
    expect(lacks.get('orders')).toEqual({
      lacks: 'neither its summary, its name nor its description is a request such as "Cancel a booking"',
      add: 'a `title` or a description like it',
    })
  })

  test('a new thing of which a request can say nothing is not asked for', () => {
    const silent = structuredClone(toolkit)
    for (const tool of silent.tools.filter(({ kind }) => kind === 'create'))
      tool.input = { type: 'object', properties: { data: { type: 'object' } } }
    expect(toolsOf(silent).lacks?.get('createBooking')?.lacks).toBe(
      'a request can say nothing of the new thing',
    )
  })

  const counts = { L0_node: 20, L1_chain: 8, L2_parallel: 6, L3_dag: 4 }
  const tasks = generateTasks(7, counts, { tools: toolsOf(toolkit), upTo: true })
  const requests = tasks.map(({ prompt }) => prompt.split('\n\n')[0] as string)

  test('nothing is looked up of what the task has just made', () => {
    const isRead = (name: string | undefined): boolean => registry.get(name ?? '')?.effect === 'read'
    for (const { expected_trace } of tasks)
      for (const { tool_name, arguments: args } of expected_trace.steps.filter((one) =>
        isRead(one.tool_name),
      )) {
        const makers = listSources(args).map(({ $from }) =>
          expected_trace.steps.find((one) => one.step_id === $from),
        )
        expect(
          makers.filter((maker) => !isRead(maker?.tool_name)),
          tool_name,
        ).toEqual([])
      }
  })

  test('what leads to a thing is named with it', () => {
    const reads = tasks.filter(({ expected_trace: { steps } }) =>
      steps.every(({ tool_name }) => /^get/.test(tool_name)),
    )
    const told = reads.filter(({ expected_trace: { steps } }) => steps.length > 1)
    expect(told.length).toBeGreaterThan(0)
    for (const { prompt } of told) expect(prompt.split('\n\n')[0]).toMatch(/ of \S+/)
    expect(told.some(({ prompt }) => / of the [a-z ]+ of [a-z]+[- ]\S+[.?]\n/.test(prompt))).toBe(true)
  })

  test.each([
    ['an id beside the noun of its thing', /\bthe id\b(?! of)|\bthat id\b/],
    ['a text that carries values', /: </],
    ['a name as code writes it', /\b[a-z]+(?:_[a-z]|[A-Z])/],
    ['a wrong article', /\b(?:a [aeio]|an [^aeiou])/],
    ['a long id said twice', /(\b[\w-]{24,}\b).*\1/s],
    ['an argument without a value', / {2}| [,.?]/],
    ['a moment named by a preposition', /\b(?:at|from|until) time\b/],
  ])('no request holds %s', (_, pattern) => {
    expect(requests.filter((request) => pattern.test(request))).toEqual([])
  })

  test('calls side by side are about one kind of thing', () => {
    const reads = tasks.filter(({ level }) => level === 'L2_parallel')
    expect(reads).not.toEqual([])
    for (const { expected_trace } of reads) {
      const kinds = expected_trace.steps.flatMap(({ tool_name }) => {
        const tool = toolkit.tools.find(({ name }) => name === tool_name)
        return tool?.entity === undefined ? [] : [tool.entity]
      })
      expect(new Set(kinds).size, kinds.join()).toBeLessThan(3)
    }
  })

  test('no change leaves a thing as it is, and no paging is spoken of', () => {
    const updates = tasks.filter(({ expected_trace: { steps } }) =>
      steps.every(({ tool_name }) => tool_name === 'updateBooking'),
    )
    expect(updates).not.toEqual([])
    for (const task of updates) {
      const [step] = task.expected_trace.steps
      const { booking_id, ...changes } = step?.arguments ?? {}
      const before = executeTool(
        registry.get('getBooking') as Simulator,
        { booking_id: booking_id ?? null },
        new World(task.world?.seed ?? 0),
      )
      expect((before as { output: JsonObject }).output).not.toMatchObject(changes)
    }
    expect(tasks.map(({ prompt }) => prompt).join()).not.toMatch(/cursor|appid|\bpin\b/)
  })
})
