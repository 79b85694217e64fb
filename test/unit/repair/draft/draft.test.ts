import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { intercept } from '../../../../src/network/server.ts'
import { runAttempt } from '../../../../src/run/attempt/run-attempt.ts'
import type { AgentRequest } from '../../../../src/schema/agent.ts'
import type { Task } from '../../../../src/schema/task.ts'
import type { Trace } from '../../../../src/schema/trace.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { auditSuite } from '../../../../src/suites/audit/audit-suite.ts'
import { loadSuite } from '../../../../src/suites/load/load.ts'
import { findTextProblems } from '../../../../src/suites/load/text-evidence.ts'
import { readConversations } from '../../../../src/suites/repair/draft/conversations.ts'
import {
  type DraftOptions,
  draftConversations,
} from '../../../../src/suites/repair/draft/draft-conversations.ts'
import { createRecordedSimulators } from '../../../../src/suites/repair/record/recorded-simulators.ts'
import { readRecording } from '../../../../src/suites/repair/record/recording.ts'
import { registry as builtIn } from '../../../../src/tools/builtin/registry.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { serve } from '../../../../src/tools/served.ts'
import { runReference } from '../../../support/in-world.ts'

const PROMPT = 'Refund the last order of ann@example.com. Which amount is it?'
const ANSWER = 'The amount is 48.5.'
const json = JSON.stringify
const names = ['find_customer', 'get_order', 'refund']

/** One conversation as five systems write it: the last order of a customer is looked up and refunded. */
const [chatText = '', responses = '', langChain = '', aiSdk = '', spans = ''] = readFileSync(
  new URL('conversations.jsonl', import.meta.url),
  'utf8',
).split('\n')
const chat: { messages: { role: string; content?: string }[] } = JSON.parse(chatText)

const draftFrom = (conversations: Parameters<typeof draftConversations>[0], options: DraftOptions) =>
  draftConversations(conversations, options, builtIn)

function drafted(name: string, text: string, options: Partial<DraftOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'draft-'))
  writeFileSync(join(root, name), text)
  const report = draftFrom(readConversations(join(root, name)), {
    out: 'shop.suite.jsonl',
    root,
    ...options,
  })
  const registry = registryOf(createRecordedSimulators([readRecording(report.recording)]))
  return { report, registry, tasks: loadSuite(report.suite).map(({ task }) => task) }
}

const KNOWN = { reads: ['find_customer', 'get_order'], writes: ['refund'] }

describe.each([
  ['messages of OpenAI', chatText, KNOWN],
  ['responses of OpenAI', responses, KNOWN],
  ['messages of LangChain', langChain, KNOWN],
  ['steps of the AI SDK', aiSdk, KNOWN],
  ['spans of OpenTelemetry', spans, {}],
])('%s', (_, conversation, options) => {
  it('become a task that holds in every world', () => {
    const { report, registry, tasks } = drafted('traces.jsonl', conversation, options)
    expect(report).toMatchObject({ tasks: 1, ready: 1, calls: 3, bound: 3, questions: [], fixed: [] })
    const [task] = tasks
    expect(task).toMatchObject({
      task_id: 'refund_the_last_order_of_ann',
      level: 'L1_chain',
      prompt: PROMPT,
      available_tools: names,
      expected_trace: {
        steps: [
          { arguments: { email: 'ann@example.com' }, depends_on: [] },
          { arguments: { id: { $from: 'step_1', at: '/last' } }, depends_on: ['step_1'] },
          {
            arguments: {
              order_id: { $from: 'step_1', at: '/last' },
              amount: { $from: 'step_2', at: '/total' },
            },
            depends_on: ['step_1', 'step_2'],
          },
        ],
      },
      expected_final_answer: { $from: 'step_3', at: '/amount' },
    })
    if (task === undefined) return
    for (const seed of [0, 4]) {
      const { calls } = runReference(task, registry, seed)
      const [, , { result } = { result: null }] = calls
      const amount = (result as { amount: number }).amount
      const trace: Trace = {
        task_id: task.task_id,
        calls,
        final_answer: `The amount is ${amount}.`,
        seed,
        attempt: 0,
      }
      expect(scoreTrace({ ...task, world: { seed } }, trace, registry)).toMatchObject({ solved: true })
      expect(amount === 48.5).toBe(seed === 0)
    }
  })
})

it('a drafted write is not held against the audit, whose refused attempts no recording holds', async () => {
  const { registry, tasks } = drafted('traces.jsonl', json(chat), KNOWN)
  const { findings } = await auditSuite(tasks, registry, { rules: ['calibration', 'never-refused'] })
  expect(findings).toEqual([])
})

describe('results that are not objects', () => {
  const RESULTS: readonly [name: string, args: JsonObject, result: Json][] = [
    ['list_orders', { email: 'ann@example.com' }, [{ id: 'ord_7690' }, { id: 'ord_7781' }]],
    ['get_total', { id: 'ord_7781' }, 48.5],
    ['get_note', { id: 'ord_7781' }, 'Agreed with Ann Lee, code k7-9921.'],
    ['refund', { order_id: 'ord_7781', amount: 48.5 }, true],
    ['list_refunds', { order_id: 'ord_7781' }, ['ref_9000', 'ref_9001']],
  ]
  const conversation = {
    messages: [
      { role: 'user', content: PROMPT.replace('last', 'second') },
      ...RESULTS.flatMap(([name, args, result], i) => [
        {
          role: 'assistant',
          tool_calls: [{ id: `c${i}`, type: 'function', function: { name, arguments: json(args) } }],
        },
        {
          role: 'tool',
          tool_call_id: `c${i}`,
          content: typeof result === 'string' ? result : json(result),
        },
      ]),
      { role: 'assistant', content: 'Done.' },
    ],
  }
  const draft = () =>
    drafted('a.json', json(conversation), {
      reads: ['list_orders', 'get_total', 'get_note', 'list_refunds'],
      writes: ['refund'],
    })

  beforeAll(intercept)

  it.each(['http', 'direct'] as const)('stay what they were, and a right agent passes (%s)', async (wire) => {
    const { registry, tasks } = draft()
    const task = tasks[0] as Task
    expect(task.expected_trace.steps.map((step) => step.arguments)).toEqual([
      { email: 'ann@example.com' },
      { id: { $from: 'step_1', at: '/1/id' } },
      { id: { $from: 'step_1', at: '/1/id' } },
      { order_id: { $from: 'step_1', at: '/1/id' }, amount: { $from: 'step_2', at: '' } },
      { order_id: { $from: 'step_1', at: '/1/id' } },
    ])
    for (const seed of [0, 3]) {
      const told: Json[] = []
      const agent = (place: number) => ({
        name: 'refunder',
        async run({ tools }: AgentRequest) {
          const ask = async (name: string, args: JsonObject) => {
            const output = (await tools.find((one) => one.name === name)?.invoke(args)) ?? null
            told.push(output)
            return output
          }
          const orders = (await ask('list_orders', { email: 'ann@example.com' })) as { id: string }[]
          const id = orders[place]?.id ?? ''
          const amount = await ask('get_total', { id: orders[1]?.id ?? '' })
          await ask('get_note', { id: orders[1]?.id ?? '' })
          await ask('refund', { order_id: id, amount })
          await ask('list_refunds', { order_id: orders[1]?.id ?? '' })
          return 'Done.'
        },
      })
      const here = { ...task, world: { seed } }
      const { trace } = await runAttempt(agent(1), here, { registry, wire })
      expect(scoreTrace(here, trace, registry)).toMatchObject({ solved: true })
      expect(trace.calls.map(({ result }) => result)).toEqual(told)
      if (seed === 0) expect(told).toEqual(RESULTS.map(([, , result]) => result))
      else expect(json(told)).not.toMatch(/ord_7781|48\.5/)
      const wrong = await runAttempt(agent(0), here, { registry, wire })
      expect(scoreTrace(here, wrong.trace, registry).solved).toBe(false)
    }
  })
})

describe('conversations', () => {
  it('leave effects that nothing tells to a person', () => {
    const { report, tasks } = drafted('traces.json', json(chat))
    expect(report.ready).toBe(0)
    expect(report.questions.map(({ kind }) => kind)).toEqual(['effect', 'effect', 'effect'])
    expect(report.questions[0]?.text).toContain('--reads find_customer')
    expect(tasks[0]?.todo).toBe('answer the questions in shop.questions.jsonl, then remove "todo"')
  })

  it('are told of effects by a listing of an MCP server', () => {
    const tools = { tools: names.map((name) => ({ name, annotations: { readOnlyHint: name !== 'refund' } })) }
    expect(drafted('traces.json', json(chat), { tools }).report).toMatchObject({ ready: 1, questions: [] })
  })

  it('may be several in a file, also as spans of several traces', () => {
    const other = { ...chat, task_id: 'another' }
    expect(drafted('two.json', json([chat, other]), KNOWN).tasks.map(({ task_id }) => task_id)).toEqual([
      'refund_the_last_order_of_ann',
      'another',
    ])
    const traces = `${spans}\n${spans.replaceAll('trace-1', 'trace-2')}`
    expect(drafted('two.jsonl', traces).report).toMatchObject({ tasks: 1, ready: 1 })
  })

  it('of one prompt that went different ways are tasks of their own', () => {
    const other = {
      ...chat,
      messages: chat.messages.map((one) =>
        one.content === ANSWER ? { ...one, content: '48.5 it is.' } : one,
      ),
    }
    const { report, tasks } = drafted(
      'two.jsonl',
      [chat, chat, other].map((one) => json(one)).join('\n'),
      KNOWN,
    )
    expect(tasks.map(({ task_id }) => task_id)).toEqual([
      'refund_the_last_order_of_ann',
      'refund_the_last_order_of_ann_2',
    ])
    expect(report).toMatchObject({ tasks: 2 })
  })

  it('in which nothing was called, or no call succeeded, are asked about', () => {
    const idle = {
      messages: [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: 'Hi.' },
      ],
    }
    const failing = {
      messages: [
        { role: 'user', content: 'Look.' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'z', type: 'function', function: { name: 'find_customer', arguments: '{bad' } }],
        },
        { role: 'tool', tool_call_id: 'z', content: 'Error: boom' },
      ],
    }
    const { report, tasks } = drafted('two.jsonl', [idle, failing].map((one) => json(one)).join('\n'))
    expect(report.ready).toBe(0)
    expect(tasks).toHaveLength(2)
    expect(json(report.questions)).toMatch(/no call was recorded.*no call succeeded/)
  })

  it('leave the line ends of a suite as they are', () => {
    const root = mkdtempSync(join(tmpdir(), 'draft-'))
    writeFileSync(join(root, 'a.json'), json(chat))
    const conversations = readConversations(join(root, 'a.json'))
    const { suite } = draftFrom(conversations, { out: 'shop.suite.jsonl', root, ...KNOWN })
    writeFileSync(suite, readFileSync(suite, 'utf8').replaceAll('\n', '\r\n'))
    const before = readFileSync(suite, 'utf8')
    draftFrom(conversations, { out: 'shop.suite.jsonl', root, ...KNOWN })
    expect(readFileSync(suite, 'utf8')).toBe(before)
  })

  it('in which a result is missing are asked about', () => {
    const lost = { messages: chat.messages.filter(({ role }) => role !== 'tool') }
    expect(drafted('a.json', json(lost), KNOWN).report.questions[0]?.text).toContain(
      'lacks the results of find_customer, get_order, refund',
    )
  })

  it('are written without secrets', () => {
    const planted = json(chat).replace('You serve', 'x').replaceAll('cus_81f3a2', 'sk-planted-12345678')
    const { report } = drafted(
      'a.json',
      planted.replace('Which amount', 'My key is ghp_planted0123456789. Which amount'),
      KNOWN,
    )
    const text = readFileSync(report.suite, 'utf8') + readFileSync(report.recording, 'utf8')
    expect(text).not.toContain('planted')
    expect(text).toContain('My key is <redacted>.')
  })

  it('that cannot be read are named by line', () => {
    expect(() => drafted('a.jsonl', `${json(chat)}\n{"x":1}\nnope`)).toThrow(
      /a\.jsonl:2: .*unknown shape.*\n.*a\.jsonl:3: not JSON/s,
    )
    expect(() => drafted('a.json', json(chat), { reads: ['finder'] })).toThrow(
      'no conversation has the tool "finder"',
    )
  })
})

type Said = readonly [name: string, args: JsonObject, result: Json]

/** A conversation in which each message of the user is followed by calls, one a turn, and an answer. */
const talk = (...parts: readonly (readonly [prompt: string, calls: readonly Said[], answer: string])[]) => ({
  messages: parts.flatMap(([content, calls, answer], part) => [
    { role: 'user', content },
    ...calls.flatMap(([name, args, result], i) => {
      const id = `c${part}.${i}`
      const call = { id, type: 'function', function: { name, arguments: json(args) } }
      return [
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: id, content: json(result) },
      ]
    }),
    { role: 'assistant', content: answer },
  ]),
})

const asked = (conversation: object, options: Partial<DraftOptions> = {}) => {
  const text = json(conversation)
  const called = (names: string[]) => names.filter((name) => text.includes(`"name":"${name}"`))
  const effects = { reads: called(['find', 'look']), writes: called(['act']) }
  const { report, tasks, registry } = drafted('a.json', text, { ...effects, ...options })
  const [task] = tasks as [Task]
  return {
    questions: report.questions,
    args: task.expected_trace.steps.map((one) => one.arguments),
    task,
    registry,
  }
}

describe('a value with several sources', () => {
  const CART = { lines: [{ sku: 'lmp_77120', quantity: 4 }] }
  const order = (quantity: number): Said => ['act', { sku: 'lmp_77120', quantity }, { ok: true }]
  const $from = (step: number, at: string) => ({ $from: `step_${step}`, at })

  it.each<[string, Said[], Json, string[]]>([
    [
      'of two results is the one that has its name',
      [['find', { user: 'ann' }, CART], ['look', { sku: 'lmp_77120' }, { available: 4 }], order(4)],
      $from(1, '/lines/0/quantity'),
      ['idle-read'],
    ],
    [
      'of one result is the one that has its name',
      [['find', { user: 'ann' }, { ...CART, available: 4 }], order(4)],
      $from(1, '/lines/0/quantity'),
      [],
    ],
    [
      'of a small number that was given under another name is the one that has its name',
      [['find', { user: 'ann' }, CART], ['look', { quantity: 4 }, { available: 4 }], order(4)],
      $from(1, '/lines/0/quantity'),
      ['idle-read'],
    ],
    [
      'is of the item whose other values are passed on',
      [
        [
          'find',
          { user: 'ann' },
          [
            { sku: 'chr_1', quantity: 4 },
            { sku: 'lmp_77120', quantity: 4 },
          ],
        ],
        order(4),
      ],
      $from(1, '/1/quantity'),
      [],
    ],
    [
      'that a call was given under its name has one',
      [['find', { user: 'ann' }, CART], ['look', { quantity: 4 }, { quantity: 4 }], order(4)],
      $from(1, '/lines/0/quantity'),
      ['idle-read'],
    ],
  ])('%s', (_, calls, quantity, kinds) => {
    const { questions, args, task, registry } = asked(
      talk(['Order what ann has in her cart.', calls, 'Done.']),
    )
    expect(args.at(-1)?.quantity).toEqual(quantity)
    expect(
      questions.map(({ kind }) => kind),
      questions[0]?.text,
    ).toEqual(kinds)
    // A read with a bound argument counts only where its result is used for sure.
    if (args[1]?.quantity !== undefined && kinds.includes('sources')) return
    // Each source is accepted, and nothing else.
    const { calls: right } = runReference(task, registry, 0)
    const verdict = (quantity: number) => {
      const changed = right.map((call) =>
        call.tool_name === 'act' ? { ...call, arguments: { ...call.arguments, quantity } } : call,
      )
      const trace = { task_id: task.task_id, calls: changed, final_answer: 'Done.', seed: 0, attempt: 0 }
      return scoreTrace({ ...task, world: { seed: 0, fixed: true } }, trace, registry).solved
    }
    expect([verdict(4), verdict(5)]).toEqual([true, false])
  })

  it('is asked about in texts and answers too, and stays equal in every recorded world', () => {
    const calls: Said[] = [
      ['find', { user: 'ann' }, { price: 812.5 }],
      ['look', { user: 'ann' }, { price: 812.5 }],
      ['act', { body: 'The price is 812.5 now.' }, { ok: true }],
    ]
    const { questions, args, task, registry } = asked(
      talk(['Mail ann the price. Which price is it?', calls, 'It is 812.5.']),
    )
    const both = { $oneOf: [$from(1, '/price'), $from(2, '/price')] }
    expect(args[2]).toEqual({ body: { $text: ['The price is ', both, ' now.'] } })
    expect(task.expected_final_answer).toEqual(both)
    expect(questions).toEqual([
      expect.objectContaining({
        kind: 'sources',
        text: expect.stringMatching(/2 results show this value: which is meant\?/),
        places: [
          { task_id: task.task_id, step_id: 'step_3', pointer: '/body/$text/1' },
          { task_id: task.task_id, pointer: '' },
        ],
      }),
    ])
    const worlds = [0, 1, 4].map((seed) =>
      runReference(task, registry, seed).calls.map(({ result }) => result),
    )
    for (const [one, other] of worlds) expect(one).toEqual(other)
    expect(new Set(worlds.map(([one]) => json(one))).size).toBe(3)
  })
})

describe('an extreme', () => {
  const FLIGHTS = [
    { id: 'fl_88121', to: 'Rome', price: 140.5, day: '2031-04-02' },
    { id: 'fl_90417', to: 'Rome', price: 99.25, day: '2031-04-01' },
    { id: 'fl_66002', to: 'Oslo', price: 180.75, day: '2031-03-01' },
  ]
  const quote = (shop: string, id: string, price: number): Said => ['look', { shop }, { id, price }]
  const act = (id: string): Said => ['act', { id }, { ok: true }]

  it.each<[string, string, Said[], string | undefined]>([
    [
      'of a list is left to a function',
      'Book the cheapest flight.',
      [['find', {}, { flights: FLIGHTS }], act('fl_90417')],
      'the run went on with 2 of 3, which has the least price. The line expects this one, whatever the reason',
    ],
    [
      'of several results is left to a function',
      'Ask the shops A1 and B2, and buy where it is cheapest.',
      [quote('A1', 'qu_11873', 31.5), quote('B2', 'qu_55610', 28.25), act('qu_55610')],
      'which has the least price. The line expects this one',
    ],
    [
      'among the items that the prompt names is asked about',
      'Book the cheapest flight to Rome.',
      [
        ['find', {}, { flights: FLIGHTS.with(2, { ...FLIGHTS[2], price: 12.5 } as (typeof FLIGHTS)[0]) }],
        act('fl_90417'),
      ],
      '2 of 3, which has the least day, where to == "Rome" or the least price, where to == "Rome".',
    ],
    [
      'is none where the prompt names the item',
      'Book the flight to Oslo.',
      [['find', {}, FLIGHTS], act('fl_66002')],
      undefined,
    ],
    [
      'is none where all are taken',
      'Book all flights.',
      [['find', {}, FLIGHTS], ...FLIGHTS.map(({ id }) => act(id))],
      undefined,
    ],
    [
      'is none in the middle',
      'Book one.',
      [['find', {}, FLIGHTS.map(({ id, price }) => ({ id, price }))], act('fl_88121')],
      undefined,
    ],
  ])('%s', (_, prompt, calls, text) => {
    const { questions } = asked(talk([prompt, calls, 'Done.']))
    const extremes = questions.filter(({ kind }) => kind === 'extreme')
    expect(extremes.map((one) => one.text)).toEqual(text === undefined ? [] : [expect.stringContaining(text)])
  })
})

describe('tools', () => {
  const schema = (...required: string[]) => ({
    type: 'object',
    properties: { user: { type: 'string' }, body: { type: 'string' } },
    required,
  })
  const find = talk(['Find ann.', [['find', { user: 'ann' }, { id: 'cus_81' }]], 'Done.'])
  const write = talk([
    'Mail ann her price.',
    [
      ['look', { user: 'ann' }, { price: 812.5 }],
      ['act', { body: 'The price is 812.5 now.' }, { ok: true }],
    ],
    'Done.',
  ])
  const both = (...tools: object[]) => json([{ ...find, tools }, write])
  const described = [
    {
      type: 'function',
      function: { name: 'find', description: 'Finds a user.', parameters: schema('user') },
    },
    { type: 'function', function: { name: 'cancel', description: 'Cancels.', parameters: schema() } },
  ]
  const options = { reads: ['find', 'look'], writes: ['act'] }

  it('of all conversations are offered, with descriptions and required fields', () => {
    const { tasks, registry, report } = drafted('a.json', both(...described), options)
    for (const { available_tools } of tasks)
      expect(available_tools.toSorted()).toEqual(['act', 'cancel', 'find', 'look'])
    expect(registry.get('find')).toMatchObject({ description: 'Finds a user.', inputSchema: schema('user') })
    // A conversation without definitions leaves what is known.
    const again = draftFrom(readConversations(report.suite.replace('shop.suite.jsonl', 'a.json')).slice(1), {
      out: report.suite,
    })
    const kept = registryOf(createRecordedSimulators([readRecording(again.recording)]))
    expect(kept.get('find')).toMatchObject({ description: 'Finds a user.', inputSchema: schema('user') })
    expect(again.questions).toEqual([])
  })

  it.each([
    ['Bedrock', { toolSpec: { name: 'find', description: 'Finds.', inputSchema: { json: schema('user') } } }],
    [
      'Gemini',
      {
        functionDeclarations: [
          { name: 'find', description: 'Finds.', parameters: { ...schema('user'), type: 'OBJECT' } },
        ],
      },
    ],
  ])('are read in the form of %s', (_, tool) => {
    expect(drafted('a.json', both(tool), options).registry.get('find')).toMatchObject({
      description: 'Finds.',
      inputSchema: schema('user'),
    })
  })

  it.each([
    ['without definitions', undefined],
    ['with definitions', [{ name: 'act', inputSchema: schema('body') }]],
  ])('leave a text bound %s', (_, tools) => {
    const { args } = asked(write, { tools })
    expect(args[1]).toEqual({
      body: { $text: ['The price is ', { $from: 'step_1', at: '/price' }, ' now.'] },
    })
  })
})

describe('sessions of several messages', () => {
  const REFUND: Said = ['act', { id: 'ord_7781', reason: 'broken' }, { refund: 're_55120' }]
  const session = talk(
    ['What did ann order last?', [['find', { user: 'ann' }, { id: 'ord_7781' }]], 'The order ord_7781.'],
    ['Refund it, it is broken.', [REFUND], 'Done.'],
  )

  it('become conversations, in which every message states values', () => {
    const { task, args, questions } = asked(session)
    expect(task).toMatchObject({ prompt: 'What did ann order last?', turns: ['Refund it, it is broken.'] })
    expect(args[1]).toEqual({ id: { $from: 'step_1', at: '/id' }, reason: 'broken' })
    // A refund before it was asked for is wrong; a look is not.
    expect(task.expected_trace.steps.map(({ after_turn }) => after_turn)).toEqual([undefined, 2])
    expect(questions).toEqual([])
  })

  it('leave out a last message without a reply, and join messages in a row', () => {
    const [first, ...rest] = session.messages
    const messages = [
      { role: 'user', content: 'Hello.' },
      first,
      ...rest,
      { role: 'user', content: 'Thanks.' },
    ]
    expect(asked({ messages }).task).toMatchObject({
      prompt: 'Hello.\n\nWhat did ann order last?',
      turns: ['Refund it, it is broken.'],
    })
  })

  it('are asked about where the calls of earlier messages are missing', () => {
    const [response] = JSON.parse(aiSdk).steps
    const request = { body: { messages: session.messages.slice(0, 5) } }
    const { questions, task } = asked({ steps: [{ ...response, request }] }, { reads: [], writes: [] })
    expect(task.prompt).toBe('Refund it, it is broken.')
    expect(task.turns).toBeUndefined()
    expect(questions[0]?.text).toContain('the user had sent messages before')
  })
})

describe('drafting again', () => {
  const one = (prompt: string, user: string) =>
    talk([
      prompt,
      [
        ['find', { user }, { id: `case_${user}99` }],
        ['act', { id: `case_${user}99`, note: 'n1' }, {}],
      ],
      'Done.',
    ])
  const CLOSE = 'Close the cases of u1 and u2.'
  const conversations = [one(CLOSE, 'u1'), one(CLOSE, 'u2'), one('Stop u3.', 'u3')]
  const suiteOf = (...lists: (readonly object[])[]) => {
    const root = mkdtempSync(join(tmpdir(), 'draft-'))
    const draft = (list: readonly object[], options: Partial<DraftOptions> = {}) => {
      writeFileSync(join(root, 'a.json'), json(list))
      return draftFrom(readConversations(join(root, 'a.json')), {
        out: 'shop.suite.jsonl',
        root,
        ...options,
      })
    }
    const reports = lists.map((list) => draft(list))
    const suite = join(root, 'shop.suite.jsonl')
    const read = () => readFileSync(suite, 'utf8').trim().split('\n')
    const edit = (line: number, change: (text: string) => string) =>
      writeFileSync(
        suite,
        `${read()
          .map((text, i) => (i === line ? change(text) : text))
          .join('\n')}\n`,
      )
    return { draft, reports, read, edit, asked: join(root, 'shop.questions.jsonl') }
  }

  it('asks each question once, beside the suite', () => {
    const { reports, asked, read } = suiteOf(conversations)
    expect(reports[0]?.questions.map(({ kind, tool, places }) => [kind, tool, places.length])).toEqual([
      ['effect', 'find', 3],
      ['effect', 'act', 3],
      ['untraced', 'act', 3],
    ])
    const lines = readFileSync(asked, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(reports[0]?.questions)
    for (const line of read()) expect(JSON.parse(line).todo.length).toBeLessThan(80)
  })

  it('writes the same, and keeps edited lines and the questions of others', () => {
    const { draft, reports, read, edit, asked } = suiteOf(conversations)
    const [first] = reports
    const before = read()
    expect(draft(conversations)).toEqual(first)
    expect(read()).toEqual(before)
    edit(0, (text) =>
      text.replace('"prompt":"Close', '"prompt":"Please close').replace(/,"todo":"[^}]*"/, ''),
    )
    edit(2, (text) => text.replace('"n1"', '{"$any":true}'))
    const [changed, , open] = read()
    const report = draft(conversations, { reads: ['find'], writes: ['act'] })
    expect(read()).toEqual([changed, before[1], open])
    expect(report.edited).toEqual(['close_the_cases_of_u1_and_u2', 'stop_u3'])
    expect(report.questions).toMatchObject([
      { kind: 'untraced', places: [{ task_id: 'close_the_cases_of_u1_and_u2_2' }, { task_id: 'stop_u3' }] },
    ])
    draft(conversations.slice(2))
    expect(readFileSync(asked, 'utf8')).toContain('close_the_cases_of_u1_and_u2_2')
    expect(read()).toHaveLength(3)
  })

  it('draws what a person did not edit anew, with what was added to it', () => {
    const { draft, read, edit } = suiteOf([conversations[2] as object])
    edit(0, (text) => text.replace('{', '{"tags":["x"],'))
    draft([one('Stop u3.', 'u3'), one('Go u4.', 'u4')])
    const [line = ''] = read()
    expect(JSON.parse(line)).toMatchObject({
      tags: ['x'],
      expected_trace: { steps: [{}, { tool_name: 'act' }] },
    })
  })

  it('says where an edited line does not fit what its calls gave', () => {
    const { draft, edit } = suiteOf([conversations[0] as object])
    edit(0, (text) => text.replace('"user":"u1"', '"user":"u7"').replace(/,"todo":"[^}]*"/, ''))
    const { questions, edited } = draft([conversations[0] as object])
    expect(edited).toEqual(['close_the_cases_of_u1_and_u2'])
    expect(questions).toMatchObject([
      { kind: 'not-solved', text: expect.stringContaining('the line was edited') },
    ])
  })

  it('names a torn file of questions', () => {
    const { draft, asked } = suiteOf(conversations)
    writeFileSync(asked, '{"kind":')
    expect(() => draft(conversations)).toThrow(/shop\.questions\.jsonl: .*Delete the file, and draft again/s)
  })
})

describe('traces with calls', () => {
  const options = { reads: ['look'], writes: ['act', 'cancel'] }
  const tell = (result: object, body: string) => ({
    prompt: 'Tell ann how many cases she has.',
    tools: [{ name: 'look', description: 'Counts cases.' }, { name: 'cancel' }],
    calls: [
      { tool_name: 'look', arguments: { user: 'ann' }, result },
      { tool_name: 'act', arguments: { body }, result: { ticket: 'tk_88120' } },
      { tool_name: 'act', arguments: { close: 'tk_88120' }, result: { ok: true } },
    ],
  })

  it('are drafted with the prompt and the tools beside them', () => {
    const { task, registry } = asked(tell({ id: 'ca_7781' }, 'The case is ca_7781.'), options)
    expect(task).toMatchObject({ prompt: tell({}, '').prompt, available_tools: ['look', 'cancel', 'act'] })
    expect(registry.get('look')?.description).toBe('Counts cases.')
  })

  it.each([
    ['a whole number', { count: 12 }, 'There are 12 cases.', true],
    ['a rounded number', { average: 124.3 }, 'There are 124 cases.', true],
    ['an id', { id: 'ca_7781' }, 'The case is ca_7781.', false],
  ])('leave a text with %s to a person if the run would refuse it', (_, result, body, isWeak) => {
    const { args, task, questions, registry } = asked(tell(result, body), options)
    expect(json(args[1]).includes('$any')).toBe(isWeak)
    const weak = questions.filter(({ text }) =>
      text.includes('the recorded one carries only values that are easy to guess'),
    )
    expect(weak.map(({ kind, places }) => [kind, places[0]?.pointer])).toEqual(
      isWeak ? [['free-text', '/body']] : [],
    )
    serve([], registry.values())
    expect(findTextProblems(task)).toEqual([])
    serve([])
  })
})

describe('messages of a subagent', () => {
  const message = (type: string, parent: string | null, content: object[] | string) => ({
    ...{ type, session_id: 's', parent_tool_use_id: parent, message: { role: type, content } },
  })
  const use = (id: string, name: string, input: object) => [{ type: 'tool_use', id, name, input }]
  const result = (id: string, content: object) => [
    { type: 'tool_result', tool_use_id: id, content: json(content) },
  ]

  it('are no messages of the user, and their calls are steps', () => {
    const { task } = asked(
      [
        message('user', null, 'Close the case of ann.'),
        message('assistant', null, use('t', 'look', { for: 'ann' })),
        message('user', 't', 'Find the case of ann.'),
        message('assistant', 't', use('u', 'find', { user: 'ann' })),
        message('user', 't', result('u', { id: 'ca_7781' })),
        message('user', null, result('t', { found: 'ca_7781' })),
        message('assistant', null, use('v', 'act', { id: 'ca_7781' })),
        message('user', null, result('v', { ok: true })),
        message('assistant', null, [{ type: 'text', text: 'Done.' }]),
      ],
      {},
    )
    expect([task.prompt, task.turns]).toEqual(['Close the case of ann.', undefined])
    expect(task.expected_trace.steps.map(({ tool_name }) => tool_name)).toEqual(['look', 'find', 'act'])
  })
})
