import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { loadSuite } from '../../../src/suites/load/load.ts'
import { printTask } from '../../../src/suites/print/print-suite.ts'
import { Refused } from '../../../src/tasks/reference/reference-error.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { convertOldTask, functionTask } from '../../support/code-task.ts'
import { readRows } from '../../support/json-lines.ts'
import { worldTasks } from '../../support/world-tasks.ts'

interface Call {
  tool: string
  args?: JsonObject
  when?: JsonObject
  each?: JsonObject
}

const buildTask = (calls: Call[], answer?: Json, rest: Partial<Task> = {}): Task => ({
  task_id: 't',
  level: 'L3_dag',
  prompt: 'Do it.',
  available_tools: [...new Set(calls.map(({ tool }) => tool)), 'other'],
  expected_trace: {
    steps: calls.map(({ tool, args = {}, ...more }, i) => ({
      ...{ step_id: `s${i + 1}`, tool_name: tool, arguments: args, depends_on: [], ...(more as object) },
    })),
  },
  ...(answer === undefined ? {} : { expected_final_answer: answer }),
  ...rest,
})
const from = (step: number, at: string, via?: Json): JsonObject => ({
  $from: `s${step}`,
  at,
  ...(via === undefined ? {} : { via }),
})
const order = { tool: 'find_order', args: { reference: 'A-1' } }
const list = { tool: 'list_orders' }
const print = (task: Task): string => printTask(task, registry)

/** The statements of a printed task. */
const printBody = (task: Task): string =>
  /=> \{\n([\s\S]*?)\n\}\)\n$/.exec(print(task))?.[1]?.replaceAll(/^ {2}/gm, '') ?? ''

const FILE = 'test/fixtures/old-conditions.suite.jsonl'

describe('a task of the JSON lines that could decide', () => {
  it.each<[string, Task, string]>([
    [
      'branches where its conditions do',
      buildTask(
        [
          order,
          { tool: 'refund_order', args: { id: from(1, '/id') }, when: { $eq: [from(1, '/status'), 'late'] } },
          { tool: 'send_message', args: { body: { $text: ['Refund ', from(2, '/id'), ' is on its way'] } } },
        ],
        [
          { when: { $eq: [from(1, '/status'), 'late'] }, is: from(2, '/id') },
          { when: { $not: { $eq: [from(1, '/status'), 'late'] } }, is: 'not late' },
        ],
      ),
      `const order = await find_order({ reference: 'A-1' })
const refundResult = order.status === 'late' ? await refund_order({ id: order.id }) : undefined
if (refundResult) await send_message({ body: text\`Refund \${refundResult.id} is on its way\` })
if (refundResult) return refundResult.id
return 'not late'`,
    ],
    [
      'catches what a tool may refuse',
      buildTask([
        { tool: 'book_room' },
        { tool: 'join_waitlist', when: { $failed: 's1' } },
        { tool: 'send_message', args: { body: from(1, '/id') } },
      ]),
      `const room = await book_room().catch((error) => {
  if (!(error instanceof Refused)) throw error
})
if (!room) await join_waitlist()
if (room) await send_message({ body: room.id })`,
    ],
    [
      'goes through lists, and gathers what it makes there',
      buildTask(
        [
          list,
          {
            tool: 'pay_order',
            args: { id: { $item: '/id' } },
            each: {
              list: from(1, '/orders'),
              where: { $and: [{ $eq: [{ $item: '/paid' }, false] }, { $lt: [{ $item: '/total' }, 9] }] },
            },
          },
        ],
        {
          receipts: { $each: 's2', at: '/receipt' },
          open: {
            $calc: 'count',
            of: [{ $all: from(1, '/orders'), where: { $exists: { $item: '/due' } }, give: '/id' }],
          },
        },
      ),
      `const { orders } = await list_orders()
const payResults = []
for (const order of orders) {
  if (!order.paid && order.total < 9) payResults.push(await pay_order({ id: order.id }))
}
return {
  receipts: payResults.map((payResult) => payResult.receipt),
  open: orders.filter((order) => order.due != null).length,
}`,
    ],
    [
      'names what it finds once',
      buildTask([
        list,
        {
          tool: 'send_message',
          args: {
            to: { $find: from(1, '/orders'), least: '/total', give: '/email' },
            body: {
              $template: [
                { gap: 'total', is: { $find: from(1, '/orders'), least: '/total', give: '/total' } },
                ' EUR',
              ],
            },
          },
        },
      ]),
      `const { orders } = await list_orders()
const order = orders.reduce((a, b) => (b.total < a.total ? b : a))
await send_message({ to: order.email, body: exactly\`\${order.total} EUR\` })`,
    ],
    [
      'takes what remains, and leaves out what does not',
      buildTask(
        [
          order,
          { tool: 'find_invoice', when: { $in: ['x', from(1, '/tags')] } },
          {
            tool: 'send_message',
            args: {
              body: { $first: [from(2, '/id', ['text']), from(1, '/id', ['text'])] },
              cc: { $optional: from(1, '/cc') },
            },
          },
        ],
        { order: from(1, '/id'), invoice: from(2, '/id') },
      ),
      `const order = await find_order({ reference: 'A-1' })
const invoice = order.tags.includes('x') ? await find_invoice() : undefined
await send_message({ body: String(invoice?.id ?? order.id), cc: optional(order.cc) })
return { order: order.id, invoice: invoice?.id ?? optional(null) }`,
    ],
    [
      'says that a loop goes on after a message',
      buildTask(
        [
          { tool: 'list_orders' },
          { tool: 'find_order', args: { reference: { $item: '/id' } }, each: { list: from(1, '/orders') } },
          { tool: 'b', args: { x: { $item: '/id' } }, each: { list: 's2' }, after_turn: 2 } as Call,
        ],
        undefined,
        { turns: ['Go.'] },
      ),
      `const { orders } = await list_orders()
for (const order of orders) {
  await find_order({ reference: order.id })
  // May come before message 2, as its loop does.
  await b({ x: order.id })
}
await turn(2)`,
    ],
  ])('%s', (_, task, code) => {
    expect(printBody(task)).toBe(code)
  })

  it('draws its state by a function', () => {
    const state = { files: [{ $draw: [{ path: '/a' }, null] }] }
    expect(print(buildTask([], undefined, { world: { seed: 5, state } }))).toContain(
      "  state: (draw) => ({ files: [draw([{ path: '/a' }, null])] }),\n",
    )
  })

  it.each(readRows<JsonObject>(FILE).map((row, i) => [String(row.task_id), row, i] as const))(
    'is, as show prints it, the function that a person reads: %s',
    async (_, row, i) => {
      const { code } = await convertOldTask(row)
      expect(code?.digest).toBe(worldTasks[i]?.code?.digest)
    },
  )

  it('goes on after a refused call, as try and catch do', async () => {
    const { code } = await convertOldTask({
      task_id: 'refused',
      level: 'L3_dag',
      prompt: 'Read /data/none.txt. If that fails, create the task "Look for it".',
      available_tools: ['read_file', 'create_task'],
      expected_trace: {
        steps: [
          { step_id: 's1', tool_name: 'read_file', arguments: { path: '/data/none.txt' }, depends_on: [] },
          {
            step_id: 's2',
            tool_name: 'create_task',
            arguments: { title: 'Look for it' },
            depends_on: [],
            when: { $failed: 's1' },
          },
        ],
      },
    })
    const task = await functionTask(
      'refused',
      {
        prompt: 'Read /data/none.txt. If that fails, create the task "Look for it".',
        tools: ['read_file', 'create_task'],
      },
      async ({ read_file, create_task }) => {
        try {
          await read_file({ path: '/data/none.txt' })
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          await create_task({ title: 'Look for it' })
        }
      },
    )
    expect(code?.digest).toBe(task.code?.digest)
    expect(task.code?.digest).toBeDefined()
  })

  it('is an error of a suite, with its line and the command that prints it', () => {
    expect(() => loadSuite(FILE)).toThrow(
      `${FILE}:1: expected_trace.steps.1: "when" has left JSON lines: a task that decides is a function in a *.suite.ts. Print it as one: npx tracewright show ${FILE}:if`,
    )
  })
})
