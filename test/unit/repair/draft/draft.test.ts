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
import { readConversations } from '../../../../src/suites/repair/draft/conversations.ts'
import {
  type DraftOptions,
  draftConversations,
} from '../../../../src/suites/repair/draft/draft-conversations.ts'
import { simulatorsOfRecordings } from '../../../../src/suites/repair/record/recorded-simulators.ts'
import { readRecording } from '../../../../src/suites/repair/record/recording.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { referenceRun } from '../../../support/in-world.ts'

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

function drafted(name: string, text: string, options: Partial<DraftOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'draft-'))
  writeFileSync(join(root, name), text)
  const report = draftConversations(readConversations(join(root, name)), {
    out: 'shop.suite.jsonl',
    root,
    ...options,
  })
  const registry = registryOf(simulatorsOfRecordings([readRecording(report.recording)]))
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
      const { calls } = referenceRun(task, registry, seed)
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
    expect(tasks[0]?.todo).toContain('--reads find_customer')
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
    expect(tasks.map(({ todo }) => todo)).toEqual([
      expect.stringContaining('no call was recorded'),
      expect.stringContaining('no call succeeded'),
    ])
  })

  it('leave the line ends of a suite as they are', () => {
    const root = mkdtempSync(join(tmpdir(), 'draft-'))
    writeFileSync(join(root, 'a.json'), json(chat))
    const conversations = readConversations(join(root, 'a.json'))
    const { suite } = draftConversations(conversations, { out: 'shop.suite.jsonl', root, ...KNOWN })
    writeFileSync(suite, readFileSync(suite, 'utf8').replaceAll('\n', '\r\n'))
    const before = readFileSync(suite, 'utf8')
    draftConversations(conversations, { out: 'shop.suite.jsonl', root, ...KNOWN })
    expect(readFileSync(suite, 'utf8')).toBe(before)
  })

  it('in which the user spoke twice, or a result is missing, are asked about', () => {
    const twice = { messages: [...chat.messages, { role: 'user', content: 'Thanks.' }] }
    expect(drafted('a.json', json(twice), KNOWN).report.questions[0]?.text).toContain(
      'the user sent 2 messages',
    )
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
