/**
 * Three repositories whose agents keep their own tools, as a stranger meets them: `init`, a few lines by hand, a suite as
 * code over live tools, and seven ways in which the agent becomes worse. Code of production stays as it is.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runSchema } from '../../src/schema/run.ts'
import { startAnsweringServer } from '../support/answering-server.ts'
import { buildPlainEnvironment, CLI, start } from '../support/cli-runs.ts'
import { workspace } from '../support/pack.ts'
import { type ATTEMPTS, SABOTAGES } from './projects/hour/sabotages.ts'

const root = resolve(import.meta.dirname, '../..')
const MOST_GLUE_LINES = 12

type Sabotage = (typeof ATTEMPTS)[number]

type Call = [tool: string, args: object]
// biome-ignore lint/suspicious/noExplicitAny: a tool answers in a shape of its own.
type Result = any
/** What a model does: the calls of each turn, whose results it is told, then its answer. */
type Plan = (how: Sabotage) => Generator<Call, string, Result>

/** The cheapest of some rows, or the newest where that is what goes wrong. */
const choose = (rows: Result[], how: Sabotage, price: string, time: string): Result =>
  rows.reduce((best, one) =>
    (how.startsWith('newest') ? one[time] > best[time] : one[price] < best[price]) ? one : best,
  )

const round = (value: number): number => Math.round(value * 100) / 100

const PLANS: Record<string, Plan> = {
  *supply(how) {
    const { warehouse_id } = yield ['find_warehouse', { city: how === 'wrong warehouse' ? 'Bern' : 'Basel' }]
    const ordered: string[] = []
    for (const [part, due] of [
      ['P-7', 40],
      ['P-9', 80],
    ] as const) {
      const pieces = how === 'skipped step' ? 0 : (yield ['read_stock', { warehouse_id, part }]).pieces
      if (pieces >= due !== (how === 'wrong branch')) {
        yield ['add_note', { warehouse_id, text: `There is enough of ${part}.` }]
        continue
      }
      const other = part === 'P-7' ? 'P-9' : 'P-7'
      const { offers } = yield ['list_offers', { part: how === 'swapped values' ? other : part }]
      const { offer_id } = choose(offers, how, 'price', 'posted')
      const quantity = how === 'made-up value' ? 25 : due - pieces
      for (let i = 0; i < (how === 'doubled write' ? 2 : 1); i++)
        ordered[part === 'P-7' ? 0 : 1] = (yield [
          'order_part',
          { offer_id, warehouse_id, quantity },
        ]).order_id
    }
    return `ANSWER: ${JSON.stringify(ordered.filter(Boolean))}`
  },
  *travel(how) {
    const bookings: Result[] = []
    for (const reference of ['QX7RT', 'LM2ZK']) bookings.push(yield ['get_booking', { reference }])
    const routes = how === 'wrong warehouse' ? [bookings[1], bookings[1]] : bookings
    const found: Result[] = []
    for (const { from, to } of routes) found.push(yield ['search_flights', { from, to }])
    if (how === 'swapped values') found.reverse()
    const flights: string[] = []
    for (const [i, { reference }] of bookings.entries()) {
      const { flight_id } = choose(found[i], how, 'price', 'published')
      flights.push(flight_id)
      const { difference } = yield ['rebook', { reference, flight_id }]
      if (how === 'skipped step') continue
      const amount = how === 'made-up value' ? 49.9 : Math.abs(difference)
      const isMore = difference > 0 !== (how === 'wrong branch')
      for (let n = 0; n < (how === 'doubled write' ? 2 : 1); n++)
        yield [isMore ? 'charge' : 'issue_voucher', { reference, amount }]
    }
    return `ANSWER: ${JSON.stringify(flights)}`
  },
  *payments(how) {
    const customers = how === 'wrong warehouse' ? ['Seehof', 'Seehof'] : ['Nordwind', 'Seehof']
    const invoices: Result[] = []
    for (const customer of customers) invoices.push(yield ['find_invoice', { customer }])
    const sums: number[] = []
    for (const [i, { invoice_id, customer, due, account }] of invoices.entries()) {
      if (how === 'skipped step' && i === 1) {
        yield ['open_ticket', { customer }]
        sums.push(due)
        continue
      }
      const { payments, sum } = yield ['list_payments', { invoice_id }]
      sums.push(sum)
      if (sum <= due !== (how === 'wrong branch')) {
        yield ['open_ticket', { customer }]
        continue
      }
      const { payment_id } = choose(payments, how, 'amount', 'paid_at')
      const to =
        how === 'made-up value' ? 'CH123456' : how === 'swapped values' ? invoices[1 - i].account : account
      for (let n = 0; n < (how === 'doubled write' ? 2 : 1); n++)
        yield ['refund', { payment_id, amount: round(sum - due), account: to }]
    }
    return `ANSWER: ${JSON.stringify(sums)}`
  },
}

interface Message {
  role: string
  content: string
}

/** The next message of a model that follows a plan; it is told nothing but the conversation. */
function reply(plan: Plan, messages: readonly Message[]): object {
  const asked = messages.find(({ role }) => role === 'user')?.content ?? ''
  const going = plan((/\((.*)\)$/.exec(asked)?.[1] ?? 'right') as Sabotage)
  let next = going.next()
  for (const { content } of messages.filter(({ role }) => role === 'tool'))
    next = going.next(JSON.parse(content))
  if (next.done === true) return { role: 'assistant', content: next.value, refusal: null }
  const [name, args] = next.value
  const call = { name, arguments: JSON.stringify(args) }
  const id = `call_${messages.length}`
  return {
    role: 'assistant',
    content: null,
    refusal: null,
    tool_calls: [{ id, type: 'function', function: call }],
  }
}

/** Where the agent of a repository is, and a bug that somebody puts into one of its tools. */
const AGENTS = [
  {
    name: 'supply',
    folder: 'packages/buyer',
    file: '../inventory/src/inventory.ts',
    bug: ['offer.price * quantity', 'offer.price * (quantity + 1)'],
    place: 'order_part/result/total',
  },
  {
    name: 'travel',
    folder: '.',
    file: 'src/functions.ts',
    bug: ['flight.price - booking.fare', 'flight.price - booking.fare + 1'],
    place: 'rebook/result/difference',
  },
  {
    name: 'payments',
    folder: '.',
    file: 'src/agent.ts',
    bug: ['total + amount, 0', 'total + amount, 10'],
    place: 'list_payments/result/sum',
  },
] as const

describe.each(AGENTS)('$name', ({ name, folder, file, bug, place }) => {
  it('finds seven of seven sabotages and a bug inside a tool, and nothing in the right agent', async () => {
    const byHand = join(root, 'test/integration/projects/hour', name, 'by-hand')
    const copy = mkdtempSync(join(workspace, `hour-${name}-`))
    cpSync(join(byHand, '..'), copy, { recursive: true, filter: (path) => !path.startsWith(byHand) })
    const dir = join(copy, folder)
    if (name === 'supply') {
      // What `pnpm install` does.
      mkdirSync(join(dir, 'node_modules/@supply'), { recursive: true })
      symlinkSync('../../../inventory', join(dir, 'node_modules/@supply/inventory'))
    }
    const model = await startAnsweringServer(({ body }) => {
      const messages = body.messages as Message[]
      const message = reply(PLANS[name] as Plan, messages)
      const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop'
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      const choices = [{ index: 0, message, finish_reason, logprobs: null }]
      return {
        body: JSON.stringify({
          id: `chat-${messages.length}`,
          object: 'chat.completion',
          created: 0,
          model: 'gpt-5',
          choices,
          usage,
        }),
      }
    })
    const env = {
      ...buildPlainEnvironment(),
      ...{ NO_COLOR: '1', CI: '1', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url },
    }
    const runWith = async (more: Record<string, string>, ...command: string[]) => {
      const { status, stdout, stderr } = await start(process.execPath, command, dir, { ...env, ...more })
        .ended
      return { status, said: stdout + stderr }
    }
    const run = runWith.bind(undefined, {})
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    try {
      const written = await run(CLI, 'init', '--yes')
      expect(written.said).toContain('Undo: npx tracewright init --undo')
      const read = (file: string): string[] => readFileSync(join(dir, file), 'utf8').split('\n')
      const [entry, config] = [read('test/agent.ts'), read('vitest.config.ts')]
      for (const one of ['agent.ts', 'first.suite.ts', '../../sabotages.ts'])
        cpSync(join(byHand, one), join(dir, 'test', basename(one)))
      rmSync(join(dir, 'test/simulators.ts'))
      writeFileSync(
        join(dir, 'vitest.config.ts'),
        config.join('\n').replace("simulators: ['./test/simulators.ts'],", "live: true, mode: 'strict',"),
      )
      const glue = [
        ...read('test/agent.ts').filter((line) => !entry.includes(line)),
        ...read('vitest.config.ts').filter((line) => !config.includes(line)),
      ].filter((line) => line.trim() !== '')
      expect(glue.length, glue.join('\n')).toBeLessThanOrEqual(MOST_GLUE_LINES)

      const { status, said } = await run(vitest, 'run')
      const { cases } = runSchema().parse(JSON.parse(read('.vitest/tracewright/run.json').join('\n')))
      const told = cases.map(({ task_id, score }) => [task_id, score?.solved])
      expect(Object.fromEntries(told), said).toEqual({
        right: true,
        ...Object.fromEntries(SABOTAGES.map((one) => [one, false])),
      })
      expect(status).toBe(1)

      writeFileSync(
        join(dir, 'test/agent.ts'),
        `export const snapshot = true\n${read('test/agent.ts').join('\n')}`,
      )
      const kept = await runWith({ CI: '' }, vitest, 'run', '-t', 'right')
      expect(kept.said).toMatch(/Snapshots +1 written/)
      const again = await run(vitest, 'run', '-t', 'right')
      expect(again.status, again.said).toBe(0)
      const code = read(file).join('\n')
      expect(code).toContain(bug[0])
      writeFileSync(join(dir, file), code.replace(bug[0], bug[1]))
      const broken = await run(vitest, 'run', '-t', 'right')
      expect(broken.status, broken.said).toBe(1)
      expect(broken.said).toMatch(new RegExp(`right: its reference differs from .*right\\.json: .*${place}`))
    } finally {
      await model.close()
    }
  })
})
