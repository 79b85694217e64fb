import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Route, route } from '../../../../src/network/routes/route.ts'
import { serveRoutes } from '../../../../src/network/routes/table.ts'
import { runAttempt } from '../../../../src/run/attempt/run-attempt.ts'
import type { Agent } from '../../../../src/schema/agent.ts'
import type { Step, Task } from '../../../../src/schema/task.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import { loadSuite } from '../../../../src/suites/load/load.ts'
import type { DraftReport } from '../../../../src/suites/repair/draft/draft-files.ts'
import { type RecordOptions, recordRuns as recordWith } from '../../../../src/suites/repair/record/record.ts'
import { createRecordedSimulators } from '../../../../src/suites/repair/record/recorded-simulators.ts'
import { readRecording } from '../../../../src/suites/repair/record/recording.ts'
import { registry as builtIn } from '../../../../src/tools/builtin/registry.ts'
import { type Registry, registryOf } from '../../../../src/tools/registry.ts'
import { type ShopApi, startShopApi } from '../../../support/shop-api.ts'
import { buildFrom, step } from '../../../support/task.ts'

const shops: ShopApi[] = []
afterEach(async () => {
  serveRoutes([])
  for (const shop of shops.splice(0)) await shop.close()
})

const routesTo = (origin: string): Route[] => [
  route(`GET ${origin}/customers`, { tool: 'find_customers' }),
  route(`GET ${origin}/orders`, { tool: 'list_orders' }),
  route(`GET ${origin}/orders/:id`, { tool: 'get_order' }),
  route(`POST ${origin}/refunds`, { tool: 'create_refund' }),
]

const PROMPT = 'Refund the latest order of ann@example.com in full. Which amount did you refund?'
const HEADERS = {
  authorization: 'Bearer planted-bearer-token',
  cookie: 'sid=planted-cookie-value',
  'x-api-key': 'planted-api-key',
}

interface Habits {
  /** An order that it remembers. */
  order?: string
  /** Looks at another order first. */
  looks?: string
  note?: string
  says?: string
  /** Asks for a place that no route takes. */
  strays?: true
}

/** An agent with a client of its own. */
const refunder = (origin: string, habits: Habits = {}, told: string[] = []): Agent => ({
  name: 'refunder',
  async run({ prompt }) {
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { ...HEADERS, 'content-type': 'application/json' }
      const response = await fetch(origin + path, { ...init, headers })
      const text = await response.text()
      told.push(`${response.status} ${response.headers.get('content-type')} ${text}`)
      return JSON.parse(text)
    }
    const [email = ''] = /\S+@[\w.]+\w/.exec(prompt) ?? []
    const [customer] = await ask(`/customers?email=${email}&api_key=planted-query-key`)
    const { orders = [] } = await ask(`/orders?customer_id=${customer?.id}`)
    const [latest] = orders.sort((a: Placed, b: Placed) => (a.placed < b.placed ? 1 : -1))
    if (habits.looks !== undefined) await ask(`/orders/${habits.looks}`)
    if (habits.strays) await ask('/stock')
    const order = await ask(`/orders/${habits.order ?? latest?.id}`)
    const refund = await ask('/refunds', {
      method: 'POST',
      body: JSON.stringify({ order_id: order.id, amount: order.total, note: habits.note }),
    })
    return habits.says ?? `The amount is ${refund.amount}.`
  },
})

interface Placed {
  placed: string
}

interface Recorded {
  origin: string
  told: string[]
  report: DraftReport
  task: Task
  registry: Registry
  /** All that was written. */
  text: string
}

const recordRuns = (options: RecordOptions) => recordWith(options, builtIn)

async function recorded(habits: Habits = {}, prompts = [PROMPT]): Promise<Recorded> {
  const shop = await startShopApi()
  shops.push(shop)
  const told: string[] = []
  const report = await recordRuns({
    agent: refunder(shop.origin, habits, told),
    prompts,
    routes: routesTo(shop.origin),
    suite: 'shop.suite.jsonl',
    root: mkdtempSync(join(tmpdir(), 'record-')),
    network: 'open',
    redact: ['note_to_self', /secret-\d+/],
  })
  await shop.close()
  const [line] = loadSuite(report.suite)
  return {
    origin: shop.origin,
    told,
    report,
    task: line?.task as Task,
    registry: registryOf(
      createRecordedSimulators([readRecording(report.recording)], ['shop.recording.json']),
    ),
    text: readFileSync(report.suite, 'utf8') + readFileSync(report.recording, 'utf8'),
  }
}

/** An API that answers what it is given, in order. */
async function answering(answers: readonly (readonly [status: number, body: object])[]): Promise<string> {
  let asked = 0
  const server = createServer((_, response) => {
    const [status, body] = answers[Math.min(asked++, answers.length - 1)] as [number, object]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Asks for a job until it is done, up to ten times. */
const poller = (origin: string, told: unknown[] = []): Agent => ({
  name: 'poller',
  async run() {
    for (let i = 0; i < 10; i++) {
      const response = await fetch(`${origin}/jobs/1`)
      const job = (await response.json()) as { state?: string; result?: string }
      told.push([response.status, job.state])
      if (job.state === 'done') return `The result is ${job.result}.`
    }
    return 'It was never done.'
  },
})

/** Records one prompt of an agent. */
async function recordedOnce(options: Pick<RecordOptions, 'agent' | 'routes'>) {
  const report = await recordRuns({
    ...options,
    prompts: ['Look it up.'],
    suite: 'own.suite.jsonl',
    root: mkdtempSync(join(tmpdir(), 'record-')),
    network: 'open',
  })
  const task = loadSuite(report.suite)[0]?.task as Task
  const recording = readRecording(report.recording)
  return {
    report,
    task,
    todo: task.todo,
    recording,
    registry: registryOf(createRecordedSimulators([recording])),
  }
}

async function replayed({ origin, task, registry }: Recorded, seed: number, habits: Habits = {}) {
  const told: string[] = []
  const here = { ...task, world: { seed } }
  serveRoutes(routesTo(origin))
  const { trace } = await runAttempt(refunder(origin, habits, told), here, { registry })
  return { told, score: scoreTrace(here, trace, registry) }
}

describe('a run against an API', () => {
  it('becomes a task whose values are bound and whose answer is graded', async () => {
    const { task, report } = await recorded()
    expect(report).toMatchObject({
      tasks: 1,
      ready: 0,
      calls: 4,
      bound: 4,
      untraced: [],
      edited: [],
      fixed: [],
    })
    // The prompt asks for the latest order, which is the first of the list.
    expect(report.questions).toMatchObject([
      { kind: 'extreme', places: [{ step_id: 'step_3', pointer: '/id' }] },
    ])
    expect(report.questions[0]?.text).toContain(
      'which has the greatest placed. The line expects this one, whatever the reason',
    )
    expect(task).toEqual({
      task_id: 'refund_the_latest_order_of_ann',
      level: 'L1_chain',
      prompt: PROMPT,
      available_tools: ['find_customers', 'list_orders', 'get_order', 'create_refund'],
      expected_trace: {
        steps: [
          step(1, 'find_customers', { email: 'ann@example.com', api_key: { $any: true } }),
          step(2, 'list_orders', { customer_id: buildFrom(1, '/0/id') }, ['step_1']),
          step(3, 'get_order', { id: buildFrom(2, '/orders/0/id') }, ['step_2']),
          step(
            4,
            'create_refund',
            { order_id: buildFrom(2, '/orders/0/id'), amount: buildFrom(3, '/total') },
            ['step_2', 'step_3'],
          ),
        ],
      },
      expected_final_answer: buildFrom(4, '/amount'),
      world: { seed: 1 },
      todo: 'answer the questions in shop.questions.jsonl, then remove "todo"',
    })
  })

  it('replays byte for byte in world 0, but for what was masked', async () => {
    const run = await recorded()
    const { told, score } = await replayed(run, 0)
    expect(told).toEqual(run.told.map((text) => text.replace('sk-live-planted-in-a-body', '<redacted>')))
    expect(score).toMatchObject({ solved: true })
  })

  it('has other values in other worlds, which a remembered one is not', async () => {
    const run = await recorded()
    for (const seed of [1, 5]) {
      const { told, score } = await replayed(run, seed)
      expect(score, score.reason).toMatchObject({ solved: true })
      expect(told.join()).not.toMatch(/ord_7781|cus_81f3a2|48\.5/)
      // What does not flow stays.
      expect(told.join()).toMatch(/ord_7690.*EUR/s)
      const remembered = await replayed(run, seed, { order: 'ord_7781' })
      expect(remembered.score.solved).toBe(false)
      expect(remembered.told.join()).toContain('this call of get_order is not in shop.recording.json: {')
    }
  })

  it('leaves no secret in what is written', async () => {
    const { text } = await recorded({
      note: 'see postgres://ann:planted-password@db/x, Bearer planted.abc, secret-42',
    })
    expect(text).not.toMatch(/planted|cookie-secret|secret-42/)
    expect(text).toContain('see postgres://<redacted>@db/x')
  })
})

it('masks what was sent in a header of any name wherever it comes again', async () => {
  const shop = await startShopApi()
  shops.push(shop)
  const { recording } = await recordedOnce({
    agent: {
      name: 'echo',
      async run() {
        await fetch(`${shop.origin}/refunds`, {
          method: 'POST',
          headers: { 'x-company': 'PLANTED-31337', accept: 'application/json', 'x-stage': 'production' },
          body: JSON.stringify({ note: 'for PLANTED-31337, application/json, production' }),
        })
        return 'Done.'
      },
    },
    routes: [route(`POST ${shop.origin}/refunds`, { tool: 'create_refund' })],
  })
  expect(JSON.stringify(recording)).not.toContain('PLANTED')
  expect(recording.calls[0]?.body).toContain('for <redacted>, application/json, production')
})

describe('equal calls', () => {
  const DONE = [200, { state: 'done', result: 'res_90417' }] as const

  it.each([
    [
      'a retry',
      [[503, { error: 'busy' }], DONE] as const,
      [
        [503, undefined],
        [200, 'done'],
      ],
    ],
    [
      'polling',
      [[200, { state: 'pending' }], [200, { state: 'pending' }], DONE] as const,
      [
        [200, 'pending'],
        [200, 'done'],
      ],
    ],
  ])('are answered in their recorded order: %s', async (_, answers, expected) => {
    const origin = await answering(answers)
    const routes = [route(`GET ${origin}/jobs/:id`, { tool: 'get_job' })]
    const { task, registry, report } = await recordedOnce({ agent: poller(origin), routes })
    expect(
      report.questions.filter(
        ({ kind }) => kind !== 'idle-read' && kind !== 'untraced' && kind !== 'answer-leaf',
      ),
    ).toEqual([])
    serveRoutes(routes)
    for (const seed of [0, 3]) {
      const told: unknown[] = []
      const here = { ...task, world: { seed } }
      const { trace } = await runAttempt(poller(origin, told), here, { registry })
      expect(told).toEqual(expected)
      expect(scoreTrace(here, trace, registry)).toMatchObject({ solved: true })
    }
  })
})

it('any value passes of an argument that was masked', async () => {
  const origin = await answering([[201, { session: 'sess_99120' }]])
  const entering = (pin: string): Agent => ({
    name: 'enters',
    async run() {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ pin, user: 'ann' })
      return String((await fetch(`${origin}/sessions`, { method: 'POST', body, headers })).status)
    },
  })
  const routes = [route(`POST ${origin}/sessions`, { tool: 'open_session' })]
  const { task, recording, registry } = await recordedOnce({ agent: entering('4321'), routes })
  expect(task.expected_trace.steps[0]?.arguments).toEqual({ pin: { $any: true }, user: 'ann' })
  expect(JSON.stringify(recording)).not.toContain('4321')
  serveRoutes(routes)
  for (const pin of ['4321', '77']) {
    const { trace } = await runAttempt(entering(pin), task, { registry })
    expect(scoreTrace(task, trace, registry)).toMatchObject({ solved: true })
  }
})

it('keeps what was recorded before where a recording anew fails', async () => {
  const origin = await answering([[200, { name: 'Ann' }]])
  const routes = [route(`GET ${origin}/people/:id`, { tool: 'get_person' })]
  const asking = async (path: string) => String((await fetch(origin + path)).status)
  const root = mkdtempSync(join(tmpdir(), 'record-'))
  const once = (run: Agent['run'], prompts?: string[]) =>
    recordRuns({
      ...{ agent: { name: 'asks', run }, routes, root, network: 'open', suite: 'own.suite.jsonl' },
      ...(prompts && { prompts }),
    })
  const { suite, recording } = await once(
    ({ prompt }) => asking(`/people/${prompt.slice(-1)}`),
    ['Find 1', 'Find 2'],
  )
  const files = () => [suite, recording].map((file) => readFileSync(file, 'utf8'))
  const before = files()
  for (const run of [() => Promise.reject(new Error('no key')), async () => 'I called nothing.']) {
    const report = await once(run)
    expect(report).toMatchObject({
      kept: 2,
      tasks: 0,
      questions: [{ kind: 'incomplete' }, { kind: 'incomplete' }],
    })
    expect(files()).toEqual(before)
  }
  // A refused request beside calls that succeed is a question, and the recording the new one.
  const report = await once(async ({ prompt }) => {
    await fetch(`${origin}/health`).catch(() => undefined)
    return asking(`/people/${prompt.slice(-1)}0`)
  })
  expect(report).toMatchObject({ kept: 0, tasks: 2, ready: 0 })
  expect(files()).not.toEqual(before)
})

it('arguments that are left to the agent may be any in replay', async () => {
  const origin = await answering([[201, { id: 'pay_7713' }]])
  const payer = (at: string, nonce: string, short: string): Agent => ({
    name: 'payer',
    async run() {
      const body = JSON.stringify({ at, nonce, short })
      const response = await fetch(`${origin}/payments`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      return String(response.status)
    },
  })
  const routes = [route(`POST ${origin}/payments`, { tool: 'pay' })]
  const { task, registry, report } = await recordedOnce({
    agent: payer('2026-11-22T17:40:00.123Z', 'k3j9x0a1b2c', 'rma-1'),
    routes,
  })
  const [pay] = task.expected_trace.steps
  expect(pay?.arguments).toEqual({ at: { $any: true }, nonce: { $any: true }, short: 'rma-1' })
  expect(JSON.stringify(report.questions)).toContain('write {\\"$any\\": true}')
  // What the question advises.
  const left: Task = {
    ...task,
    expected_trace: {
      steps: [{ ...(pay as Step), arguments: { ...pay?.arguments, short: { $any: true } } }],
    },
  }
  serveRoutes(routes)
  const { trace } = await runAttempt(payer('2027-01-02T03:04:05.678Z', 'q8w7e6r5t4z', 'rma-2'), left, {
    registry,
  })
  expect(trace.final_answer).toBe('201')
  expect(scoreTrace(left, trace, registry)).toMatchObject({ solved: true })
})

describe('a draft', () => {
  const asked = ({ report, task }: Recorded) => {
    expect(report.ready).toBe(0)
    expect(task.todo).toContain('then remove "todo"')
    return report.questions
      .filter(({ kind }) => kind !== 'extreme')
      .map(({ kind, places: [place] }) => ({ kind, ...place, task_id: undefined }))
  }

  it('asks about reads that feed nothing', async () => {
    expect(asked(await recorded({ looks: 'ord_7690' }))).toContainEqual({
      kind: 'idle-read',
      step_id: 'step_3',
    })
  })

  it('asks about texts of the agent, and answers any other in replay', async () => {
    const run = await recorded({ note: 'as the customer asked' })
    expect(asked(run)).toEqual([{ kind: 'free-text', step_id: 'step_4', pointer: '/note' }])
    const { score } = await replayed(run, 3, { note: 'money back for the lamp' })
    expect(score, score.reason).toMatchObject({ solved: true })
  })

  it('asks about values that nothing states', async () => {
    expect(asked(await recorded({ note: 'rma-1' }))).toEqual([
      { kind: 'untraced', step_id: 'step_4', pointer: '/note' },
    ])
  })

  it('asks about what the answer gave and the prompt does not ask for', async () => {
    const run = await recorded({ says: 'Refund ref_9000 was issued.' })
    expect(asked(run)).toEqual([{ kind: 'answer-leaf' }])
    expect(run.report.questions[1]?.text).toContain('return it. Proposed: {"$from":"step_4","at":"/id"}')
    expect(run.task.expected_final_answer).toBeUndefined()
  })

  it('asks about requests that no route takes, which do not reach the API', async () => {
    const { report } = await recorded({ strays: true })
    expect(report.questions[0]?.text).toMatch(/GET http:\S+\/stock was refused, because no route takes it/)
    expect(shops[0]?.asked).not.toContain('GET /stock')
  })

  it.each([
    ['no call succeeded', (origin: string) => fetch(`${origin}/customers/broken`)],
    ['no call was recorded', () => undefined],
  ])('asks where %s', async (why, ask) => {
    const shop = await startShopApi()
    shops.push(shop)
    const { report } = await recordedOnce({
      agent: {
        name: 'lost',
        async run() {
          await ask(shop.origin)
          return 'I do not know.'
        },
      },
      routes: [route(`GET ${shop.origin}/customers/:id`, { tool: 'get_customer' })],
    })
    expect(report.ready).toBe(0)
    expect(report.questions[0]?.text).toContain(why)
  })

  it('asks where the API had changed between two prompts', async () => {
    const { report } = await recorded({ note: 'rma-1' }, [PROMPT, PROMPT.replace('Which', 'And which')])
    expect(report.tasks).toBe(2)
    expect(report.questions.map(({ text }) => text).join()).toContain(
      'create_refund answered the same call differently for refund_the_latest_order_of_ann: the API changed',
    )
  })
})
