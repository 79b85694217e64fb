/**
 * docs/guides/red-verdict.md has an example of every cause; these are what the scorer says of such a trace. Its text, its
 * pictures and README tell one run: that of the pictures.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CAUSES } from '../../../src/schema/score.ts'
import type { Task } from '../../../src/schema/task.ts'
import type { Call, Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../src/tools/registry.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8')
const page = read('docs/guides/red-verdict.md')
const rows = new Map(
  [...page.matchAll(/^\| `([\w-]+)` +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, cause = '', example = '', todo = '']) => [cause, { example, todo }],
  ),
)

const define = (name: string, effect: 'read' | 'write', input: z.ZodRawShape) =>
  defineSimulator({
    name,
    category: 'external_services',
    effect,
    capability: effect === 'read' ? 'look-up' : 'track-work',
    description: name,
    input: z.strictObject(input),
    output: z.strictObject({ order_id: z.string(), total: z.number() }),
    run: (_args, world) => ({
      order_id: 'A-4',
      total: world.draw('order', 'A-4').number('total', { min: 10, max: 90, decimals: 2 }),
    }),
  })
const order = { order_id: z.string() }
const tools = registryOf([
  ...registry.values(),
  define('find_order', 'read', order),
  define('refund_order', 'write', { ...order, amount: z.number() }),
  define('cancel_order', 'write', order),
])

const TASK: Task = {
  task_id: 'refunds order A-4',
  level: 'L1_chain',
  prompt: 'Order A-4 came too late. Refund it in full. End with a line: ANSWER: <total>',
  available_tools: ['find_order', 'refund_order', 'cancel_order'],
  expected_trace: {
    steps: [
      { step_id: 'step_1', tool_name: 'find_order', arguments: { order_id: 'A-4' }, depends_on: [] },
      {
        step_id: 'step_2',
        tool_name: 'refund_order',
        arguments: { order_id: 'A-4', amount: { $from: 'step_1', at: '/total' } },
        depends_on: ['step_1'],
      },
    ],
  },
  expected_final_answer: { $from: 'step_1', at: '/total' },
  world: { seed: 7 },
}

type Made = [tool: string, args: JsonObject, more?: Partial<Call>]
const find = (order_id = 'A-4', total = 55.2): Made => [
  'find_order',
  { order_id },
  { result: { order_id, total } },
]
const refund = (amount: number, order_id = 'A-4'): Made => ['refund_order', { order_id, amount }]
const failed = (status: number, code: string, message: string): Partial<Call> => ({
  status,
  committed: false,
  error: { code, message },
})

const traceOf = (made: readonly Made[], more: Partial<Trace> = {}): Trace => ({
  task_id: TASK.task_id,
  calls: made.map(([tool_name, args, extra], i) => ({
    id: `call_${i}`,
    tool_name,
    arguments: args,
    status: 200,
    result: { order_id: 'A-4', total: 0 },
    turn: i,
    started: 2 * i,
    ended: 2 * i + 1,
    committed: tool_name !== 'find_order',
    ...extra,
  })),
  final_answer: 'ANSWER: 55.2',
  attempt: 0,
  seed: 7,
  ...more,
})

const EXAMPLES: Readonly<Record<string, [made: Made[], more?: Partial<Trace>, task?: Partial<Task>]>> = {
  fabricated: [[find(), refund(49.9)]],
  stale: [[find('A-4', 58.2), find(), refund(58.2)]],
  'wrong-source': [[find('A-3', 19.5), find(), refund(19.5)]],
  'wrong-argument': [[find(), refund(55.2, 'A-3')]],
  'missing-call': [[find()]],
  'wrong-tool': [[find(), ['cancel_order', { order_id: 'A-4' }]]],
  'hallucinated-tool': [[find(), ['refund', {}, failed(404, 'not_found', 'unknown tool')]]],
  'wrong-order': [[refund(55.2), find()]],
  format: [
    [find(), ['refund_order', {}, failed(400, 'malformed_arguments', 'the arguments are not a JSON object')]],
  ],
  'gave-up': [[]],
  'unneeded-write': [[find(), refund(55.2), ['cancel_order', { order_id: 'A-4' }]]],
  'forbidden-call': [[find(), ['cancel_order', { order_id: 'A-4' }]], {}, { never: ['cancel_order'] }],
  'over-budget': [[...Array.from({ length: 16 }, (_, i) => find(`B-${i}`, i)), find(), refund(55.2)]],
  'wrong-answer': [[find(), refund(55.2)], { final_answer: 'ANSWER: 16.4' }],
  'agent-failed': [[], { failure: '401 Incorrect API key' }],
}

describe('docs/guides/red-verdict.md', () => {
  it('has every cause, and what to do', () => {
    expect([...rows.keys()].sort()).toEqual(CAUSES.toSorted())
    for (const { todo } of rows.values()) expect(todo.length).toBeGreaterThan(20)
  })

  it.each(Object.entries(EXAMPLES))('%s reads as on the page', (cause, [made, more, task]) => {
    const score = scoreTrace({ ...TASK, ...task }, traceOf(made, more), tools)
    expect(score).toMatchObject({ solved: false, cause })
    expect(score.reason).toContain(rows.get(cause)?.example)
  })
})

/** The lines of text of a drawn terminal. */
const readPicture = (name: string): string[] =>
  [...read(`docs/pictures/${name}.svg`).matchAll(/<text [^>]*>([^<]*)/g)].map(([, text = '']) => text.trim())

describe('one run', () => {
  const [, output = ''] = /^```\n( gate .*?)^```$/ms.exec(page) ?? []
  const verdict = output.split('\n').map((line) => line.trim())

  it('is the text of the page and the pictures', () => {
    const [gate = '', task = '', cause = ''] = verdict
    expect(readPicture('gate')).toEqual(expect.arrayContaining([gate, task, cause]))
    expect(
      read('README.md')
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(expect.arrayContaining([gate, task, cause]))
    const line = readPicture('failing-line')
    expect(line).toEqual(expect.arrayContaining([`GateFailed: ${task.replace('✗ ', '')}`, cause]))
  })

  it("is over README's suite", () => {
    const [, suite = ''] = /^```ts\n\/\/ test\/refunds\.suite\.ts\n(.*?)^```$/ms.exec(read('README.md')) ?? []
    expect(suite).toContain('refunds a late order')
    const drawn = read('test/integration/projects/refund-desk/test/refunds.suite.ts')
    expect(drawn.startsWith(suite)).toBe(true)
  })
})
