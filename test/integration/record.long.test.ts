import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { startCli } from '../support/cli-runs.ts'
import { createProject, type Outcome, type Project } from '../support/run-vitest.ts'
import { type ShopApi, startShopApi } from '../support/shop-api.ts'

const PROMPT = 'Refund the latest order of ann@example.com in full. Which amount did you refund?'

/** An agent with a client of its own, that never heard of tracewright. */
const AGENT = `
  import { appendFileSync } from 'node:fs'
  const api: string = process.env.SHOP as string
  const ask = async (path: string, init: RequestInit = {}): Promise<any> => {
    const response = await fetch(api + path, {
      ...init,
      headers: { authorization: 'Bearer planted-bearer-token', cookie: 'sid=planted-cookie-value', 'content-type': 'application/json' },
    })
    const text = await response.text()
    appendFileSync('told.txt', response.status + ' ' + response.headers.get('content-type') + ' ' + text + '\\n')
    return JSON.parse(text)
  }
  export default {
    name: 'refunder',
    async run({ prompt }: { prompt: string }) {
      const [email] = /\\S+@[\\w.]+\\w/.exec(prompt) ?? []
      const [customer] = await ask('/customers?email=' + email + '&api_key=planted-query-key')
      const { orders } = await ask('/orders?customer_id=' + customer.id)
      const latest = orders.sort((a: any, b: any) => (a.placed < b.placed ? 1 : -1))[0]
      const order = await ask('/orders/' + (process.env.REMEMBER ?? latest.id))
      const refund = await ask('/refunds', { method: 'POST', body: JSON.stringify({ order_id: order.id, amount: order.total }) })
      return 'The amount is ' + refund.amount + '.'
    },
  }`
const ROUTES = `
  import { route } from 'tracewright'
  const api = process.env.SHOP
  export default [
    route('GET ' + api + '/customers', { tool: 'find_customers' }),
    route('GET ' + api + '/orders', { tool: 'list_orders' }),
    route('GET ' + api + '/orders/:id', { tool: 'get_order' }),
    route('POST ' + api + '/refunds', { tool: 'create_refund' }),
  ]`
const CONFIG = `
  import { tracewright } from 'tracewright/plugin'
  import { defineConfig } from 'vitest/config'
  export default defineConfig({
    plugins: [
      tracewright({
        agent: './agent.ts', routes: ['./routes.ts'], simulators: ['./shop.recording.json'],
        include: ['shop.suite.jsonl'], ...JSON.parse(process.env.OPTIONS ?? '{"mode":"strict"}'),
      }),
    ],
    test: { expect: { requireAssertions: true } },
  })`

const shops: ShopApi[] = []
afterAll(async () => {
  for (const shop of shops.splice(0)) await shop.close()
})

async function shopProject(): Promise<{ project: Project; shop: ShopApi; env: Record<string, string> }> {
  const shop = await startShopApi()
  shops.push(shop)
  const project = createProject('basic', {
    'agent.ts': AGENT,
    'routes.ts': ROUTES,
    'vitest.config.ts': CONFIG,
  })
  return { project, shop, env: { SHOP: shop.origin } }
}

/** Runs the command line of the packed package in a project. */
async function cli({ dir }: Project, args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  const { status, ...said } = await startCli(args, dir, { VITEST: '', NO_COLOR: '1', ...env }).ended
  return { exitCode: status ?? -1, ...said }
}

const inWorld = (project: Project, world: object): void =>
  project.write(
    'shop.suite.jsonl',
    project
      .read('shop.suite.jsonl')
      .replace(/"world":\{[^}]*\}/, `"world":${JSON.stringify(world)}`)
      .replace(/,"todo":"[^}]*"/, ''),
  )

async function recordShop() {
  const { project, shop, env } = await shopProject()
  const args = ['record', '--suite', 'shop.suite.jsonl', '--prompt', PROMPT, '--json']
  const { exitCode, stdout, stderr } = await cli(project, args, env)
  expect(exitCode, stderr).toBe(0)
  await shop.close()
  const names = ['shop.suite.jsonl', 'shop.recording.json', 'shop.questions.jsonl', 'told.txt']
  const files = Object.fromEntries(names.map((name) => [name, project.read(name)]))
  return { env, files, asked: shop.asked, report: JSON.parse(stdout) }
}
let recording: ReturnType<typeof recordShop> | undefined

/** A project with the recording, which is made once, and what else is known of that. */
async function recordedShop() {
  recording ??= recordShop()
  const { files, ...made } = await recording
  const project = createProject('basic', {
    ...files,
    'agent.ts': AGENT,
    'routes.ts': ROUTES,
    'vitest.config.ts': CONFIG,
  })
  inWorld(project, { seed: 1 })
  return { project, ...made }
}

it('what was recorded replays with the API closed, and in another world', async () => {
  const { project, env, report, asked } = await recordedShop()
  expect(report).toMatchObject({ tasks: 1, ready: 0, calls: 4, bound: 4 })
  expect(JSON.parse(project.read('shop.questions.jsonl'))).toMatchObject({ kind: 'extreme' })
  expect(asked).toEqual(['GET /customers', 'GET /orders', 'GET /orders/ord_7781', 'POST /refunds'])
  const written = project.read('shop.suite.jsonl') + project.read('shop.recording.json')
  expect(written).not.toMatch(/planted|cookie-secret/)
  const told = project.read('told.txt')

  // The task in the world of the recording, then in another one.
  const inWorlds = [
    { world: { seed: 0, fixed: true }, id: 'recorded' },
    { world: { seed: 5 }, id: 'other' },
  ].map(({ world, id }) => {
    inWorld(project, world)
    return JSON.stringify({ ...JSON.parse(project.read('shop.suite.jsonl')), task_id: id })
  })
  project.write('shop.suite.jsonl', `${inWorlds.join('\n')}\n`)
  const solved = () => Object.fromEntries(project.run().cases.map((one) => [one.task_id, one.score?.solved]))
  project.write('told.txt', '')
  await project.exits(0, ['run'], env)
  expect(solved()).toEqual({ recorded: true, other: true })
  // The key that the API answered with is the only thing that is not as it came.
  const replayed = told.replace('sk-live-planted-in-a-body', '<redacted>')
  expect(project.read('told.txt').slice(0, replayed.length)).toBe(replayed)

  const caught = await project.exits(1, ['run'], { ...env, REMEMBER })
  expect(solved()).toEqual({ recorded: true, other: false })
  expect(caught.stdout).toMatch(/step_3 get_order: \w+ "ord_7781" is not .+; every call of it failed/)
})

const options = (given: object): Record<string, string> => ({ OPTIONS: JSON.stringify(given) })
const REMEMBER = 'ord_7781'

/** What a person added to a suite: names that its text does not show. */
const EDITED = `
task.each([{ n: 1 }, { n: 2 }])('L0_node_000$n', { prompt: 'Nothing.', tools: ['get_order'] }, nothing) // mine
for (const name of ['meter', 'refund']) task(\`\${name}_old\`, { prompt: 'Nothing.', tools: ['get_order'] }, nothing)
// task('refund_new', …) is commented out`
const CHAT = readFileSync(new URL('../unit/repair/draft/conversations.jsonl', import.meta.url), 'utf8').split(
  '\n',
)[0] as string

it('functions that are there stay, whoever prints again', async () => {
  const { project, env, shop } = await shopProject()
  const succeed = async (...args: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await cli(project, args, env)
    expect(exitCode, stderr).toBe(0)
    return stdout
  }
  const record = (...args: string[]) => ['record', '--suite', 'shop.suite.ts', ...args]
  const read = (): string => project.read('shop.suite.ts')
  await succeed(...record('--prompt', PROMPT))
  const [, name = ''] = /^task\.todo\('(.*)', \{/m.exec(read()) ?? []
  const before = `${read().replace('task.todo', 'task').replace('import {', 'import { nothing,').replace('const refund', '/* mine */ const refund')}${EDITED}`
  project.write('shop.suite.ts', before)
  const told = `In the suite already, so left as they are: ${name}`

  expect(await succeed(...record('-t', 'refund_the'))).toContain(told)
  expect(await succeed(...record('--prompt', PROMPT))).toContain(told)
  expect(read()).toBe(before)
  expect(shop.asked).toHaveLength(12)
  expect((await cli(project, record('-t', 'refund_new'), env)).stderr).toContain(
    `Its tasks are: ${name}, L0_node_0001, L0_node_0002, meter_old, refund_old.`,
  )

  project.write(
    'chat.jsonl',
    JSON.stringify({ ...JSON.parse(CHAT), id: 'refund_old', task_id: 'refund_old' }),
  )
  const draft = ['draft', 'chat.jsonl', '--out', 'shop.suite.ts']
  expect(await succeed(...draft)).toContain('left as they are: refund_old')
  expect(read()).toBe(before)

  const counts = '--seed 3 --l0 3 --l1 0 --l2 0 --l3 0 --plain --no-vet --out shop.suite.ts'.split(' ')
  expect(await succeed('generate', ...counts)).toContain('left as they are: L0_node_0001, L0_node_0002')
  expect(read().replace(/^import \{.*/, '')).toContain(before.replace(/^import \{.*/, ''))
  expect(read().match(/L0_node_000./g)).toEqual(['L0_node_000$', 'L0_node_0003'])

  const broken = `${read()}\n}`
  project.write('shop.suite.ts', broken)
  for (const args of [record('--prompt', 'x'), record('-t', 'x'), draft, ['generate', ...counts]]) {
    const failed = await cli(project, args, env)
    expect(failed.exitCode).toBe(2)
    expect(failed.stderr).toMatch(/shop\.suite\.ts/)
    expect(failed.stderr).not.toContain('    at ')
  }
  expect(read()).toBe(broken)
})

/** One project for each way to judge an attempt. */
const THREE_WAYS = `
  import { tracewright } from 'tracewright/plugin'
  import { defineConfig } from 'vitest/config'
  const plugin = (options) => tracewright({
    agent: './agent.ts', routes: ['./routes.ts'], simulators: ['./shop.recording.json'],
    include: ['shop.suite.jsonl'], ...options,
  })
  const ways = { strict: { mode: 'strict' }, worlds: { mode: 'strict', checkInOtherWorlds: true }, score: { mode: 'score' } }
  export default defineConfig({
    test: { projects: Object.entries(ways).map(([name, way]) => ({ test: { name }, plugins: [plugin(way)] })) },
  })`

it('an id of the recording that the agent has learnt by heart is not solved', async () => {
  const { project, env } = await recordedShop()
  project.write('vitest.config.ts', THREE_WAYS)
  await project.exits(0, ['run'], env)
  expect(project.run().cases.map(({ score }) => score?.solved)).toEqual([true, true, true])
  const { stderr } = await project.exits(1, ['run'], { ...env, REMEMBER })
  expect(project.run().cases.map(({ score }) => score?.solved)).toEqual([false, false, false])
  expect(stderr).toMatch(/FAIL {2}\|strict\|/)
  expect(stderr).toMatch(/FAIL {2}\|worlds\|/)
  expect(stderr).not.toMatch(/FAIL {2}\|score\|/)
})

it('a gate finds such an id, whatever number the baseline goes on from', async () => {
  const { project, env } = await recordedShop()
  // The old way of naming the world, and a record after which the first of the twenty worlds comes again.
  inWorld(project, { seed: 0 })
  await project.exits(0, ['run'], { ...env, ...options({ repeats: 20 }) })
  const updated = await cli(project, ['baseline', 'update'], env)
  expect(updated.exitCode, updated.stderr).toBe(0)
  await project.exits(0, ['run'], { ...env, ...options({}) })
  await project.exits(1, ['run'], { ...env, REMEMBER, ...options({}) })
  expect(project.run().gates?.[0]?.verdict).toBe('regressed')
  const visited = project.run().cases.flatMap(({ attempts = [] }) => attempts.map(({ seed }) => seed))
  expect(visited).not.toContain(0)
})

/** An agent that looks once a prompt and takes its time. */
const SLOW = `
  export default {
    name: 'slow',
    async run() {
      await fetch(process.env.SHOP + '/customers')
      await new Promise((done) => setTimeout(done, 1500))
      return 'Done.'
    },
  }`

it.concurrent.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s ends a recording, which writes nothing',
  async (signal) => {
    const { project, shop, env } = await shopProject()
    project.write('agent.ts', SLOW)
    project.write('prompts.txt', 'Look once.\nLook twice.\nLook thrice.\n')
    const args = ['record', '--suite', 'slow.suite.jsonl', '--prompt', '@prompts.txt']
    const recording = startCli(args, project.dir, { VITEST: '', ...env })
    await expect.poll(() => shop.asked.length, { timeout: 30_000 }).toBe(1)
    recording.kill(signal)
    await recording.ended
    // As long as all prompts would take.
    await setTimeout(5000)
    expect(shop.asked).toHaveLength(1)
    expect(existsSync(join(project.dir, 'slow.suite.jsonl'))).toBe(false)
    expect(existsSync(join(project.dir, 'slow.recording.json'))).toBe(false)
  },
)

it('what cannot be recorded is said', async () => {
  const { project, env } = await shopProject()
  const nothing = await cli(project, ['record', '--suite', 'shop.suite.jsonl'], env)
  expect(nothing).toMatchObject({ exitCode: 2 })
  expect(nothing.stderr).toContain('no prompt was given')
  const unrecorded = await project.exits(2, ['run'], env)
  expect(unrecorded.stdout + unrecorded.stderr).toContain('or make it with `tracewright record`')
  // A run of the tests that inherits what some recording was asked records nothing, and says that it tested nothing.
  const request = {
    by: 1,
    suite: join(project.dir, 'leaked.suite.jsonl'),
    report: join(project.dir, 'leaked.json'),
  }
  const leaked = await project.vitest(['run'], { ...env, TRACEWRIGHT_RECORD: JSON.stringify(request) })
  expect(leaked.exitCode).not.toBe(0)
  expect(leaked.stdout + leaked.stderr).toContain('was not set by the `tracewright record` that runs')
  expect(existsSync(request.suite)).toBe(false)
  const misnamed = await cli(project, ['record', '--suite', 'shop.jsonl', '--prompt', PROMPT], env)
  expect(misnamed.exitCode).toBe(2)
  expect(misnamed.stderr).toContain('expected a file that ends in .suite.jsonl')
})
