import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Task } from '../../../src/schema/task.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { loadCodeSuite } from '../../../src/suites/code/load.ts'
import { parseSuite } from '../../../src/suites/load/load.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { joinRegistries, type Registry, registryOf } from '../../../src/tools/registry.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Tools of the shop and of the meters, as the examples call them. */
const category = 'external_services'
const write = { category, effect: 'write' } as const
const total = { min: 5, max: 90, decimals: 2 }
const shop = registryOf([
  defineSimulator({
    ...{ name: 'find_order', category, effect: 'read', capability: 'look-up' },
    description: 'Finds an order by its reference.',
    input: z.strictObject({ reference: z.string() }),
    output: z.strictObject({ id: z.string(), status: z.string(), total: z.number(), email: z.string() }),
    run({ reference }, world) {
      const draw = world.draw('order', reference)
      return {
        id: `ord_${draw.hex('id', 12)}`,
        status: draw.pick('status', ['late', 'sent']),
        total: draw.number('total', total),
        email: `${draw.hex('email', 10)}@example.com`,
      }
    },
  }),
  defineSimulator({
    ...{ ...write, name: 'refund_order', capability: 'track-work' },
    description: 'Refunds an amount of an order.',
    input: z.strictObject({ id: z.string(), amount: z.number() }),
    output: z.strictObject({ id: z.string() }),
    run: (_args, _world, call) => ({ id: call.recordId('refund') }),
  }),
  defineSimulator({
    ...{ ...write, name: 'cancel_order', capability: 'track-work' },
    description: 'Cancels an order.',
    input: z.strictObject({ id: z.string() }),
    output: z.strictObject({ id: z.string() }),
    run: (_args, _world, call) => ({ id: call.recordId('cancel') }),
  }),
  defineSimulator({
    ...{ ...write, name: 'send_message', capability: 'message-person' },
    description: 'Sends a message to a customer.',
    input: z.strictObject({ to: z.string(), body: z.string() }),
    output: z.strictObject({ id: z.string() }),
    run: (_args, _world, call) => ({ id: call.recordId('message') }),
  }),
  defineSimulator({
    ...{ name: 'read_meter', category, effect: 'read', capability: 'look-up' },
    description: 'Reads a meter.',
    input: z.strictObject({ meter: z.string() }),
    output: z.strictObject({ kwh: z.number() }),
    run: ({ meter }, world) => ({
      kwh: world.draw('meter', meter).number('kwh', { min: 100, max: 9000, decimals: 1 }),
    }),
  }),
])
/** The README finds and refunds an order by its `order_id`. */
const readmeShop = registryOf([
  defineSimulator({
    ...{ name: 'find_order', category, effect: 'read', capability: 'look-up' },
    description: 'Finds an order.',
    input: z.strictObject({ order_id: z.string() }),
    output: z.strictObject({ order_id: z.string(), total: z.number() }),
    run: ({ order_id }, world) => ({
      order_id,
      total: world.draw('order', order_id).number('total', total),
    }),
  }),
  defineSimulator({
    ...{ ...write, name: 'refund_order', capability: 'track-work' },
    description: 'Refunds an amount of an order.',
    input: z.strictObject({ order_id: z.string(), amount: z.number() }),
    output: z.strictObject({ id: z.string() }),
    run: (_args, _world, call) => ({ id: call.recordId('refund') }),
  }),
])

const PAGES = [
  'README.md',
  'docs/suites.md',
  'docs/conversations.md',
  'docs/guides/first-suite.md',
  'docs/guides/agent-with-own-tools.md',
  'docs/guides/simulate-tools.md',
]

interface Example {
  name: string
  code: string
  isCode: boolean
}

const listExamples = (page: string): Example[] =>
  [...readFileSync(resolve(ROOT, page), 'utf8').matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)].flatMap(
    ([, language = '', code = ''], i): Example[] => {
      const isCode = language === 'ts' && /^task\($/m.test(code)
      const isLine = language === 'jsonl' && code.includes('"expected_trace"')
      return isCode || isLine ? [{ name: `${page} block ${i + 1}`, code, isCode }] : []
    },
  )

async function load({ code, isCode }: Example, tools: Registry): Promise<Task[]> {
  if (!isCode) return parseSuite(code, 'docs.suite.jsonl').map(({ task }) => task)
  const file = join(mkdtempSync(join(tmpdir(), 'tracewright-docs-')), 'docs.suite.ts')
  const entry = JSON.stringify(fileURLToPath(import.meta.resolve('../../../src/suite.ts')))
  writeFileSync(file, code.replace("'tracewright/suite'", entry))
  return (await loadCodeSuite(file, tools, (path) => import(path), true)).map(({ task }) => task)
}

const examples = PAGES.flatMap((page) => listExamples(page).map((example) => ({ ...example, page })))

test('the pages with tasks are looked at', () => {
  expect(new Set(examples.map(({ page }) => page))).toEqual(new Set(PAGES))
})

test.each(examples)('the task of $name passes the audit', async (example) => {
  const own = example.page === 'README.md' ? readmeShop : shop
  const tools = joinRegistries(registryOf([...registry.values()].filter(({ name }) => !own.has(name))), own)
  const { findings } = await auditSuite(await load(example, tools), tools)
  expect(findings.map(({ rule, detail }) => `${rule}: ${detail}`)).toEqual([])
})
