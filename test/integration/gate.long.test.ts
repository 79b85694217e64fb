import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Baseline } from '../../src/schema/baseline.ts'
import type { Run } from '../../src/schema/run.ts'
import type { Task } from '../../src/schema/task.ts'
import { generateSuite } from '../../src/suites/generate/generate-suite.ts'
import { taskToLine } from '../../src/suites/load/task-line.ts'
import { dependsOnWorld } from '../../src/tasks/task-worlds.ts'
import { runCli } from '../support/cli-runs.ts'
import { createProject, listFiles, type Project } from '../support/run-vitest.ts'

const BASELINE = 'tracewright.baseline.json'
const OUTPUT = '.vitest/tracewright'
const counts = { L0_node: 16, L1_chain: 20, L2_parallel: 0, L3_dag: 0 }
// Tasks that depend on their world need several attempts; these need one.
const tasks = [...generateSuite({ seed: 11, counts, vet: false })].filter((task) => !dependsOnWorld(task))
const tasksOf = (level: string): Task[] => tasks.filter((task) => task.level === level).slice(0, 12)
const suiteOf = (level: string): string =>
  tasksOf(level)
    .map((task) => `${taskToLine(task)}\n`)
    .join('')
const SUITES = { 'a.suite.jsonl': suiteOf('L0_node'), 'b.suite.jsonl': suiteOf('L1_chain') }
const BROKEN = tasksOf('L1_chain')[2]?.task_id as string
const options = (given: object): Record<string, string> => ({ OPTIONS: JSON.stringify(given) })

const baseline = ({ dir }: Project, ...args: string[]) => runCli(['baseline', ...args], dir)

const gateOf = (run: Run) => {
  const [gate, ...more] = run.gates ?? []
  if (gate === undefined || more.length > 0) throw new Error('expected one gate')
  return gate
}
/** Number of attempts made on suspicion, by task. */
const rerunsIn = (run: Run): Record<string, number> =>
  Object.fromEntries(
    run.cases.flatMap(({ task_id, attempts = [] }) => {
      const reruns = attempts.filter((attempt) => attempt.rerun === true)
      return reruns.length === 0 ? [] : [[task_id, reruns.length]]
    }),
  )
/** A run as text, without what differs from run to run: its id, its times, the names of the workers' files. */
const timeless = (run: Run): string =>
  JSON.stringify(
    { ...run, id: '', traces: [] },
    (name, value) => (name === 'duration_ms' ? undefined : value),
    2,
  )
/** Runs three shards and merges them. */
async function inShards(project: Project, env: Record<string, string>) {
  for (const index of [1, 2, 3]) {
    const blob = [`--shard=${index}/3`, '--reporter=blob', `--outputFile=.vitest-reports/blob-${index}.json`]
    await project.exits(0, ['run', ...blob], env)
    expect(project.run().gates).toBeUndefined()
    rmSync(join(project.dir, OUTPUT), { recursive: true })
  }
  return project.vitest(['run', '--merge-reports=.vitest-reports'], env)
}

describe('the gate', () => {
  let project: Project
  beforeAll(async () => {
    project = createProject('gate', SUITES)
    await project.exits(0, ['run'], options({ repeats: 20 }))
    expect(project.run()).toMatchObject({ mode: 'score', verdict: 'reported' })
    expect(project.run().cases.every(({ attempts }) => attempts?.length === 20)).toBe(true)
    const { status, stdout, stderr } = baseline(project, 'update', '--json')
    expect(status, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ baseline: BASELINE, tasks: 24 })
  })

  it('stays green where nothing changed, and says what so few tasks could have missed', async () => {
    const { stdout } = await project.exits(0)
    expect(project.run().mode).toBe('regression')
    expect(gateOf(project.run())).toMatchObject({
      verdict: 'ok',
      exit: 0,
      compared: 24,
      strata: [],
      tasks: [],
    })
    expect(rerunsIn(project.run())).toEqual({})
    expect(stdout).toMatch(/gate {2}ok {2}worker against tracewright\.baseline\.json/)
    const [first = ''] = stdout.slice(stdout.indexOf(' gate ')).split('\n\n')
    expect(first.split('\n').slice(1)).toEqual([
      '   24 tasks compared; this baseline can notice one task that fails every attempt (computed for the most reliable task), and a drop of 5.9 points spread over all tasks',
      '   next: `npx tracewright baseline update` adds this run to the baseline',
    ])
    expect(baseline(project, 'check').stdout).not.toContain('Λ')
    expect(baseline(project, 'check', '--verbose').stdout).toContain('Λ')
  })

  it('fails the run for one task that broke, and names it, after reruns within the same run', async () => {
    const junit = ['--reporter=default', '--reporter=junit', '--outputFile.junit=junit.xml']
    const { stdout, stderr } = await project.exits(1, ['run', ...junit], { BROKEN })
    const run = project.run()
    expect(run.verdict).toBe('failed')
    const gate = gateOf(run)
    expect(gate.verdict).toBe('regressed')
    expect(gate.tasks.filter(({ regressed }) => regressed).map(({ task_id }) => task_id)).toEqual([BROKEN])
    expect(rerunsIn(run)[BROKEN]).toBeGreaterThanOrEqual(2)
    expect(stdout).toMatch(/Tests {2}1 failed \| 23 passed \(24\)/)
    expect(stderr).toContain('the gate fails 1 case that Vitest marked ✓ above')
    expect(stderr).toContain(
      'looks worse than the baseline: 24 attempts once more, at most 48 (option `suiteReruns`)',
    )
    expect(stderr).toMatch(new RegExp(`FAIL {2}b\\.suite\\.jsonl.* > ${BROKEN}\\n`))
    const cases = [
      ...project.read('junit.xml').matchAll(/<testcase [^>]*name="([^"]*)"[^>]*>(\s*<failure)?/g),
    ]
    expect(cases).toHaveLength(24)
    expect(cases.flatMap(([, name, failed]) => (failed === undefined ? [] : [name]))).toEqual([BROKEN])
    expect(stdout).toMatch(new RegExp(`✗ ${BROKEN}: solved 0 of \\d+ now, 20 of 20 in the baseline`))
    expect(baseline(project, 'check')).toMatchObject({ status: 1, stdout: expect.stringContaining(BROKEN) })
    expect(baseline(project, 'update')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the gate says regressed'),
    })
  })

  it('names the edge that the agent dropped', async () => {
    const { stdout } = await project.exits(1, ['run'], { DROP_EDGE: '1' })
    const [task, ...others] = gateOf(project.run()).tasks.filter(({ regressed }) => regressed)
    expect(others).toEqual([])
    expect(task).toMatchObject({
      reason: expect.stringMatching(/^step_2 \w+: \w+ \S+ is not step_1's \w+/),
    })
    expect(stdout).toContain(task?.reason)
  })

  it('stays green for changes that do no harm', async () => {
    const ways = ['oracle-parallel', 'oracle-retry']
    const baselines = ways.map((way) => [`tracewright.${way}.baseline.json`, project.read(BASELINE)])
    const own = createProject('gate', {
      ...SUITES,
      ...Object.fromEntries(baselines),
      'vitest.config.ts': `
        import { tracewright } from 'tracewright/plugin'
        import { defineConfig } from 'vitest/config'
        export default defineConfig({
          test: { projects: ${JSON.stringify(ways)}.map((name) => ({
            plugins: [tracewright({ agent: './agent.ts' })],
            test: { name, env: { HOW: name } },
          })) },
        })`,
    })
    await own.exits(0)
    const ok = (way: string) =>
      expect.objectContaining({ project: way, verdict: 'ok', compared: 24, tasks: [] })
    expect(own.run().gates).toHaveLength(ways.length)
    expect(own.run().gates).toEqual(expect.arrayContaining(ways.map(ok)))
    expect(rerunsIn(own.run())).toEqual({})
  })

  it('lets a task pass that failed once and not again', async () => {
    const { stdout } = await project.exits(0, ['run'], { UNSTEADY: BROKEN })
    const run = project.run()
    expect(gateOf(run)).toMatchObject({ verdict: 'ok', exit: 0 })
    expect(rerunsIn(run)[BROKEN]).toBeGreaterThanOrEqual(2)
    expect(stdout).toMatch(new RegExp(`· ${BROKEN}: solved \\d+ of \\d+ now, 20 of 20 in the baseline`))
    expect(stdout).not.toContain('not worse')
  })

  it('gives no verdict, and exits with 2, where the model endpoint was out', async () => {
    const OUTAGE = tasks
      .slice(0, 5)
      .map(({ task_id }) => task_id)
      .join()
    const { stdout } = await project.exits(2, ['run'], { OUTAGE })
    expect(gateOf(project.run()).verdict).toBe('error')
    expect(stdout).toContain('the model endpoint failed in 5 of 24 attempts')
    expect(baseline(project, 'check').status).toBe(2)
  })

  it('counts what the agent throws as a failure, whatever it looks like, where no endpoint was out', async () => {
    const CRASHING = tasks
      .slice(0, 5)
      .map(({ task_id }) => task_id)
      .join()
    await project.exits(1, ['run'], { CRASHING })
    const run = project.run()
    const attempts = run.cases.flatMap(({ attempts = [] }) => attempts)
    expect(attempts.filter(({ outcome }) => outcome === 'errored')).toEqual([])
    expect(gateOf(run).verdict).toBe('regressed')
  })

  it('refuses a baseline of another agent', async () => {
    const other = createProject('gate', {
      ...SUITES,
      [BASELINE]: project.read(BASELINE).replace('"worker"', '"other"'),
    })
    const { stdout } = await other.exits(2)
    expect(stdout).toContain('it belongs to the agent "other", and the run to "worker". If you renamed')
  })

  it('names another run and its command where Vitest lists the failures, with the folder of the run', async () => {
    const small = createProject('gate', SUITES)
    const out = options({ outputDir: 'out' })
    await small.exits(0, ['run'], out)
    expect(baseline(small, 'update', 'out/run.json')).toMatchObject({ status: 0 })
    const { stdout, stderr } = await small.exits(1, ['run'], { ...out, BROKEN })
    const command =
      '`cp out/run.json run-1.json; npx vitest run; npx tracewright baseline check run-1.json out/run.json`'
    expect(stdout).toContain('NEEDS ANOTHER RUN')
    expect(stdout).toContain(`next: run this commit again and judge 2 runs together: ${command}`)
    expect(stderr).toContain(`needs another run: run this commit again and judge 2 runs together: ${command}`)
  })

  it('says with which models and schemas a record was made, and what of that is other now', async () => {
    const own = createProject('gate', { 'a.suite.jsonl': SUITES['a.suite.jsonl'] })
    await own.vitest(['run'], { MODELS: 'large' })
    expect(baseline(own, 'update').status).toBe(0)
    const written = JSON.parse(own.read(BASELINE)) as Baseline
    for (const { origin } of Object.values(written.tasks))
      expect(origin).toMatchObject({
        models: ['large'],
        tools: [expect.stringMatching(/^[0-9a-f]{16}$/)],
      })
    const [, second] = Object.values(written.tasks)
    own.write(BASELINE, own.read(BASELINE).replace(second?.origin.tools?.[0] ?? '', '0123456789abcdef'))
    const { stdout } = await own.exits(0, ['run'], { MODELS: 'small' })
    expect(stdout).toContain('models: small, in the baseline large (12 tasks)')
    expect(stdout).toContain('the tools have other schemas than in the baseline (1 task)')
  })

  it('compares an agent that does the same every time seed by seed, in shards as on one machine', async () => {
    const steady = createProject('gate', SUITES)
    const deterministic = options({ deterministic: true })
    await steady.vitest(['run'], deterministic)
    expect(steady.run().deterministic).toEqual([''])
    expect(baseline(steady, 'update').status).toBe(0)
    const before = steady.read(BASELINE)
    expect(before).toContain('"seeds"')
    await steady.exits(0, ['run'], { UNSTEADY: BROKEN, ...deterministic })
    expect(gateOf(steady.run()).flips).toEqual([expect.objectContaining({ task_id: BROKEN, real: false })])

    /** What a run leaves: its document, the gate and its probes in it, and the baseline that is made of it. */
    const leaves = (): string[] => {
      const { id } = steady.run()
      expect(baseline(steady, 'update', '--deterministic', '--accept', 'to compare').status).toBe(0)
      const written = steady.read(BASELINE).replaceAll(id, 'ID')
      steady.write(BASELINE, before)
      return [timeless(steady.run()), written]
    }
    const env = { BROKEN, ...options({ deterministic: true, probes: 5 }) }
    const { stdout } = await steady.exits(1, ['run'], env)
    expect(stdout).toContain('attempts compared, seed by seed')
    expect(gateOf(steady.run()).flips).toEqual([expect.objectContaining({ task_id: BROKEN, real: true })])
    expect(rerunsIn(steady.run())).toEqual({ [BROKEN]: 1 })
    expect(steady.run().summaries[0]?.composition_gap?.overall.tasks).toBe(5)
    const whole = leaves()
    rmSync(join(steady.dir, OUTPUT), { recursive: true })
    const merged = await inShards(steady, env)
    expect(merged.exitCode, merged.stdout).toBe(1)
    expect(leaves()).toEqual(whole)
  })
})

it('`baseline update` writes the baseline that the project is configured with', {
  timeout: 60_000,
}, async () => {
  const project = createProject('gate', SUITES)
  const env = options({ baseline: 'mine.baseline.json' })
  expect(await project.vitest(['run'], env)).toMatchObject({ exitCode: 0 })
  expect(baseline(project, 'update').stdout).toContain('mine.baseline.json: 24 tasks')
  await project.exits(0, ['run'], env)
  expect(gateOf(project.run())).toMatchObject({ baseline: 'mine.baseline.json', compared: 24 })
  expect(baseline(project, 'check').stdout).toContain('worker against mine.baseline.json')
})

it('measures the composition gap by trying steps alone, within the run', async () => {
  const project = createProject('gate', SUITES)
  const { stdout } = await project.exits(0, ['run'], { SINGLE_ONLY: '1', ...options({ probes: 5 }) })
  const whole = { tasks: 5, gap: 1, interval: { low: 1, high: 1 }, predicted: 1, steps_solved: 1 }
  const [summary] = project.run().summaries
  expect(summary?.composition_gap).toEqual({ overall: whole, levels: { L1_chain: whole } })
  expect(stdout).toContain(
    'composition gap (solved, 5 tasks against their single steps, 100.0 % of which it solves): 100.0 points',
  )
  expect(project.run().cases.every(({ attempts }) => attempts?.length === 1)).toBe(true)
  expect(listFiles(join(project.dir, OUTPUT)).filter((name) => name.startsWith('journal-'))).toEqual([])
})

it('makes each run in the world after that of the run before it, as the baseline grows', async () => {
  const project = createProject('gate', SUITES)
  const seedOf = (id: string): number | undefined =>
    project.run().cases.find(({ task_id }) => task_id === id)?.attempts?.[0]?.seed
  const seeds: (number | undefined)[] = []
  for (let i = 0; i < 2; i++) {
    await project.exits(0, ['run'])
    seeds.push(seedOf(BROKEN))
    expect(baseline(project, 'update').status).toBe(0)
  }
  const [first = Number.NaN] = seeds
  expect(seeds).toEqual([first, first + 1])
}, 180_000)
