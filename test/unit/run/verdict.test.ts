import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gateRunOf } from '../../../src/baseline/gate-of-run.ts'
import { printBaseline } from '../../../src/baseline/store.ts'
import { renderGateLines } from '../../../src/report/gate-lines.ts'
import { formatClosingLine, renderTerminal } from '../../../src/report/render-terminal.ts'
import { runGates } from '../../../src/run/gates.ts'
import { gatesWithoutBaseline } from '../../../src/run/gates-without-baseline.ts'
import { buildRun } from '../../../src/run/model.ts'
import { createDefaultSettings } from '../../../src/run/settings.ts'
import { EXIT_CODES, explainNotGated, type VerdictInput } from '../../../src/run/verdict.ts'
import type { Baseline } from '../../../src/schema/baseline.ts'
import type { AttemptRecord, Case } from '../../../src/schema/run.ts'
import type { TaskScore } from '../../../src/schema/score.ts'
import { dropUndefinedFields } from '../../../src/shared/json.ts'
import { played } from '../baseline/played.ts'
import { baselineOf, record, suiteOf } from '../baseline/records.ts'
import { attemptOf, scoredCase } from '../cli/cases.ts'

type Does =
  | 'calls and throws'
  | 'throws after right calls'
  | 'solves'
  | 'fails'
  | 'throws'
  | 'errors'
  | 'solves and throws'
const TASKS = 24
const tasks = suiteOf(TASKS)
const DEAD = 'connect ECONNREFUSED 127.0.0.1:9'

function attempt(i: number, does: Does, at = 0, seed = at % 20): AttemptRecord {
  const { score, ...made } = attemptOf(i, does.startsWith('solves'), at)
  if (does === 'errors') return { ...made, seed, outcome: 'errored', note: 'the model endpoint failed: 503' }
  const calls = does === 'throws' ? 0 : 1
  const cause = does === 'throws after right calls' && { cause: 'agent-failed' as const }
  const failure = does.includes('throws') && { failure: DEAD }
  return { ...made, seed, calls, ...(score && { score: { ...score, ...cause } }), ...failure }
}
const caseOf = (i: number, ...does: Does[]): Case => ({
  ...scoredCase(
    i,
    does.map((each, at) => attempt(i, each, at)),
  ),
  level: tasks[i]?.level ?? 'L0_node',
  ...(does[0] === 'errors' && { outcome: 'errored' }),
})
const skipped = (i: number): Case => ({ ...caseOf(i), outcome: 'skipped' })
const edited = (item: Case): Case => ({ ...item, key: `e${item.key?.slice(1)}` })
/** The suite, all of whose tasks go as given; some cases are others. */
const all = (does: Does, ...others: Case[]): Case[] =>
  tasks.map((_, i) => others.find(({ line }) => line === i + 1) ?? caseOf(i, does))
/** All throw after right calls, and the score of the third says more. */
function spoilt(more: Partial<TaskScore>): Case[] {
  const case3 = caseOf(3, 'throws after right calls')
  const attempts = case3.attempts?.map((made) => ({
    ...made,
    score: { ...made.score, ...more } as TaskScore,
  }))
  return all('throws after right calls', { ...case3, attempts })
}
const FAULTED = { hits: [], retries: 0, within_bound: true, duplicate_writes: 0, reasons: [] }
const one = (...does: Does[]): Case[] => all('solves', caseOf(3, ...does))
/** A suite with the reruns that the gate asks for: tasks that were not solved go on as given. */
function rerun(cases: Case[], again: Does, baseline = full): Case[] {
  const solves = (key: string) => cases.find((item) => item.key === key)?.score?.solved === true
  const play = ({ key }: { key: string }, at: number) => {
    const does = solves(key) ? 'solves' : again
    return {
      outcome: does === 'solves' ? 'solved' : does === 'errors' ? 'errored' : 'failed',
      seed: at,
    } as const
  }
  const { reruns } = played(gateRunOf({ cases, complete: true }), baseline, play)
  return cases.map((item, i) => {
    const later = reruns.filter(({ key }) => key === item.key)
    const attempts = later.map(({ outcome }, at) => ({
      ...attempt(i, outcome === 'solved' ? 'solves' : outcome === 'errored' ? 'errors' : 'fails', at + 1),
      rerun: true as const,
    }))
    return { ...item, attempts: [...(item.attempts ?? []), ...attempts] }
  })
}
/** Task 3 fails, and its one rerun in the same world goes as given. */
const again = (does: Does, i = 3): Case => ({
  ...caseOf(i, 'fails'),
  attempts: [attempt(i, 'fails'), { ...attempt(i, does, 1, 0), rerun: true }],
})
const at = (project: string, cases: Case[]): Case[] => cases.map((item) => ({ ...item, project }))

const full = baselineOf(tasks)
const small = baselineOf(tasks, 1)
const bySeed: Baseline = {
  ...full,
  tasks: Object.fromEntries(tasks.map((task) => [task.key, record(task, 1, 1, { seeds: { 0: 1 } })])),
}

interface SetUp extends Partial<Omit<VerdictInput, 'cases' | 'gates'>> {
  cases?: Case[]
  /** The baseline, or its text; an empty text for one that is gone by the end of the run. */
  baseline?: Baseline | string
  deterministic?: boolean
  /** Projects of the run, and how many of them have the baseline. */
  projects?: string[]
  baselines?: number
  outputDir?: string
}

/** What the process exits with, and the last line that says why. */
function endOf({
  baseline,
  deterministic = false,
  projects = [''],
  baselines = 2,
  outputDir,
  ...given
}: SetUp) {
  const { mode = baseline === undefined ? 'score' : 'regression', scope = 'whole', errors = [] } = given
  const { cases = all('solves'), failed = false } = given
  const root = mkdtempSync(join(tmpdir(), 'set-up-'))
  const claims = projects.map((project) => ({
    ...{
      project,
      folder: root,
      file: join(root, `l${project}.baseline.json`),
      include: ['example'],
      asksForGate: true,
    },
  }))
  const text = typeof baseline === 'object' ? printBaseline(baseline) : baseline
  const gated = text === undefined ? [] : claims.slice(0, baselines)
  if (text) for (const { file } of gated) writeFileSync(file, text)
  const settings = new Map(
    gated.map(({ project, file }) => [project, { file, suite: 'example', deterministic, suiteReruns: 2 }]),
  )
  const isGated = mode === 'regression' && scope === 'whole' && errors.length === 0
  const gates = isGated && [
    ...runGates(settings, cases, { ...createDefaultSettings(root), ...dropUndefinedFields({ outputDir }) }),
    ...gatesWithoutBaseline(claims, cases, root),
  ]
  const why =
    errors.length > 0
      ? undefined
      : explainNotGated({ mode, scope, ...(gates && { gates }) }, baseline !== undefined, projects)
  const run = buildRun({
    ...{ id: 'r', suites: 'example', traces: [], mode, scope, errors, failed, cases, notGated: why },
    ...(gates && { gates }),
  })
  const [gate] = (run.gates ?? []).toSorted((a, b) => b.exit - a.exit)
  const lines = gate ? renderGateLines(gate) : renderTerminal(run).split('\n')
  return { exit: EXIT_CODES[run.verdict], last: formatClosingLine(run) ?? (lines.at(-1) as string).trim() }
}

const [east, west] = [at('east', all('solves')), at('west', all('solves'))] as const
const broken = rerun(one('fails'), 'fails')
const [FIRST, DIED] = [/^nothing is gated yet: /, /^No verdict: every attempt failed .*ECONNREFUSED/]
const [UNSOLVED, MUTE] = [/^No task was solved: 0 of/, /^No verdict: no case was scored/]
const [FILTERED, SHARD] = [
  /^not gated: filtered by the command line or `task\.only`; run every case for a verdict$/,
  /^not gated: one shard of several/,
]
const LOOK = /^next: look at task_3, solved less often than in the baseline, before you run/
const PRUNE = /^next: run every task of the baseline; if you removed task_[03] on purpose, .* --prune`$/
const [ADD, SHOW] = [/^next: `npx tracewright baseline update`/, /^next: `npx tracewright report` shows/]
const unsteady = [1, 2, 3].map((i) => again('solves', i))
const strict = { mode: 'strict' } as const
const fixed = { baseline: bySeed, deterministic: true } as const
const two = { baseline: full, projects: ['east', 'west'] }

/** The table of docs/exit-codes.md. What needs a Vitest of its own is in test/integration/exit-codes.long.test.ts. */
const SET_UPS: [name: string, setUp: SetUp, exit: 0 | 1 | 2, last: RegExp][] = [
  ['score: all solved', {}, 0, FIRST],
  ['score: one not solved', { cases: one('fails') }, 0, FIRST],
  ['score: none solved', { cases: all('fails') }, 0, UNSOLVED],
  ['score: one errored', { cases: one('errors') }, 0, FIRST],
  ['score: all errored', { cases: all('errors') }, 2, MUTE],
  ['score: all skipped', { cases: [skipped(0)] }, 2, MUTE],
  ['score: errored and skipped', { cases: [skipped(0), caseOf(1, 'errors')] }, 2, MUTE],
  ['score: all threw', { cases: all('throws') }, 2, DIED],
  ['score: all threw, each twice', { cases: tasks.map((_, i) => caseOf(i, 'throws', 'throws')) }, 2, DIED],
  ['score: all threw but for one that errored', { cases: all('throws', caseOf(3, 'errors')) }, 2, DIED],
  ['score: all threw but for one that was skipped', { cases: all('throws', skipped(3)) }, 2, DIED],
  ['score: all threw, once when solved', { cases: all('throws', caseOf(3, 'solves and throws')) }, 0, FIRST],
  ['score: all threw but for one that failed', { cases: all('throws', caseOf(3, 'fails')) }, 0, UNSOLVED],
  ['score: all threw after a call', { cases: all('calls and throws') }, 0, UNSOLVED],
  ['score: all threw after right calls', { cases: all('throws after right calls') }, 2, DIED],
  [
    'score: all threw, once after a write beyond them',
    { cases: spoilt({ unneeded_writes: 1 }) },
    0,
    UNSOLVED,
  ],
  ['score: all threw, once after too many reads', { cases: spoilt({ surplus_reads: 1 }) }, 0, UNSOLVED],
  ['score: all threw, once after an injected fault', { cases: spoilt({ faults: FAULTED }) }, 0, UNSOLVED],
  ['score: filtered, all threw', { scope: 'filtered', cases: all('throws') }, 2, DIED],
  ['score: a shard, all threw', { scope: 'shard', cases: all('throws') }, 0, SHARD],
  ['score: a shard, all errored', { scope: 'shard', cases: all('errors') }, 0, SHARD],
  ['score: a test of another kind failed', { failed: true }, 1, FIRST],
  ['score: a task is missing', { errors: ['1 task did not run'], failed: true }, 2, /1 task did not run$/],
  ['score: beside a baseline', { mode: 'score', baseline: full }, 0, /and a baseline exists; remove/],
  ['score: beside a baseline, all threw', { mode: 'score', baseline: full, cases: all('throws') }, 2, DIED],
  ['score: two projects', { projects: ['east', 'west'] }, 0, /the projects east, west have no baseline/],
  ['strict: all solved', strict, 0, /^per solved task/],
  ['strict: solved and skipped', { ...strict, cases: all('solves', skipped(3)) }, 0, /1 skipped/],
  ['strict: one not solved', { ...strict, cases: one('fails'), failed: true }, 1, /^✗ task_3/],
  ['strict: one not solved, then solved', { ...strict, cases: one('fails', 'solves') }, 1, /^✗ task_3/],
  ['strict: none solved', { ...strict, cases: all('fails') }, 1, UNSOLVED],
  ['strict: all threw', { ...strict, cases: all('throws') }, 1, UNSOLVED],
  ['strict: one errored', { ...strict, cases: one('errors') }, 1, /^✗ task_3 could not be run/],
  ['strict: all errored', { ...strict, cases: all('errors'), failed: true }, 2, MUTE],
  ['strict: no case', { ...strict, cases: [], errors: ['no test matches'] }, 2, /no test matches$/],
  ['strict: filtered, one not solved', { ...strict, scope: 'filtered', cases: one('fails') }, 1, FILTERED],
  ['gate: ok', { baseline: full }, 0, ADD],
  [
    'gate: ok, in another folder',
    { baseline: full, outputDir: 'out' },
    0,
    /`npx tracewright baseline update out.run\.json`/,
  ],
  ['gate: a small baseline', { baseline: small }, 0, /with more runs the gate notices more$/],
  ['gate: a task failed once', { baseline: full, cases: rerun(one('fails'), 'solves') }, 0, LOOK],
  ['gate: a task broke', { baseline: full, cases: broken }, 1, SHOW],
  [
    'gate: needs another run',
    { baseline: small, cases: rerun(one('fails'), 'fails', small) },
    1,
    /judge 2 runs together/,
  ],
  ['gate: every task fails', { baseline: full, cases: rerun(all('fails'), 'fails') }, 1, SHOW],
  ['gate: all threw', { baseline: full, cases: rerun(all('throws'), 'throws') }, 1, SHOW],
  ['gate: only first attempts fail', { baseline: full, cases: rerun(all('fails'), 'solves') }, 1, SHOW],
  ['gate: reruns are missing', { baseline: full, cases: one('fails') }, 2, /reruns of/],
  ['gate: ok, and another test failed', { baseline: full, failed: true }, 1, ADD],
  ['gate: an outage', { baseline: full, cases: all('errors') }, 2, /failed in 24 of 24 attempts/],
  [
    'gate: one task errors',
    { baseline: full, cases: rerun(one('errors'), 'errors') },
    2,
    /No verdict for .* failed in every attempt/,
  ],
  ['gate: one task gone', { baseline: full, cases: all('solves').slice(1) }, 0, PRUNE],
  ['gate: one task skipped', { baseline: full, cases: all('solves', skipped(3)) }, 0, PRUNE],
  ['gate: tasks gone', { baseline: full, cases: all('solves').slice(3) }, 2, /3 of 24 tasks .* missing/],
  [
    'gate: one task edited',
    { baseline: full, cases: all('solves', edited(caseOf(3, 'solves'))) },
    0,
    /edited tasks$/,
  ],
  ['gate: all edited', { baseline: full, cases: all('solves').map(edited) }, 2, /every task was edited/],
  ['gate: a new task', { baseline: full, cases: [...all('solves'), caseOf(40, 'fails')] }, 0, ADD],
  [
    'gate: one task twice',
    { baseline: full, cases: [...all('solves'), caseOf(3, 'solves')] },
    2,
    /the same task/,
  ],
  ['gate: no case', { baseline: full, cases: [] }, 2, /no case of the suite ran/],
  ['gate: no success in the baseline', { baseline: baselineOf(tasks, 5, 0) }, 2, /nothing can get worse/],
  [
    'gate: baseline of another agent',
    { baseline: { ...full, agent: 'you' } },
    2,
    /agent "you", and the run to "me"/,
  ],
  [
    'gate: baseline of other files',
    { baseline: { ...full, suite: 'other' } },
    2,
    /written for the files other/,
  ],
  ['gate: torn baseline', { baseline: printBaseline(full).slice(0, -9) }, 2, /it is not JSON/],
  ['gate: baseline gone by the end', { baseline: '' }, 2, /l\.baseline\.json is missing/],
  ['gate: no baseline at the start', { ...two, errors: ['no baseline at'] }, 2, /no baseline at$/],
  ['gate: by seed, ok', fixed, 0, ADD],
  ['gate: by seed, one fails twice', { ...fixed, cases: all('solves', again('fails')) }, 1, SHOW],
  ['gate: by seed, one fails once', { ...fixed, cases: all('solves', again('solves')) }, 0, ADD],
  [
    'gate: by seed, three fail once',
    { ...fixed, cases: all('solves', ...unsteady) },
    2,
    /is not deterministic/,
  ],
  ['gate: one of two projects broke', { ...two, cases: [...east, ...at('west', broken)] }, 1, SHOW],
  ['gate: one of two without a case', { ...two, cases: at('west', broken) }, 2, /no case of project "east"/],
  [
    'gate: one of two without a baseline',
    { ...two, baselines: 1, cases: [...east, ...west] },
    2,
    /lwest.* is missing/,
  ],
  [
    'gate: filtered, one fails',
    { baseline: full, scope: 'filtered', cases: [caseOf(3, 'fails')] },
    0,
    FILTERED,
  ],
  ['gate: filtered, all threw', { baseline: full, scope: 'filtered', cases: all('throws') }, 0, FILTERED],
  ['gate: filtered, all errored', { baseline: full, scope: 'filtered', cases: all('errors') }, 2, MUTE],
  [
    'gate: watch, one fails',
    { baseline: full, scope: 'watch', cases: one('fails') },
    0,
    /^not gated: watch mode$/,
  ],
  ['gate: a shard, one fails', { baseline: full, scope: 'shard', cases: one('fails') }, 0, SHARD],
]

it.each(SET_UPS)('%s', (_, setUp, exit, last) => {
  expect(endOf(setUp)).toEqual({ exit, last: expect.stringMatching(last) })
})

it('names the address that was blocked before every attempt failed', () => {
  const cases = [0, 1].map((i) => {
    const item = caseOf(i, 'throws')
    const attempts = item.attempts?.map((one) => ({ ...one, refused: ['api.example.com:443'] }))
    return { ...item, ...(attempts && { attempts }) }
  })
  const run = {
    mode: 'score',
    verdict: 'error',
    complete: true,
    errors: [],
    gates: undefined,
    cases,
  } as const
  expect(formatClosingLine({ ...run, errors: [] })).toBe(
    `No verdict: every attempt failed before the agent was done, the first with: ${DEAD}, after a request to api.example.com:443 was blocked. Repair the agent or its entry.`,
  )
})
