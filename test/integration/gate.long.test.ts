import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Baseline } from '../../src/schema/baseline.ts'
import type { Run } from '../../src/schema/run.ts'
import type { Task } from '../../src/schema/task.ts'
import { generateSuite } from '../../src/suites/generate/generate-suite.ts'
import { taskToLine } from '../../src/suites/load/task-line.ts'
import { dependsOnWorld } from '../../src/tasks/task-worlds.ts'
import { type CliRun, runCliHere } from '../support/cli-runs.ts'
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
/** Tasks that an outage or a crash meets. */
const FIVE = tasks
  .slice(0, 5)
  .map(({ task_id }) => task_id)
  .join()
const options = (given: object): Record<string, string> => ({ OPTIONS: JSON.stringify(given) })

const baseline = ({ dir }: Project, ...args: string[]) => runCliHere(['baseline', ...args], dir)

const gateOf = (run: Run) => {
  const [gate, ...more] = run.gates ?? []
  if (gate === undefined || more.length > 0) throw new Error('expected one gate')
  return gate
}
/** Number of attempts made on suspicion, by task, in a Vitest project. */
const rerunsIn = (run: Run, name?: string): Record<string, number> =>
  Object.fromEntries(
    run.cases.flatMap(({ task_id, project, attempts = [] }) => {
      if (project !== name) return []
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

/** One run with a Vitest project for each way to work, each with an environment and a copy of a baseline. */
async function runWays(code: number, baselineText: string, ways: Record<string, Record<string, string>>) {
  const project = createProject('gate', {
    ...SUITES,
    ...Object.fromEntries(
      Object.keys(ways).map((name) => [`tracewright.${name}.baseline.json`, baselineText]),
    ),
    'vitest.config.ts': `
      import { tracewright } from 'tracewright/plugin'
      import { defineConfig } from 'vitest/config'
      export default defineConfig({
        test: { projects: Object.entries(${JSON.stringify(ways)}).map(([name, env]) => ({
          plugins: [tracewright({ agent: './agent.ts' })],
          test: { name, env, isolate: false },
        })) },
      })`,
  })
  const outcome = await project.exits(code)
  const run = project.run()
  const gateOfWay = (way: string) => {
    const gate = run.gates?.find((one) => one.project === way)
    if (gate === undefined) throw new Error(`expected a gate of ${way}`)
    return gate
  }
  expect(run.gates).toHaveLength(Object.keys(ways).length)
  return { ...outcome, project, run, gateOfWay }
}

describe('the gate', () => {
  let project: Project
  beforeAll(async () => {
    project = createProject('gate', SUITES)
    await project.exits(0, ['run'], options({ repeats: 20 }))
    expect(project.run()).toMatchObject({ mode: 'score', verdict: 'reported' })
    expect(project.run().cases.every(({ attempts }) => attempts?.length === 20)).toBe(true)
    const { status, stdout, stderr } = await baseline(project, 'update', '--json')
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
    expect((await baseline(project, 'check')).stdout).not.toContain('Λ')
    expect((await baseline(project, 'check', '--verbose')).stdout).toContain('Λ')
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
    expect(await baseline(project, 'check')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(BROKEN),
    })
    expect(await baseline(project, 'update')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the gate says regressed'),
    })
  })

  it('fails for what became worse: a dropped edge, which it names, and what the agent throws, whatever it looks like', async () => {
    const { stdout, run, gateOfWay } = await runWays(1, project.read(BASELINE), {
      edge: { DROP_EDGE: '1' },
      crash: { CRASHING: FIVE },
    })
    const [task, ...others] = gateOfWay('edge').tasks.filter(({ regressed }) => regressed)
    expect(others).toEqual([])
    expect(task).toMatchObject({
      reason: expect.stringMatching(/^step_2 \w+: \w+ \S+ is not step_1's \w+/),
    })
    expect(stdout).toContain(task?.reason)

    // No endpoint was out.
    const crashed = run.cases.filter((one) => one.project === 'crash')
    const attempts = crashed.flatMap(({ attempts = [] }) => attempts)
    expect(attempts.length).toBeGreaterThanOrEqual(24)
    expect(attempts.filter(({ outcome }) => outcome === 'errored')).toEqual([])
    for (const way of ['edge', 'crash'])
      expect(gateOfWay(way), way).toMatchObject({ verdict: 'regressed', exit: 1 })
  })

  it('stays green for changes that do no harm, and for a task that failed once and not again', async () => {
    const harmless = ['oracle-parallel', 'oracle-retry']
    const { stdout, run, gateOfWay } = await runWays(0, project.read(BASELINE), {
      ...Object.fromEntries(harmless.map((HOW) => [HOW, { HOW }])),
      unsteady: { UNSTEADY: BROKEN },
    })
    for (const way of harmless) {
      expect(gateOfWay(way), way).toMatchObject({ verdict: 'ok', exit: 0, compared: 24, tasks: [] })
      expect(rerunsIn(run, way), way).toEqual({})
    }
    expect(gateOfWay('unsteady')).toMatchObject({ verdict: 'ok', exit: 0 })
    expect(rerunsIn(run, 'unsteady')[BROKEN]).toBeGreaterThanOrEqual(2)
    expect(stdout).toMatch(new RegExp(`· ${BROKEN}: solved \\d+ of \\d+ now, 20 of 20 in the baseline`))
    expect(stdout).not.toContain('not worse')
  })

  it('gives no verdict, and exits with 2, where the model endpoint was out or the baseline is of another agent', async () => {
    const {
      stdout,
      project: own,
      gateOfWay,
    } = await runWays(2, project.read(BASELINE), {
      outage: { OUTAGE: FIVE },
      renamed: { NAME: 'renamed' },
    })
    for (const way of ['outage', 'renamed'])
      expect(gateOfWay(way), way).toMatchObject({ verdict: 'error', exit: 2 })
    expect(stdout).toContain('the model endpoint failed in 5 of 24 attempts')
    expect(stdout).toContain('it belongs to the agent "worker", and the run to "renamed". If you renamed')
    expect((await baseline(own, 'check', '--project', 'outage')).status).toBe(2)
  })

  it('names another run and its command where Vitest lists the failures, with the folder of the run', async () => {
    const small = createProject('gate', SUITES)
    const out = options({ outputDir: 'out' })
    await small.exits(0, ['run'], out)
    expect(await baseline(small, 'update', 'out/run.json')).toMatchObject({ status: 0 })
    const { stdout, stderr } = await small.exits(1, ['run'], { ...out, BROKEN })
    const command =
      '`cp out/run.json run-1.json; npx vitest run; npx tracewright baseline check run-1.json out/run.json`'
    expect(stdout).toContain('NEEDS ANOTHER RUN')
    expect(stdout).toContain(`next: run this commit again and judge 2 runs together: ${command}`)
    expect(stderr).toContain(`needs another run: run this commit again and judge 2 runs together: ${command}`)
  })

  it('compares an agent that does the same every time seed by seed, in shards as on one machine', async () => {
    const steady = createProject('gate', SUITES)
    const deterministic = options({ deterministic: true })
    await steady.vitest(['run'], deterministic)
    expect(steady.run().deterministic).toEqual([''])
    expect((await baseline(steady, 'update')).status).toBe(0)
    const before = steady.read(BASELINE)
    expect(before).toContain('"seeds"')
    await steady.exits(0, ['run'], { UNSTEADY: BROKEN, ...deterministic })
    expect(gateOf(steady.run()).flips).toEqual([expect.objectContaining({ task_id: BROKEN, real: false })])

    /** What a run leaves: its document, the gate and its probes in it, and the baseline that is made of it. */
    const leaves = async (): Promise<string[]> => {
      const { id } = steady.run()
      const updated = await baseline(steady, 'update', '--deterministic', '--accept', 'to compare')
      expect(updated.status, updated.stderr).toBe(0)
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
    const whole = await leaves()
    rmSync(join(steady.dir, OUTPUT), { recursive: true })
    const merged = await inShards(steady, env)
    expect(merged.exitCode, merged.stdout).toBe(1)
    expect(await leaves()).toEqual(whole)
  })
})

describe('a run against the baseline of the run before it', () => {
  const MINE = 'mine.baseline.json'
  const env = options({ baseline: MINE })
  let project: Project
  let updated: CliRun
  let recorded: Baseline
  let stdout: string
  const seeds: (number | undefined)[] = []
  const noteSeed = (): void => {
    seeds.push(project.run().cases.find(({ task_id }) => task_id === BROKEN)?.attempts?.[0]?.seed)
  }
  beforeAll(async () => {
    project = createProject('gate', SUITES)
    await project.exits(0, ['run'], { MODELS: 'large', ...env })
    noteSeed()
    updated = await baseline(project, 'update')
    expect(updated.status, updated.stderr).toBe(0)
    recorded = JSON.parse(project.read(MINE)) as Baseline
    // As if one task had been recorded with other schemas.
    const [, second] = Object.values(recorded.tasks)
    project.write(MINE, project.read(MINE).replace(second?.origin.tools?.[0] ?? '', '0123456789abcdef'))
    ;({ stdout } = await project.exits(0, ['run'], { MODELS: 'small', ...env }))
    noteSeed()
  })

  it('uses the baseline that the project is configured with, as the commands do', async () => {
    expect(updated.stdout).toContain(`${MINE}: 24 tasks`)
    expect(gateOf(project.run())).toMatchObject({ baseline: MINE, compared: 24 })
    expect((await baseline(project, 'check')).stdout).toContain(`worker against ${MINE}`)
  })

  it('says with which models and schemas a record was made, and what of that is other now', () => {
    for (const { origin } of Object.values(recorded.tasks))
      expect(origin).toMatchObject({
        models: ['large'],
        tools: [expect.stringMatching(/^[0-9a-f]{16}$/)],
      })
    expect(stdout).toContain('models: small, in the baseline large (24 tasks)')
    expect(stdout).toContain('the tools have other schemas than in the baseline (1 task)')
  })

  it('is made in the world after it, as the baseline grows', () => {
    const [first = Number.NaN] = seeds
    expect(seeds).toEqual([first, first + 1])
  })
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
