import { resolve } from 'node:path'
import { gateCases, gateRunOf, listReruns } from '../baseline/gate-of-run.ts'
import { runIds } from '../baseline/records.ts'
import { type Update, updateBaseline } from '../baseline/update.ts'
import type { Baseline } from '../schema/baseline.ts'
import type { Gate } from '../schema/gate.ts'
import { type Run, readSuites } from '../schema/run.ts'
import { DEFAULT_RUN } from '../schema/run-basics.ts'
import { TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { findProjectsHere, findRootOfRun, findRun, type LocatedRun } from './find-run.ts'
import { readRun } from './read-run.ts'

/** The cases of one agent: of the project that was named, else of the only one that there is, in the run or in this folder. */
function readAgentRun(file: string, project: string | undefined, found?: LocatedRun) {
  const run: Run = readRun(file)
  const root = found?.root ?? findRootOfRun(file, run)
  const projects = [...new Set(run.cases.map((item) => item.project ?? ''))]
  const here =
    projects.length > 1 ? findProjectsHere(run, root).filter((one) => projects.includes(one)) : projects
  const chosen = project ?? (here.length === 1 ? (here[0] as string) : undefined)
  if (chosen === undefined || !projects.includes(chosen)) {
    const named = projects.filter((name) => name !== '').map((name) => `"${name}"`)
    throw new TracewrightError(
      projects.length === 0
        ? 'Failed to read the run: it has no cases. Run the suite again.'
        : named.length === 0
          ? `Invalid --project ${chosen}: the run has no projects. Leave out --project.`
          : `Failed to read the run: it has the projects ${named.join(', ')}. Name one with --project.`,
    )
  }
  const cases = run.cases.filter((item) => (item.project ?? '') === chosen)
  const agent = cases.find((item) => item.agent !== undefined)?.agent
  if (agent === undefined) {
    throw new TracewrightError('Failed to read the run: its cases name no agent. Run the suite again.')
  }
  return { run, file, root, cases, agent, project: chosen, suite: readSuites(run, chosen) }
}

export type AgentRun = ReturnType<typeof readAgentRun>

export interface JudgedRuns {
  latest: AgentRun
  /** Oldest first. */
  earlier: readonly AgentRun[]
}

const throwJudgeError = (cause: string, advice: string): never => {
  throw new TracewrightError(`Failed to judge the runs together: ${cause}. ${advice}.`)
}

/** Reads one run, or several of one commit that are judged together, oldest first. */
export function readRuns(
  files: readonly string[],
  { project }: { project?: string | undefined },
): JudgedRuns {
  if (files.length < 2) {
    const found = files.length === 0 ? findRun() : undefined
    return { latest: readAgentRun(files[0] ?? found?.file ?? '', project, found), earlier: [] }
  }
  const runs = files.map((file) => readAgentRun(file, project))
  const differs = (read: (one: AgentRun) => string | undefined): boolean => new Set(runs.map(read)).size > 1
  if (new Set(runs.map(({ run }) => run.id)).size < runs.length)
    throwJudgeError('two files hold the same run', 'Keep a copy of run.json before the next run')
  const unknown = runs.findIndex(({ run }) => run.commit === undefined)
  if (unknown >= 0) throwJudgeError(`${files[unknown]} has no commit`, 'Run the suites in a git repository')
  if (differs(({ run }) => run.commit)) throwJudgeError('their commits differ', 'Name runs of one commit')
  if (differs(({ suite, agent }) => JSON.stringify([suite, agent])))
    throwJudgeError('their suites or agents differ', 'Name runs of one agent on one suite')
  const partial = runs.findIndex(({ run }) => !run.complete)
  if (partial >= 0) throwJudgeError(`${files[partial]} holds a part of the suite`, 'Name whole runs')
  return { latest: runs.at(-1) as AgentRun, earlier: runs.slice(0, -1) }
}

export interface GateComparison {
  /** File of the baseline as people see it. */
  file: string
  /** Whether a deterministic agent is compared seed by seed, with one run. */
  deterministic: boolean
}

/** The verdict on a run, or on several together. */
export function judgeRuns(
  { latest, earlier }: JudgedRuns,
  baseline: Baseline,
  { file, deterministic }: GateComparison,
): Gate {
  if (earlier.length > 0) {
    if (deterministic)
      throwJudgeError('a deterministic agent is compared seed by seed, with one run', 'Name one run')
    const known = new Set(Object.values(baseline.tasks).flatMap(runIds))
    const held = [...earlier, latest].find(({ run }) => known.has(run.id))
    if (held !== undefined)
      throwJudgeError(`the baseline already holds the run ${held.run.id}`, 'Name newer runs')
  }
  const { agent, project, cases, run, root } = latest
  const { suite_reruns: suiteReruns, sharded, run_file } = findGate(latest) ?? {}
  const written = run_file ?? DEFAULT_RUN
  const judged_files = [...earlier, latest].map((one) =>
    resolve(one.file) === resolve(root, written) ? written : one.file,
  )
  const place = {
    agent,
    baseline: file,
    ...(project === '' ? {} : { project }),
    ...dropUndefinedFields({ run_file }),
    ...(judged_files.join() === written ? {} : { judged_files }),
  }
  return gateCases({ cases, complete: run.complete }, baseline, place, {
    deterministic,
    ...dropUndefinedFields({ suiteReruns, sharded }),
    earlier: earlier.map((one) => ({ cases: one.cases, complete: one.run.complete })),
  })
}

const findGate = ({ run, project }: AgentRun): Gate | undefined =>
  run.gates?.find((one) => (one.project ?? '') === project)

export interface UpdateRequest extends GateComparison {
  /** Why the run is taken although the gate is not green. */
  accept?: string | undefined
  prune?: boolean | undefined
  commit?: string | undefined
  /** Day of the update, `2026-01-31`. */
  date: string
}

/** Adds a run to a baseline, or several that the gate takes together. */
export function updateFromRuns(runs: JudgedRuns, before: Baseline, request: UpdateRequest): Update {
  const { latest, earlier } = runs
  const { accept, prune, commit, date, deterministic } = request
  if (earlier.length > 0 && accept !== undefined)
    throwJudgeError('--accept takes one run', 'Name the run to accept')
  const gate = earlier.length > 0 ? judgeRuns(runs, before, request) : findGate(latest)
  const updates: Update[] = []
  const gated = [...earlier, latest].map(({ run, cases }) => ({
    run,
    cases,
    gateRun: gateRunOf({ cases, complete: run.complete, prune: prune === true }),
  }))
  const attempts = gated.flatMap(({ gateRun }) => gateRun.attempts)
  const solved = new Set(attempts.filter(({ outcome }) => outcome === 'solved').map(({ key }) => key))
  for (const { run, cases, gateRun } of gated) {
    const made = {
      ...gateRun,
      problem: run.errors[0],
      reruns: listReruns(cases),
      origin: { id: run.id, date, ...(commit === undefined ? {} : { commit }) },
      ...(deterministic ? { deterministic } : {}),
    }
    updates.push(
      updateBaseline(updates.at(-1)?.baseline ?? before, made, {
        solved,
        ...(gate === undefined || gate.verdict === 'ungated' ? {} : { gate }),
        ...(accept === undefined ? {} : { accept }),
      }),
    )
  }
  const together = TOGETHER.map((kind) => [kind, [...new Set(updates.flatMap((update) => update[kind]))]])
  return { ...(updates.at(-1) as Update), ...Object.fromEntries(together) }
}

/** Tasks that an update names by what became of them. */
const TOGETHER = ['added', 'pooled', 'full', 'renewed', 'kept', 'unsolved', 'removed'] as const
