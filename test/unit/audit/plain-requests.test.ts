import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Task } from '../../../src/schema/task.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { loadCodeSuite } from '../../../src/suites/code/load.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { joinRegistries, type Registry, registryOf } from '../../../src/tools/registry.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

/** A task that offers what it needs and three other tools. */
const offered = (task: Task): Task => ({
  ...task,
  available_tools: [
    ...(task.available_tools.includes('send_message') && task.available_tools.length < 9
      ? ['send_message']
      : []),
    ...new Set(task.expected_trace.steps.map(({ tool_name }) => tool_name)),
    'slugify',
    'word_count',
    'dns_lookup',
  ],
})

/** Tools of a shop, as a team might have them. */
const shop: Registry = joinRegistries(
  registry,
  registryOf([
    defineSimulator({
      name: 'order_canceller',
      category: 'external_services',
      effect: 'write',
      capability: 'track-work',
      description: 'Order Canceller: ends an order before it ships.',
      input: z.strictObject({ order_id: z.string() }),
      output: z.strictObject({ receipt: z.string() }),
      run: (_args, _world, call) => ({ receipt: call.recordId('cancel') }),
    }),
    defineSimulator({
      name: 'find_order',
      category: 'external_services',
      effect: 'read',
      capability: 'look-up',
      description: 'Finds an order.',
      input: z.strictObject({ order_id: z.string() }),
      output: z.strictObject({ order_id: z.string(), total: z.number() }),
      run: ({ order_id }, world) => ({
        order_id,
        total: world.draw('order', order_id).number('total', { min: 5, max: 90, decimals: 2 }),
      }),
    }),
    defineSimulator({
      name: 'refund_order',
      category: 'external_services',
      effect: 'write',
      capability: 'track-work',
      description: 'Refunds an amount of an order.',
      input: z.strictObject({ order_id: z.string(), amount: z.number() }),
      output: z.strictObject({ receipt: z.string() }),
      run: (_args, _world, call) => ({ receipt: call.recordId('refund') }),
    }),
  ]),
)

const notify = { title: 'Weather', priority: 'high' }

const PLAIN: readonly [string, Task][] = [
  [
    'a currency that stands in the name of a field',
    buildTask(
      'What does one share of NVDA cost in euros?',
      [
        step(1, 'get_stock_price', { symbol: 'NVDA' }),
        step(
          2,
          'get_exchange_rate',
          { from_currency: 'USD', to_currency: 'EUR', amount: buildFrom(1, '/price_usd') },
          ['step_1'],
        ),
      ],
      { expected_final_answer: buildFrom(2, '/converted_amount') },
    ),
  ],
  [
    'a mail, beside a tool for messages',
    buildTask(
      'Mail ann@example.com that we close at noon: subject "Closing", text "We close at noon."',
      [step(1, 'send_email', { to: 'ann@example.com', subject: 'Closing', body: 'We close at noon.' })],
      { available_tools: ['send_email', 'send_message', 'slugify', 'word_count'] },
    ),
  ],
  [
    'a channel',
    buildTask('Ping #finance: "Closing books at noon"', [
      step(1, 'send_message', { recipient: '#finance', message: 'Closing books at noon' }),
    ]),
  ],
  [
    'the name of a currency',
    buildTask(
      'How much are 250 euros in Swedish kronor?',
      [step(1, 'get_exchange_rate', { from_currency: 'EUR', to_currency: 'SEK', amount: 250 })],
      { expected_final_answer: buildFrom(1, '/converted_amount') },
    ),
  ],
  [
    'an order',
    buildTask('Cancel the order ord_55821.', [step(1, 'order_canceller', { order_id: 'ord_55821' })]),
  ],
  [
    'a text with a gap',
    buildTask(
      'Put up a high priority notice called Weather: "Oslo has <temperature> degrees".',
      [
        step(1, 'get_weather', { city: 'Oslo' }),
        step(
          2,
          'create_notification',
          {
            ...notify,
            message: {
              $template: [
                'Oslo has ',
                { gap: 'temperature', is: buildFrom(1, '/temperature_celsius') },
                ' degrees',
              ],
            },
          },
          ['step_1'],
        ),
      ],
      { level: 'L1_chain' },
    ),
  ],
]

test.each(PLAIN)('a request in plain words passes: %s', async (_, task) => {
  const { findings } = await auditSuite([offered(task)], shop)
  expect(findings.map(({ rule, detail }) => `${rule}: ${detail}`)).toEqual([])
})

test('the task of README passes', async () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const block = /```ts\n(\/\/ test\/refunds\.suite\.ts\n.*?)\n```/s.exec(readme)?.[1] ?? ''
  const file = join(mkdtempSync(join(tmpdir(), 'readme-')), 'refunds.suite.ts')
  const entry = fileURLToPath(new URL('../../../src/suite.ts', import.meta.url))
  writeFileSync(
    file,
    block.replace("'tracewright/suite'", () => JSON.stringify(entry)),
  )
  const told: number[][] = []
  const tasks = await loadCodeSuite(file, shop, (path) => import(path), true, {
    onProgress: (...counts) => told.push(counts),
  })
  expect(tasks).toHaveLength(1)
  expect(told).toEqual([[0, 1]])
  const { findings } = await auditSuite(
    tasks.map(({ task }) => task),
    shop,
  )
  expect(findings.map(({ rule, detail }) => `${rule}: ${detail}`)).toEqual([])
})
