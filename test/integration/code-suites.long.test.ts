import { beforeAll, describe, expect, it } from 'vitest'
import { runCli, startCli } from '../support/cli-runs.ts'
import { findFreePort } from '../support/local-server.ts'
import { readPageData } from '../support/page-lines.ts'
import { createProject, type Outcome, type Project } from '../support/run-vitest.ts'

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

/** An agent that knows the shop; a prompt, or \`WRONG\`, makes it refund whatever it finds, or name another order. */
const AGENT = `
export const agent = {
  name: 'scripted',
  async run({ prompt, tools }) {
    const call = (name, args) => tools.find((tool) => tool.name === name).invoke(args)
    const wrong = /\\[goes wrong: (\\w+)\\]/.exec(prompt)?.[1] ?? process.env.WRONG
    const [reference] = /[A-C]-\\d/.exec(prompt) ?? []
    if (reference === undefined) return 'Hello.'
    const order = await call('find_order', { reference: wrong === 'total' ? 'Z-9' : reference })
    if (!prompt.includes('refund')) return 'ANSWER: ' + order.total
    if (order.status !== 'late' && wrong !== 'refund') return 'ANSWER: none'
    return 'ANSWER: ' + (wrong === 'answer' ? 'no ' : '') + (await call('refund_order', { id: order.id, amount: order.total })).refund_id
  },
}
`

/** The suite, with prompts that make the agent go wrong. */
const suiteGoingWrong = (by: string): string => SUITE.replaceAll('End with', `[goes wrong: ${by}] End with`)

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

/** Holds a run to the line and the column at which a task went wrong. */
function expectFrame(stderr: string, place: string, code: string): void {
  const [line, column] = place.split(':').slice(1).map(Number) as [number, number]
  const frame = stderr.slice(stderr.indexOf(`❯ refunds a late order ${place}\n`)).split('\n')
  expect(frame[3]).toContain(`${line}|   ${code}`)
  expect(frame[4]?.indexOf('^')).toBe(frame[3]!.indexOf('|') + 1 + column)
}

/** Holds the report to the last statement that the agent was to reach, for the refunds of suites. */
function expectMarked(project: Project, suites: string[]): void {
  const report = runCli(['report', '--simulators', 'own.ts', '--html', 'page.html'], project.dir)
  expect(report.status, report.stderr).toBe(0)
  const { tasks } = readPageData(project.read('page.html'))
  for (const suite of suites) {
    const task = tasks.find((one) => one.suite === suite && one.task_id === 'refunds a late order')
    const { text, statements } = task!.plans[0]!.code
    expect(text.split('\n')[(statements.at(-1)?.to ?? 0) - 1]).toBe('  return refund_id')
  }
}

describe('a suite as code', { timeout: 300_000 }, () => {
  describe('run as tests of Vitest', () => {
    const WAYS = ['refund', 'total', 'answer']
    const project = buildProject({
      'right.suite.ts': SUITE,
      'other.suite.ts': 'export const helper = 1\n',
      ...Object.fromEntries(WAYS.map((by) => [`${by}.suite.ts`, suiteGoingWrong(by)])),
    })
    let stderr: string
    beforeAll(async () => {
      ;({ stderr } = await project.exits(1, ['run', '--no-isolate'], withOptions({ mode: 'strict' })))
    })

    it('is solved by a right agent in both branches', () => {
      const run = project.run()
      expect(run.counts).toMatchObject({ scored: 4 * 4, skipped: 4 * 2 })
      const cases = run.cases.filter(({ suite }) => suite === 'right.suite.ts')
      expect(cases.map(({ task_id, line, level, score }) => [task_id, line, level, score?.solved])).toEqual([
        ['refunds a late order', 3, expect.any(String), true],
        ['total of B-1', 13, 'L0_node', true],
        ['total of B-2', 13, 'L0_node', true],
        ['leaves all as it is', 18, 'L0_node', true],
        ['left out', 19, 'L0_node', undefined],
        ['still to be written', 20, undefined, undefined],
      ])
      expect(cases[0]?.attempts?.length).toBe(2)
      expect(stderr).not.toContain('right.suite.ts')
    })

    it('leaves a suite of another product to it', () => {
      expect(new Set(project.run().cases.map(({ suite }) => suite))).toEqual(
        new Set(['right', ...WAYS].map((name) => `${name}.suite.ts`)),
      )
    })

    it('is not solved by a wrong agent, whose mistakes are named with their conditions', () => {
      expect(stderr).toContain('refunds a late order (refund.suite.ts:3) was not solved')
      expect(stderr).toContain(
        'Condition: the function calls find_order\n ❯ refunds a late order refund.suite.ts:3:1',
      )
      expect(stderr).toContain('reference "Z-9" is not "B-1"')
    })

    it('has the line of the call or answer that went wrong shown, and the report marks it', () => {
      expectFrame(stderr, 'total.suite.ts:7:23', 'const order = await find_order(')
      expectFrame(stderr, 'answer.suite.ts:10:3', 'return refund.refund_id')
      expectMarked(project, ['total.suite.ts', 'answer.suite.ts'])
    })
  })

  it('is listed and filtered by name and line, without running a function that is left out', async () => {
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
  })

  it('is split into shards, which show the line that went wrong, and merged', async () => {
    const project = buildProject({ 'shop.suite.ts': SUITE })
    const runShard = (shard: string) =>
      project.exits(
        1,
        ['run', '--reporter=default', '--reporter=blob', `--shard=${shard}`],
        withOptions({ mode: 'strict' }, { WRONG: 'total' }),
      )
    const { stderr } = await runShard('1/2')
    expectFrame(stderr, 'shop.suite.ts:7:23', 'const order = await find_order(')
    expectMarked(project, ['shop.suite.ts'])
    await runShard('2/2')
    await project.exits(1, ['--merge-reports'], withOptions({ mode: 'strict' }))
    expect(project.run()).toMatchObject({ complete: true, counts: { scored: 4, skipped: 2 } })
  })

  it('is gated: reruns, a renamed task and an edited one', async () => {
    const project = buildProject({ 'shop.suite.ts': SUITE })
    await project.exits(0, ['run'], withOptions({ repeats: 5 }))
    expect(runCli(['baseline', 'update'], project.dir).status).toBe(0)
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

  describe('with an error', () => {
    // Each statement is line 3 of a suite that has the name beside it.
    const ERRORS = {
      prompt: ["task('a', { prompt: '', tools: ['find_order'] }, nothing)", 'prompt.suite.ts:3: prompt: '],
      tool: [
        "task('a', { prompt: 'x', tools: ['find_ordr'] }, nothing)",
        'the tool "find_ordr" has no simulator; did you mean "find_order"?',
      ],
      option: [
        "task('a', { prompt: 'x', tools: ['find_order'], promt: 1 }, nothing)",
        'option.suite.ts:3: unknown option "promt"; did you mean "prompt"?',
      ],
      function: [
        "task('a', { prompt: 'x', tools: ['find_order'] })",
        'a task needs a function of its tools, or `nothing`',
      ],
      names: [
        "for (let i = 0; i < 2; i++) task('a', { prompt: 'x', tools: ['find_order'] }, nothing)",
        'names.suite.ts:3: this line gives two tasks the name "a". Put what differs into the name',
      ],
      late: [
        "task('a', { prompt: 'x', tools: ['find_order'] }, nothing)\nbeforeAll(() => task('late', { prompt: 'x', tools: ['find_order'] }, nothing))",
        'Failed to register the task "late": no suite is being loaded.',
      ],
      syntax: ["task('a' {})", 'Expected `,` or `)` but found `{`\n   ╭─[ syntax.suite.ts:3:10 ]'],
      await: [
        "task('a', { prompt: 'x', tools: ['find_order'] }, async ({ find_order }) => { find_order({ reference: 'A' }) })",
        'nothing awaits a call of find_order',
      ],
      throws: [
        "task('fails', { prompt: 'x', tools: ['find_order'] }, async () => { throw new Error('was run') })",
        'throws.suite.ts:3: fails: the function throws: was run (throws.suite.ts:3:',
      ],
      fetch: [
        "task('asks', { prompt: 'x', tools: ['find_order'] }, async () => { await fetch('http://127.0.0.1:1/') })",
        'asks: the function throws: fetch failed',
      ],
    }
    const project = buildProject()
    let outcome: Outcome
    beforeAll(async () => {
      for (const [name, [text]] of Object.entries(ERRORS))
        project.write(
          `${name}.suite.ts`,
          `import { nothing, task } from 'tracewright/suite'\nimport { beforeAll } from 'vitest'\n${text}\n`,
        )
      outcome = await project.exits(2, ['run', '--no-isolate'], withOptions({}))
    })

    it.each(Object.entries(ERRORS))('has it named with its place: %s', (_, [, said]) => {
      const { stdout, stderr } = outcome
      expect(stdout + stderr).toContain(said)
      expect(project.run().errors.join('\n')).toContain(said)
      expect(stderr).not.toContain('tracewright/dist/')
    })

    it('has its environment named by Vitest', async () => {
      const alone = buildProject({
        'shop.suite.ts':
          "import { nothing, task } from 'tracewright/suite'\ntask('a \u0040vitest-environment none', { prompt: 'x', tools: ['find_order'] }, nothing)\n",
      })
      const { stdout, stderr } = await alone.exits(2, ['run'], withOptions({}))
      expect(stdout + stderr).toContain('Failed to run shop.suite.ts: Vitest did not load it.')
    })

    it('has the place of a throw shown in Vitest', () => {
      expect(outcome.stderr).toMatch(/❯ fails throws\.suite\.ts:3:75/)
      // Node 24 leaves the function out of the stack of `fetch`. Nothing is sent before the first case.
      expect(outcome.stderr).toMatch(/the function throws: fetch failed(?: \(fetch\.suite\.ts:3:\d+\))?$/m)
    })
  })

  /** A function over the tools, on lines 3 to 6, behind types that the compiler takes away. */
  const withFunction = (body: string): string =>
    `import { task } from 'tracewright/suite'\ninterface Order { total: number }\ntask('a', { prompt: 'Total of A-1?', tools: ['find_order'] }, async ({ find_order }) => {\n  const order: Order = await find_order({ reference: 'A-1' })\n  ${body}\n})\n`

  const SLEEP = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)'
  /** Blocks its thread as `for (;;);` does, and takes no time of the processor. */
  const LOOP = `for (;;) ${SLEEP};`

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
    [
      withFunction(`while (order) { await null; ${SLEEP} }`),
      'shop.suite.ts:3: a: the function did not end within 10 s',
    ],
    [
      withFunction(`for (let i = order.total; i > 0; i = Math.abs(i)) ${SLEEP}`),
      'shop.suite.ts:3: a: the function did not end within 10 s',
    ],
    [
      withFunction('await new Promise(() => {})'),
      'the function does not end within 10000 ms, after its call of find_order: it awaits what never settles (shop.suite.ts:4:30)',
    ],
    [
      `import { task } from 'tracewright/suite'\n${LOOP}`,
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
    const project = buildProject({ 'endless.ts': `export default []\n${LOOP}\n` })
    const audit = startCli(['audit', 'shop.suite.ts', '--simulators', 'endless.ts'], project.dir)
    const { status, stderr } = await audit.ended
    expect(stderr).toContain('Failed to load simulators endless.ts: the module did not end within 10 s')
    expect(stderr).not.toMatch(/dist[\\/]|^ +at |debugger/m)
    expect(status).toBe(2)
  })

  it.concurrent('ends a worker that a function blocks, names its line, and leaves other tests alone', async () => {
    const project = buildProject({
      'shop.suite.ts': withFunction(LOOP),
      'other.suite.ts': `${SUITE}\nimport { test } from 'vitest'\ntest('of Vitest alone', () => {})\n`,
    })
    const { stdout } = await project.exits(2, ['run'], withOptions({}))
    expect(stdout).toMatch(/a \(shop\.suite\.ts:3\): the task's function blocked its worker for \d+ ms/)
    expect(project.run()).toMatchObject({ complete: false, counts: { tasks: 7, scored: 4, skipped: 2 } })
  })

  it.concurrent.each([
    ['forks', LOOP, []],
    ['threads', LOOP, []],
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
    const project = buildProject({ 'shop.suite.ts': `${SUITE}\n${LOOP}` })
    const { stderr } = await project.exits(2, ['run', '--shard=1/2'], withOptions({}))
    expect(stderr).toContain('Failed to load suite shop.suite.ts: the module did not end within 10 s.')
  })

  it('has many tasks audited in one thread', () => {
    const project = buildProject({
      'shop.suite.ts': `import { task } from 'tracewright/suite'\nfor (let i = 0; i < 60; i++) task(\`total \${i}\`, { prompt: \`What is the total of order A-\${i}? End with ANSWER: <total>\`, tools: ['find_order'] }, async ({ find_order }) => (await find_order({ reference: \`A-\${i}\` })).total)\n`,
    })
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
})
