import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli, runCliHere } from '../support/cli-runs.ts'
import { createLiveProject } from '../support/own-tools-project.ts'
import { createProject, listFiles, type Project } from '../support/run-vitest.ts'

const env = { AGENTS: 'functions', LIVE: 'true' }

/** A task of its own suite that offers fewer tools than the suite of the shop. */
const LOOK = `
import { task } from 'tracewright/suite'
task('looks', { prompt: 'Call find_order and answer with its id.', tools: ['find_order'] }, async ({ find_order }) => {
  const { id } = await find_order({ reference: 'A-1' })
  return id
})`

/** Delays the tools that come with the package, as a busy machine does. */
const SLOW_TOOLS = `
import { register } from 'node:module'
const hooks = \`export async function load(url, context, next) {
  if (url.endsWith('/dist/built-in-tools.js')) await new Promise((resolve) => setTimeout(resolve, 500))
  return next(url, context)
}\`
register('data:text/javascript,' + encodeURIComponent(hooks))`

it('live tools that a list names wait for a worker that is still loading the others', async () => {
  const project = createLiveProject()
  project.write('slow.mjs', SLOW_TOOLS)
  const slow = {
    ...env,
    LIVE: 'find_order,refund_order',
    NODE_OPTIONS: `--import ${join(project.dir, 'slow.mjs')}`,
  }
  const { stdout } = await project.exits(1, ['run'], slow)
  expect(stdout).not.toContain('is not yet fully loaded')
})

describe('commands over a suite of live tools', () => {
  const command = (project: Project, ...args: string[]) => runCli(args, project.dir, env)

  it('say what is missing, and run over the recording that it names', async () => {
    const project = createLiveProject()
    await project.exits(1, ['run'], env)
    const { traces } = project.run()
    const given = { audit: [], calibrate: [], score: [`.vitest/tracewright/${traces[0]}`] }
    for (const [name, more] of Object.entries(given)) {
      const { status, stdout, stderr } = command(project, name, 'shop.suite.ts', ...more)
      expect({ status, stdout }, name).toEqual({ status: 2, stdout: '' })
      expect(stderr, name).toMatch(
        /^tracewright: Failed to load suite shop\.suite\.ts:7: right: .*the tool "find_order" has no simulator\. Commands do not run your tools\. Add --simulators FILE with its simulator or recording: node_modules\/tracewright\/docs\/guides\/troubleshooting\.md#a-tool-has-no-simulator \(shop\.suite\.ts:14:27\)\n$/,
      )
    }
    // A run has what its report needs.
    expect(command(project, 'report')).toMatchObject({ status: 0 })
    const made = command(project, 'record', '--suite', 'shop.suite.ts')
    expect(made.status, made.stderr).toBe(0)
    // The ids of the shop are others after each reset.
    expect(made.stdout).toContain('find_order answered the same call differently for right: the data changed')
    expect(made.stdout).not.toContain('is a TODO')
    const recorded = ['--simulators', 'shop.recording.json']
    const audited = command(project, 'audit', 'shop.suite.ts', '--rules=-duplicates', ...recorded)
    expect(audited.stdout).toContain('3 of 3 tasks are valid.')
    expect(audited.status).toBe(0)
    expect(command(project, 'calibrate', 'shop.suite.ts', ...recorded).status).toBe(0)
    const scored = command(project, 'score', 'shop.suite.ts', ...given.score, ...recorded, '--json')
    expect((JSON.parse(scored.stdout) as { overall: object }).overall).toMatchObject({
      tasks: 3,
      solved: 2 / 3,
    })
  })
})

describe('reruns over live tools', () => {
  it('know the tools of every suite, in a worker that read one of them', async () => {
    const project = createLiveProject()
    project.write('look.suite.ts', LOOK)
    const config = project.read('vitest.config.ts')
    project.write('vitest.config.ts', config.replace("mode: 'strict'", 'repeats: 2'))
    const brain = project.read('brain.ts')
    for (let i = 0; i < 2; i++) {
      await project.exits(0, ['run'], env)
      const updated = await runCliHere(['baseline', 'update', '--project', 'functions'], project.dir)
      expect(updated.status, updated.stderr).toBe(0)
    }
    project.write('brain.ts', brain.replace("prompt.includes('any amount')", 'true'))
    const { stdout, stderr } = await project.exits(1, ['run'], env)
    expect(stdout + stderr).toMatch(/right: solved 0 of [3-9] now, 4 of 4 in the baseline/)
  })
})

describe('the reference of a task', () => {
  it('runs live tools without a network, and the message names the host', async () => {
    const project = createLiveProject()
    project.write('look.suite.ts', LOOK)
    project.write('shop.suite.ts', '')
    const orders = project.read('orders.ts')
    const asking = orders.replace(
      'return readOrder',
      "await fetch('http://192.0.2.1/orders')\n  return readOrder",
    )
    expect(asking).not.toBe(orders)
    project.write('orders.ts', asking)
    const { stderr } = await project.exits(2, ['run', 'look.suite.ts'], env)
    expect(stderr).toContain('find_order answered 500: fetch failed. Blocked request to 192.0.2.1:80')
  })
})

const HAND = `
import { expect, test } from 'tracewright/fixtures'
import { record } from 'tracewright/record'
import agent from './agents/functions.ts'
import { state, tamper } from './shop-data.ts'

const prompt = 'Refund the orders A-1 and A-2 in full. Answer with ANSWER: and the two ids of the refunds.'
const available_tools = ['find_order', 'refund_order']
const find = (i) => ({
  step_id: 'f' + i, tool_name: 'find_order', arguments: { reference: 'A-' + i }, depends_on: [],
})
const refund = (i) => ({
  step_id: 'r' + i, tool_name: 'refund_order', depends_on: ['f' + i],
  arguments: { id: { $from: 'f' + i, at: '/id' }, amount: { $from: 'f' + i, at: '/total' } },
})
const steps = [find(1), find(2), refund(1), refund(2)]
const task = { task_id: 't', level: 'L3_dag', prompt, available_tools, expected_trace: { steps } }

test('each run finds the data put back', async ({ run }) => {
  for (let i = 0; i < 3; i++) {
    const done = await run(agent, { prompt, available_tools })
    expect(done.calls.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(state().refunds).toHaveLength(2)
  }
})
test('runs are made one after the other', async ({ run }) => {
  const runs = await Promise.all([1, 2, 3].map(() => run(agent, task)))
  expect(runs.map(({ score }) => score)).toEqual(
    [1, 2, 3].map(() => expect.objectContaining({ solved: true, state: 'right' })),
  )
})
test('the state is judged, of any agent', async ({ run }) => {
  const tampers = { name: 'tampers', run: (request) => (tamper(), agent.run(request)) }
  const { score } = await run(tampers, task)
  expect(score).toMatchObject({ solved: false, cause: 'wrong-state' })
  expect(score.reason).toMatch(/^state\\(\\) after the run: orders\\/2\\/total: 1, expected/)
})
test('records without a route', async () => {
  const report = await record({ agent, prompts: [prompt], suite: 'new.suite.ts' })
  expect(report).toMatchObject({ tasks: 1, calls: 4, own: { ran: available_tools } })
})
`

describe('hand-written tests over live tools', () => {
  it('have data put back, state judged, and need no route to record', async () => {
    const project = createLiveProject()
    project.write('hand.test.js', HAND)
    const { stdout, stderr } = await project.exits(0, ['run', 'hand.test.js'], env)
    expect(stdout).toContain('4 passed')
    expect(stdout + stderr).not.toContain('keep their data')
    expect(project.read('new.suite.ts')).toContain('amount: a1Order.total')
  })

  it('record own tools where none is live, and leave them as they were', async () => {
    const project = createProject('own-tools')
    project.write(
      'hand.test.js',
      `
import { expect, test } from 'tracewright/fixtures'
import { record } from 'tracewright/record'
import agent from './agents/functions.ts'
const prompt = 'Call find_order with A-1 and answer with its id.'
test('records', async ({ run }) => {
  const report = await record({ agent, prompts: [prompt], suite: 'new.suite.ts' })
  expect(report.own).toEqual({ ran: ['find_order'], simulated: [] })
  expect((await run(agent, { prompt, available_tools: [] })).calls).toMatchObject([{ status: 404 }])
})`,
    )
    const config = project.read('vitest.config.ts')
    project.write(
      'vitest.config.ts',
      config.replace(/simulators: .*|live: .*/g, '').replace(/ownTools: .*/, 'ownTools: FUNCTIONS,'),
    )
    const data = project.read('shop-data.ts')
    project.write(
      'shop-data.ts',
      `${data.replace('if (process.env.LIVE === undefined)', 'if (false)')}reset({ seed: 0 })\n`,
    )
    const { stdout } = await project.exits(0, ['run', 'hand.test.js'], { AGENTS: 'functions' })
    expect(stdout).toContain('1 passed')
  })

  it('keep their data where nothing puts them back, and a line says so', async () => {
    const project = createProject('own-tools')
    const hand = HAND.slice(0, HAND.indexOf("test('runs are made")).replace('i < 3', 'i < 1')
    project.write(
      'hand.test.js',
      hand.replace(
        "import agent from './agents/functions.ts'",
        "import own from './agents/functions.ts'\nconst agent = { ...own }",
      ),
    )
    project.write('shop-data.ts', `${project.read('shop-data.ts')}reset({ seed: 0 })\n`)
    const { stderr } = await project.exits(0, ['run', 'hand.test.js'], env)
    expect(stderr.match(/live tools keep their data from run to run/g)).toHaveLength(1)
  })
})

describe('the snapshots of references', () => {
  it('are written and compared by shards, and files without a task are named', async () => {
    const project = createLiveProject()
    const file = 'agents/functions.ts'
    project.write(file, `export const snapshot = true\n${project.read(file)}`)
    project.write(
      'vitest.config.ts',
      project.read('vitest.config.ts').replace("mode: 'strict'", "mode: 'score'"),
    )
    const folder = join(project.dir, '__traces__/shop')
    const files: string[][] = []
    for (const shard of ['1/2', '2/2']) {
      await project.exits(0, ['run', '--shard', shard], { ...env, CI: '' })
      files.push(listFiles(folder))
    }
    expect(files).toEqual([
      ['invents.json', 'right.json'],
      ['clumsy.json', 'invents.json', 'right.json'],
    ])
    project.write('__traces__/shop/gone.json', '{}')
    for (const shard of ['1/2', '2/2', undefined]) {
      const more = shard === undefined ? ['-t', 'right'] : ['--shard', shard]
      const { stdout, stderr } = await project.exits(0, ['run', ...more], env)
      expect(stdout + stderr).toContain(
        'obsolete snapshot __traces__/shop/gone.json: shop.suite.ts has no task of this name. Delete it',
      )
      expect((stdout + stderr).match(/obsolete/g)).toHaveLength(1)
    }
  })
})
