import { describe, expect, it } from 'vitest'
import { runCli, startCli } from '../support/cli-runs.ts'
import { findFreePort } from '../support/local-server.ts'
import { readPageData } from '../support/page-lines.ts'
import { createProject } from '../support/run-vitest.ts'

/** Orders of a shop: which of them is late is another one in each world. */
const SIMULATORS = `
import { defineSimulator } from 'tracewright'
import { z } from 'zod'

const common = { category: 'external_services', capability: 'look-up' } as const
export const simulators = [
  defineSimulator({
    ...common, name: 'find_order', effect: 'read', description: 'An order by its reference.',
    input: z.strictObject({ reference: z.string() }),
    output: z.strictObject({ id: z.string(), status: z.enum(['late', 'sent']), total: z.number() }),
    run: ({ reference }, world) => {
      const draw = world.draw('order', reference)
      return { id: draw.hex('id'), status: (draw.number('status', { min: 0, max: 1, decimals: 0 }) > 0 ? 'late' : 'sent') as 'late' | 'sent', total: draw.number('total', { min: 10, max: 900, decimals: 2 }) }
    },
  }),
  defineSimulator({
    ...common, name: 'refund_order', effect: 'write', description: 'Refunds an amount of an order.',
    input: z.strictObject({ id: z.string(), amount: z.number() }),
    output: z.strictObject({ refund_id: z.string() }),
    run: ({ id, amount }, world) => ({ refund_id: world.draw('refund', id + amount).hex('id') }),
  }),
]
`

const SUITE = `import { nothing, task } from 'tracewright/suite'

task('refunds a late order', {
  prompt: 'Order A-1: if it is late, refund its total. End with ANSWER: <id of the refund, or none>',
  tools: ['find_order', 'refund_order'],
}, async ({ find_order, refund_order }) => {
  const order = await find_order({ reference: 'A-1' })
  if (order.status !== 'late') return 'none'
  const refund = await refund_order({ id: order.id, amount: order.total })
  return refund.refund_id
})

task.each([{ ref: 'B-1' }, { ref: 'B-2' }])('total of $ref', ({ ref }) => ({
  prompt: \`What is the total of order \${ref}? End with ANSWER: <total>\`,
  tools: ['find_order'],
}), async ({ find_order }, { ref }) => (await find_order({ reference: ref })).total)

task('leaves all as it is', { prompt: 'Say hello and do nothing.', tools: ['refund_order'] }, nothing)
task.skip('left out', { prompt: 'Total of C-1?', tools: ['find_order'] }, async ({ find_order }) => (await find_order({ reference: 'C-1' })).total)
task.todo('still to be written')
`

/** An agent that knows the shop; \`WRONG\` makes it refund whatever it finds, or name another order. */
const AGENT = `
export const agent = {
  name: 'scripted',
  async run({ prompt, tools }) {
    const call = (name, args) => tools.find((tool) => tool.name === name).invoke(args)
    const wrong = process.env.WRONG
    const [reference] = /[A-C]-\\d/.exec(prompt) ?? []
    if (reference === undefined) return 'Hello.'
    const order = await call('find_order', { reference: wrong === 'total' ? 'Z-9' : reference })
    if (!prompt.includes('refund')) return 'ANSWER: ' + order.total
    if (order.status !== 'late' && wrong !== 'refund') return 'ANSWER: none'
    return 'ANSWER: ' + (wrong === 'answer' ? 'no ' : '') + (await call('refund_order', { id: order.id, amount: order.total })).refund_id
  },
}
`

const OPTIONS = { agent: './agent.ts', simulators: ['./own.ts'] }
const buildProject = (files: Record<string, string> = {}) => {
  const project = createProject('basic', { 'own.ts': SIMULATORS, 'agent.ts': AGENT, ...files })
  project.write('tasks.suite.jsonl', '')
  return project
}
const withOptions = (options: object, env: Record<string, string> = {}) => ({
  OPTIONS: JSON.stringify({ ...OPTIONS, include: ['**/*.suite.ts'], ...options }),
  ...env,
})

describe('a suite as code', { timeout: 300_000 }, () => {
  it('is run as tests of Vitest: a right agent solves it in both branches, a wrong one does not', async () => {
    const project = buildProject({ 'shop.suite.ts': SUITE })
    await project.exits(0, ['run'], withOptions({ mode: 'strict' }))
    const run = project.run()
    expect(run.counts).toMatchObject({ scored: 4, skipped: 2 })
    expect(run.overall.solved).toBe(1)
    expect(run.cases.map(({ task_id, line, level }) => [task_id, line, level])).toEqual([
      ['refunds a late order', 3, expect.any(String)],
      ['total of B-1', 13, 'L0_node'],
      ['total of B-2', 13, 'L0_node'],
      ['leaves all as it is', 18, 'L0_node'],
      ['left out', 19, 'L0_node'],
      ['still to be written', 20, undefined],
    ])
    expect(run.cases[0]?.attempts?.length).toBe(2)
    const refunding = await project.exits(1, ['run'], withOptions({ mode: 'strict' }, { WRONG: 'refund' }))
    expect(refunding.stderr).toContain('refunds a late order (shop.suite.ts:3) was not solved')
    expect(refunding.stderr).toContain(
      'Condition: the function calls find_order\n ❯ refunds a late order shop.suite.ts:3:1',
    )
    const other = await project.exits(1, ['run'], withOptions({ mode: 'strict' }, { WRONG: 'total' }))
    expect(other.stderr).toContain('reference "Z-9" is not "B-1"')
  })

  it.each([
    ['call', 'total', [], '7:23', 'const order = await find_order('],
    ['call in a shard', 'total', ['--shard=1/2'], '7:23', 'const order = await find_order('],
    ['answer', 'answer', [], '10:3', 'return refund.refund_id'],
  ])(
    'shows the line of the %s that went wrong, and the report marks it',
    async (_, wrong, args, place, code) => {
      const project = buildProject({ 'shop.suite.ts': SUITE })
      const { stderr } = await project.exits(
        1,
        ['run', ...args],
        withOptions({ mode: 'strict' }, { WRONG: wrong }),
      )
      const [line, column] = place.split(':').map(Number) as [number, number]
      const frame = stderr
        .slice(stderr.indexOf(`❯ refunds a late order shop.suite.ts:${place}\n`))
        .split('\n')
      expect(frame[3]).toContain(`${line}|   ${code}`)
      expect(frame[4]?.indexOf('^')).toBe(frame[3]!.indexOf('|') + 1 + column)
      const report = runCli(['report', '--simulators', 'own.ts', '--html', 'page.html'], project.dir)
      expect(report.status, report.stderr).toBe(0)
      const [task] = readPageData(project.read('page.html')).tasks
      const { text, statements } = task!.plans[0]!.code
      expect(text.split('\n')[(statements.at(-1)?.to ?? 0) - 1]).toBe('  return refund_id')
    },
  )

  it('is listed, filtered by name and line, and split into shards, without running a function that is left out', async () => {
    const project = buildProject({
      'shop.suite.ts': `${SUITE}\ntask('fails', { prompt: 'x', tools: ['find_order'] }, async () => { throw new Error('was run') })\n`,
    })
    // Vitest 5 reads literal calls of `test` alone, unless it is told to collect.
    const list = await project.exits(0, ['list', '--no-static-parse'], withOptions({}))
    expect(list.stdout.match(/shop\.suite\.ts > /g)).toHaveLength(7)
    expect(list.stdout + list.stderr).not.toContain('was run')
    await project.exits(0, ['run', '-t', 'B-2'], withOptions({}))
    expect(project.run()).toMatchObject({ complete: false, counts: { scored: 1 } })
    await project.exits(0, ['run', 'shop.suite.ts:13'], withOptions({}))
    expect(project.run()).toMatchObject({ complete: false, counts: { scored: 2 } })
    const failed = await project.exits(2, ['run'], withOptions({}))
    expect(failed.stderr).toContain(
      'shop.suite.ts:22: fails: the function throws: was run (shop.suite.ts:22:',
    )
    expect(failed.stderr).toMatch(/❯ fails shop\.suite\.ts:22:75/)
    project.write('shop.suite.ts', SUITE)
    for (const shard of ['1/2', '2/2'])
      await project.exits(0, ['run', '--reporter=blob', `--shard=${shard}`], withOptions({}))
    await project.exits(0, ['--merge-reports'], withOptions({}))
    expect(project.run()).toMatchObject({ complete: true, counts: { scored: 4, skipped: 2 } })
  })

  it('is gated: reruns, a renamed task and an edited one', async () => {
    const project = buildProject({ 'shop.suite.ts': SUITE })
    const update = () => runCli(['baseline', 'update'], project.dir)
    for (let i = 0; i < 5; i++) {
      await project.exits(0, ['run'], withOptions({}))
      expect(update().status).toBe(0)
    }
    const red = await project.exits(1, ['run'], withOptions({}, { WRONG: 'total' }))
    expect(red.stdout).toMatch(/total of B-1: solved 0 of \d+ now, 5 of 5 in the baseline/)
    // The frame is at the call that went wrong, not at the task.
    expect(red.stderr).toMatch(/GateFailed: total of B-1.*\n.*\n ❯ total of B-1 shop\.suite\.ts:16:\d+\n/)
    project.write(
      'shop.suite.ts',
      SUITE.replace('total of $ref', 'sum of $ref')
        .replaceAll('order.', 'order[' + "'")
        .replaceAll(/order\['(\w+)/g, "order['$1']"),
    )
    await project.exits(0, ['run'], withOptions({}))
    expect(project.run().gates?.[0]).toMatchObject({ compared: 4, added: [] })
    project.write('shop.suite.ts', SUITE.replace("order.status !== 'late'", "order.status === 'late'"))
    await project.exits(0, ['run'], withOptions({}))
    expect(project.run().gates?.[0]?.edited).toEqual(['refunds a late order'])
  })

  it('is taken by the commands; a report and a diff run nothing of it', async () => {
    const project = buildProject({ 'shop.suite.ts': SUITE })
    await project.exits(0, ['run'], withOptions({ repeats: 2 }))
    const inProject = (...args: string[]) => runCli(args, project.dir)
    const simulators = ['--simulators', 'own.ts']
    const audit = inProject('audit', 'shop.suite.ts', ...simulators, '--rules=oracle,calibration', '--json')
    expect(JSON.parse(audit.stdout)).toMatchObject({ tasks: 5, valid: 5 })
    expect(inProject('calibrate', 'shop.suite.ts', ...simulators).status).toBe(0)
    const [traces = ''] = project.run().traces
    const scored = inProject(
      'score',
      'shop.suite.ts',
      `.vitest/tracewright/${traces}`,
      ...simulators,
      '--json',
    )
    expect(scored.status, scored.stderr).toBe(0)
    expect(inProject('report', 'shop.suite.ts', ...simulators, '--html', 'suite.html').status).toBe(0)
    const refused: [string[], string][] = [
      [
        ['bind', 'shop.suite.ts', '--out', 'x.suite.jsonl'],
        'it is code, and a suite of JSON lines is needed here. Name a *.suite.jsonl file.',
      ],
      [
        ['audit', 'shop.suite.ts', '--fix-out', 'x.suite.jsonl'],
        'it is code, and x.suite.jsonl is not. Name a file that ends in .suite.ts.',
      ],
    ]
    for (const [command, why] of refused) {
      const { status, stderr } = inProject(...command, ...simulators)
      expect(status).toBe(2)
      expect(stderr).toContain(why)
    }
    project.write(
      'shop.suite.ts',
      `import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\n${SUITE}`,
    )
    const report = inProject('report', ...simulators)
    expect(report.status, report.stderr).toBe(0)
    const run = '.vitest/tracewright/run.json'
    const diff = inProject('diff', run, run, ...simulators)
    expect(diff.stdout, diff.stderr).toContain('All 4 compared tasks were done as before')
    expect(() => project.read('ran')).toThrow()
  })

  it.each([
    ["task('a', { prompt: '', tools: ['find_order'] }, nothing)", 'shop.suite.ts:3: prompt: '],
    [
      "task('a', { prompt: 'x', tools: ['find_ordr'] }, nothing)",
      'the tool "find_ordr" has no simulator; did you mean "find_order"?',
    ],
    [
      "task('a', { prompt: 'x', tools: ['find_order'], promt: 1 }, nothing)",
      'shop.suite.ts:3: unknown option "promt"; did you mean "prompt"?',
    ],
    [
      "task('a', { prompt: 'x', tools: ['find_order'] })",
      'a task needs a function of its tools, or `nothing`',
    ],
    [
      "for (let i = 0; i < 2; i++) task('a', { prompt: 'x', tools: ['find_order'] }, nothing)",
      'shop.suite.ts:3: this line gives two tasks the name "a". Put what differs into the name',
    ],
    [
      "task('a', { prompt: 'x', tools: ['find_order'] }, nothing)\nbeforeAll(() => task('late', { prompt: 'x', tools: ['find_order'] }, nothing))",
      'Failed to register the task "late": no suite is being loaded.',
    ],
    ["task('a' {})", 'Expected `,` or `)` but found `{`\n   ╭─[ shop.suite.ts:3:10 ]'],
    [
      "task('a \u0040vitest-environment none', { prompt: 'x', tools: ['find_order'] }, nothing)",
      'Failed to run shop.suite.ts: Vitest did not load it.',
    ],
    [
      "task('a', { prompt: 'x', tools: ['find_order'] }, async ({ find_order }) => { find_order({ reference: 'A' }) })",
      'nothing awaits a call of find_order',
    ],
  ])('that says %s is an error with its place', async (text, said) => {
    const project = buildProject({
      'shop.suite.ts': `import { nothing, task } from 'tracewright/suite'\nimport { beforeAll } from 'vitest'\n${text}\n`,
    })
    const { stdout, stderr } = await project.exits(2, ['run'], withOptions({}))
    expect(stdout + stderr).toContain(said)
    expect(stderr).not.toContain('tracewright/dist/')
  })

  /** A function over the tools, on lines 3 to 6, behind types that the compiler takes away. */
  const withFunction = (body: string): string =>
    `import { task } from 'tracewright/suite'\ninterface Order { total: number }\ntask('a', { prompt: 'Total of A-1?', tools: ['find_order'] }, async ({ find_order }) => {\n  const order: Order = await find_order({ reference: 'A-1' })\n  ${body}\n})\n`

  // The tests from here to the last concurrent one wait for the watchdog, or outlast it: together, not in turn.
  const HOLD =
    "if (!Reflect.get(globalThis, 'held')) { Reflect.set(globalThis, 'held', true); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 14_000); await new Promise((done) => setTimeout(done, 20)) }"
  const HELD = withFunction(`${HOLD}\n  return order.total`)

  it.concurrent.each([
    ['a function in forks', 'forks', HELD],
    ['a function in threads', 'threads', HELD],
    ['a module', 'forks', `${withFunction('return order.total')}${HOLD}`],
  ])('may be held at a breakpoint for longer than it may run: %s', async (_, pool, text) => {
    const project = buildProject({ 'shop.suite.ts': text })
    await project.vitest(
      ['run', `--inspect=127.0.0.1:${await findFreePort()}`, '--no-file-parallelism', `--pool=${pool}`],
      withOptions({}),
    )
    expect(project.run()).toMatchObject({ complete: true, counts: { scored: 1 } })
  })

  it.concurrent.each([
    [withFunction('for (;;);'), 'shop.suite.ts:3: a: the function did not end within 10 s'],
    [withFunction('while (order) await null'), 'shop.suite.ts:3: a: the function did not end within 10 s'],
    [
      withFunction('for (let i = order.total; i > 0; i = Math.abs(i));'),
      'shop.suite.ts:3: a: the function did not end within 10 s',
    ],
    [
      withFunction('await new Promise(() => {})'),
      'the function does not end within 10000 ms, after its call of find_order: it awaits what never settles (shop.suite.ts:4:30)',
    ],
    [
      "import { task } from 'tracewright/suite'\nfor (;;);",
      'suite shop.suite.ts: the module did not end within 10 s',
    ],
    [withFunction("throw new Error('far')"), 'the function throws: far (shop.suite.ts:5:9)'],
    [
      withFunction("Promise.reject(new Error('stray'))"),
      'an error is not caught: stray (shop.suite.ts:5:18)',
    ],
    [
      withFunction('process.exit(0)'),
      'Failed: the loaded code calls process.exit, or waits for what never comes. Repair shop.suite.ts.',
    ],
    ["import 'tracewright/suite'\nawait new Promise(() => {})", 'waits for what never comes'],
    ["import 'tracewright/suite'\nthrow new Error('far')", 'far (shop.suite.ts:2:7). Repair the module.'],
    ["import 'tracewright/suite'\nthrow undefined", 'Failed to load suite shop.suite.ts: undefined.'],
    ["import { task } from 'tracewright/suite'\ntask('a')", 'shop.suite.ts:2: expected task(name, {'],
    [
      "import { nothing, task } from 'tracewright/suite'\ntask.each([{ n: 1 }, { n: 2 }])('a', { prompt: 'x', tools: ['find_order'] }, nothing)",
      'shop.suite.ts:2: rows 1 and 2 of task.each have the name "a". Put what differs into it',
    ],
    [
      "import { nothing, task } from 'tracewright/suite'\ntask('a', { prompt: 'x', tools: ['find_order'], state: () => { throw new Error('far') } }, nothing)",
      'shop.suite.ts:2: state: the function throws: far',
    ],
    [
      "import { nothing, task } from 'tracewright/suite'\ntask('a', { prompt: 'x', tools: ['find_order'], state: { memmory: [] } }, nothing)",
      'shop.suite.ts:2: a: state.memmory: no step reads a store "memmory"; name a store of the tools',
    ],
    [
      "import { add } from './add.ts'\nimport 'tracewright/suite'\n\nadd('a')\nadd('b')\nadd('a')",
      'shop.suite.ts:6: "a" is taken by line 4. Give this task another name',
    ],
  ])('ends a command with exit code 2 and the line: %s', async (text, said) => {
    const project = buildProject({
      'shop.suite.ts': text,
      'add.ts':
        "import { nothing, task } from 'tracewright/suite'\n\nexport const add = (name: string) => task(name, { prompt: 'x', tools: ['find_order'] }, nothing)\n",
    })
    const audit = startCli(['audit', 'shop.suite.ts', '--simulators', 'own.ts'], project.dir)
    const { status, stderr } = await audit.ended
    expect(stderr).toContain(said)
    expect(stderr).not.toMatch(/dist[\\/]|^ +at |debugger/m)
    expect(status).toBe(2)
  })

  it.concurrent('ends a command whose simulators do not end when they are loaded', async () => {
    const project = buildProject({ 'endless.ts': 'export default []\nfor (;;);\n' })
    const audit = startCli(['audit', 'shop.suite.ts', '--simulators', 'endless.ts'], project.dir)
    const { status, stderr } = await audit.ended
    expect(stderr).toContain('Failed to load simulators endless.ts: the module did not end within 10 s')
    expect(stderr).not.toMatch(/dist[\\/]|^ +at |debugger/m)
    expect(status).toBe(2)
  })

  it.concurrent('ends a worker that a function blocks, names its line, and leaves other tests alone', async () => {
    const project = buildProject({
      'shop.suite.ts': withFunction('for (;;);'),
      'other.suite.ts': `${SUITE}\nimport { test } from 'vitest'\ntest('of Vitest alone', () => {})\n`,
    })
    const { stdout } = await project.exits(2, ['run'], withOptions({}))
    expect(stdout).toMatch(/a \(shop\.suite\.ts:3\): the task's function blocked its worker for \d+ ms/)
    expect(project.run()).toMatchObject({ complete: false, counts: { tasks: 7, scored: 4, skipped: 2 } })
  })

  it.concurrent.each([
    ['forks', 'for (;;);', []],
    ['threads', 'for (;;);', []],
    ['forks', 'await new Promise(() => {});', ['--shard=1/1', '--reporter=blob']],
    ['threads', 'await new Promise(() => {});', []],
  ])('ends a worker in %s that a module holds by `%s` and names it: %s', async (pool, statement, args) => {
    const project = buildProject({ 'held.suite.ts': `${SUITE}\n${statement}`, 'other.suite.ts': SUITE })
    await project.exits(2, ['run', `--pool=${pool}`, ...args], withOptions({}))
    expect(project.run()).toMatchObject({ verdict: 'error', complete: false, counts: { scored: 4 } })
    expect(project.run().errors).toEqual([
      expect.stringMatching(/^Failed to run held\.suite\.ts: its module did not end within \d+ ms, /),
    ])
  })

  it.concurrent('ends a shard whose tasks are read from a module that blocks', async () => {
    const project = buildProject({ 'shop.suite.ts': `${SUITE}\nfor (;;);` })
    const { stderr } = await project.exits(2, ['run', '--shard=1/2'], withOptions({}))
    expect(stderr).toContain('Failed to load suite shop.suite.ts: the module did not end within 10 s.')
  })

  it('sends nothing to the network before its first case, and audits many tasks in one thread', async () => {
    const project = buildProject({ 'shop.suite.ts': withFunction("await fetch('http://192.0.2.1/')") })
    const { stderr } = await project.exits(2, ['run'], withOptions({}))
    // Node 24 leaves the function out of the stack of `fetch`.
    expect(stderr).toMatch(/the function throws: fetch failed(?: \(shop\.suite\.ts:5:3\))?$/m)
    project.write(
      'shop.suite.ts',
      `import { task } from 'tracewright/suite'\nfor (let i = 0; i < 60; i++) task(\`total \${i}\`, { prompt: \`What is the total of order A-\${i}? End with ANSWER: <total>\`, tools: ['find_order'] }, async ({ find_order }) => (await find_order({ reference: \`A-\${i}\` })).total)\n`,
    )
    const audit = runCli(
      ['audit', 'shop.suite.ts', '--simulators', 'own.ts', '--rules=oracle', '--workers=2', '--json'],
      project.dir,
    )
    expect(JSON.parse(audit.stdout || '{}'), audit.stderr).toMatchObject({ tasks: 60, valid: 60 })
  })

  it('gives a world the records that its function reads', async () => {
    const project = buildProject({
      'oracle.ts': "export { oracle as default } from 'tracewright/calibration'\n",
      'shop.suite.ts': `import { task } from 'tracewright/suite'
task('a', { prompt: 'What does the note "late" say? End with ANSWER: <note>', tools: ['retrieve_memory'], state: (draw) => ({ memory: [{ key: 'late', value: draw(['order 818181', 'order 727272']) }] }) }, async ({ retrieve_memory }) => (await retrieve_memory({ key: 'late' })).value)`,
    })
    await project.exits(0, ['run'], withOptions({ agent: './oracle.ts', simulators: [], mode: 'strict' }))
    expect(project.run()).toMatchObject({ complete: true, counts: { scored: 1 } })
  })

  it('of another product is left to it', async () => {
    const project = buildProject({ 'other.suite.ts': 'export const helper = 1\n', 'shop.suite.ts': SUITE })
    await project.exits(0, ['run'], withOptions({}))
    expect(project.run().cases.map(({ suite }) => suite)).not.toContain('other.suite.ts')
  })
})
