import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportData } from '../../src/schema/report.ts'
import { generateSuite } from '../../src/suites/generate/generate-suite.ts'
import { taskToLine } from '../../src/suites/load/task-line.ts'
import { runCliHere } from '../support/cli-runs.ts'
import { readPageData, readPageText } from '../support/page-lines.ts'
import { createProject, type Project } from '../support/run-vitest.ts'

const BASELINE = 'tracewright.baseline.json'
const OUTPUT = '.vitest/tracewright'
const counts = { L0_node: 12, L1_chain: 12, L2_parallel: 0, L3_dag: 0 }
const suite = [...generateSuite({ seed: 11, counts, vet: false })]
  .map((task) => `${taskToLine(task)}\n`)
  .join('')
const BROKEN = 'L1_chain_0015'

/** The oracle before the agent that does nothing. */
const RANKED = [
  { agent: 'oracle', overall: { solved: 1 }, ahead_of_next: { only_this: 7, only_next: 0 } },
  { agent: 'idle', overall: { solved: 0 }, ahead_of_next: null },
]

const options = (given: object): Record<string, string> => ({ OPTIONS: JSON.stringify(given) })

const tracewright = ({ dir }: Project, ...args: string[]) => runCliHere(args, dir)

/** What the page of a report is drawn from. */
async function pageOf(project: Project, ...args: string[]): Promise<ReportData> {
  const html = join(project.dir, 'page.html')
  const { status, stderr } = await tracewright(project, 'report', ...args, '--html', html, '--json')
  expect(status, stderr).toBe(0)
  return readPageData(readFileSync(html, 'utf8'))
}

describe('the report of runs with a baseline', { timeout: 180_000 }, () => {
  let project: Project
  beforeAll(async () => {
    project = createProject('gate', { 'a.suite.jsonl': suite })
    await project.vitest(['run'], options({ repeats: 20 }))
    cpSync(join(project.dir, OUTPUT), join(project.dir, 'first'), { recursive: true })
    const { status, stderr } = await tracewright(project, 'baseline', 'update')
    expect(status, stderr).toBe(0)
    await project.vitest(['run'], { BROKEN })
  }, 180_000)

  it('shows every attempt, reruns marked, with the trace of each', async () => {
    const { tasks, runs, gates } = await pageOf(project)
    expect(runs).toMatchObject([{ agents: ['worker'], mode: 'regression', verdict: 'failed' }])
    expect(gates).toMatchObject([{ baseline: BASELINE, verdict: 'regressed', tasks: [{ task_id: BROKEN }] }])
    const result = tasks.find(({ task_id }) => task_id === BROKEN)?.results[0]
    expect(result?.attempts.length).toBeGreaterThanOrEqual(3)
    expect(result?.attempts.map(({ rerun }) => rerun === true)).toEqual(result?.attempts.map((_, i) => i > 0))
    expect(result?.attempts.every(({ score }) => score?.solved === false)).toBe(true)
    expect(result?.attempts.every(({ detail }) => detail.traced)).toBe(true)
    expect(result?.baseline).toMatchObject({ successes: 20, attempts: 20, change: 'regressed' })
    expect(new Set(result?.baseline?.worlds).size).toBe(20)
  })

  it('says what changed since the baseline, in the page, the job summary and the terminal', async () => {
    const [gate] = (await pageOf(project)).gates
    expect(gate?.changes).toMatchObject({
      overall: { tasks: 24, before: 1, now: 23 / 24, regressed: 1, suspected: 0 },
      levels: {
        L0_node: { tasks: 12, before: 1, now: 1, regressed: 0 },
        L1_chain: { tasks: 12, before: 1, now: 11 / 12, regressed: 1 },
      },
    })
    const { stdout } = await tracewright(project, 'report', '--github')
    expect(stdout).toMatch(/L1_chain\s+100\.0 % then\s+91\.7 % now {2}1 regressed/)
    const { stdout: terminal } = await project.vitest(['run'], { BROKEN })
    expect(terminal).toMatch(/L1_chain\s+100\.0 % then\s+91\.7 % now {2}1 regressed/)
  })
})

describe('runs of two agents', { timeout: 180_000 }, () => {
  const runs = ['oracle/run.json', 'idle/run.json'] as const
  let project: Project
  beforeAll(async () => {
    project = createProject('basic')
    for (const AGENT of ['oracle', 'idle']) {
      await project.vitest(['run'], { AGENT, OPTIONS: JSON.stringify({ group: `group of ${AGENT}` }) })
      cpSync(join(project.dir, OUTPUT), join(project.dir, AGENT), { recursive: true })
    }
  }, 180_000)

  it('have each a report, with the steps of its traces, and a job summary', async () => {
    const { status, stdout, stderr } = await tracewright(project, 'report', runs[0], '--github')
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(/\| L1_chain \| \d+ \| 100\.0 % \|/)
    const page = readPageText(project.read('oracle/report.html'))
    expect(page).toContain('"step_id":"step_2"')
    expect(page).toContain('"provenance":"grounded"')
  })

  it('have none where the suite changed', async () => {
    const suite = project.read('tasks.suite.jsonl')
    const [first, ...others] = suite.split('\n')
    project.write('tasks.suite.jsonl', [...others.slice(0, 1), first, ...others.slice(1)].join('\n'))
    const { status, stderr } = await tracewright(project, 'report', runs[0])
    project.write('tasks.suite.jsonl', suite)
    expect(status).toBe(2)
    expect(stderr).toContain('Failed to report')
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('are ranked by the leaderboard, which refuses others', async () => {
    const leaderboard = (...args: string[]) => tracewright(project, 'leaderboard', ...args)
    const { status, stdout, stderr } = await leaderboard(...runs, '--json')
    expect(status, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      scorer: 'causal',
      rows: RANKED,
      averages: [{ group: 'all', agents: 2 }, { group: 'group of idle' }, { group: 'group of oracle' }],
      pairs: [{ first: 'oracle', second: 'idle', only_second: 0, effect: 0.5 }],
    })
    const table = (await leaderboard(...runs, '--published')).stdout
    expect(table).toMatch(/oracle\s+│\s+\d+\s+│\s+100\.0/)
    expect(table).toMatch(/its own scorer on its own 200 tasks/)
    expect(table.match(/, (?:cloud|local)\)/g)).toHaveLength(18)
    expect(await leaderboard(runs[0], runs[0])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('two agents have the same name'),
    })
  })

  it('make the tables and plots of a paper', async () => {
    const { status, stdout, stderr } = await tracewright(
      project,
      'paper',
      ...runs,
      '--out',
      'paper',
      '--json',
    )
    expect(status, stderr).toBe(0)
    const { files } = JSON.parse(stdout)
    for (const name of ['levels', 'gaps', 'diagnostics'])
      expect(files).toEqual(expect.arrayContaining([`${name}.csv`, `${name}.tex`, `${name}.svg`]))
    expect(project.read('paper/levels.csv')).toMatch(/\nidle,\d+,0,/)
    expect(project.read('paper/levels.svg')).toContain('runs ')
    expect((await tracewright(project, 'paper', 'none.json', '--out', 'paper')).status).toBe(2)
  })

  it('are compared, and reported together, with the traces from the folder of each', async () => {
    const diff = await tracewright(project, 'diff', ...runs, '--exit-code')
    expect(diff.status, diff.stderr).toBe(1)
    expect(diff.stdout).toMatch(
      /^7 of \d+ compared tasks were done differently: 7 solved less often\.\nagents oracle → idle/,
    )
    expect(
      (await tracewright(project, 'diff', 'oracle/run.json', 'oracle/run.json', '--exit-code')).status,
    ).toBe(0)
    expect((await tracewright(project, 'diff', 'oracle/run.json', 'none.json')).status).toBe(2)
    const page = await pageOf(project, ...runs)
    expect(page.runs.map(({ agents }) => agents)).toEqual([['oracle'], ['idle']])
    expect(page.leaderboard).toMatchObject({ rows: RANKED })
    const ran = page.tasks.filter(({ results }) => results.every(({ outcome }) => outcome === 'scored'))
    expect(ran.length).toBeGreaterThan(0)
    for (const { results } of ran) {
      const [first, second] = results.map(({ attempts }) => attempts[0]?.called.length)
      expect(first).toBeGreaterThan(0)
      expect(second).toBe(0)
    }
  })
})
