import { figuresByLevel, figuresOf } from '../metrics/figures.ts'
import { scoresOf } from '../metrics/scores-of.ts'
import { type ProbedSteps, summaryOf } from '../metrics/summary.ts'
import type { Case, Gate, Mode, Run, Summary } from '../schema/run.ts'
import type { TaskScore } from '../schema/score.ts'
import { LEVELS } from '../schema/task.ts'

/** What a run is made of, before it is summed up. */
export interface RunParts {
  id: string
  mode: Mode
  /** The suites of the run, as a ledger names them. */
  suites: string
  cases: readonly Case[]
  /** Whether all tasks of all suites were meant to run and did. */
  complete: boolean
  traces: readonly string[]
  errors: readonly string[]
  /** Verdicts of the gate, in mode `regression`. */
  gates?: readonly Gate[]
  resumed?: true
  /** Tasks whose steps were tried alone, with the project that they belong to. */
  probed?: readonly (ProbedSteps & { project: string })[]
}

function verdictOfGates(gates: readonly Gate[]): Run['verdict'] {
  if (gates.some(({ verdict }) => verdict === 'error')) return 'error'
  if (gates.some(({ exit }) => exit === 1)) return 'failed'
  return gates.length > 0 && gates.every(({ verdict }) => verdict === 'ok') ? 'passed' : 'reported'
}

function verdictOf({ mode, errors, cases, gates }: RunParts): Run['verdict'] {
  if (errors.length > 0) return 'error'
  if (gates !== undefined) return verdictOfGates(gates)
  if (cases.some(({ outcome }) => outcome === 'errored')) return 'error'
  if (mode !== 'strict') return 'reported'
  const held = cases.every(
    (item) =>
      item.outcome === 'skipped' ||
      (item.attempts ?? [item]).every((attempt) => attempt.score?.solved === true),
  )
  return held ? 'passed' : 'failed'
}

const scored = (cases: readonly Case[]): Case[] => cases.filter(({ outcome }) => outcome === 'scored')

/** Figures of each level over its attempts, beside the number of its tasks. */
function levelsOf(cases: readonly Case[], scores: readonly Omit<TaskScore, 'steps'>[]): Run['levels'] {
  const levels = figuresByLevel(scores)
  for (const level of LEVELS) {
    const own = levels[level]
    const tasks = scored(cases).filter((item) => item.level === level).length
    if (own !== undefined) levels[level] = { ...own, tasks }
  }
  return levels
}

function summariesOf(cases: readonly Case[], probed: RunParts['probed'] = []): Summary[] {
  const groups = new Map<string, { agent: string; project: string | undefined; own: Case[] }>()
  for (const item of scored(cases)) {
    const { agent = 'agent', project } = item
    const name = JSON.stringify([agent, project])
    const group = groups.get(name) ?? { agent, project, own: [] }
    group.own.push(item)
    groups.set(name, group)
  }
  return [...groups.values()].map(({ agent, project, own }) =>
    summaryOf(
      own,
      agent,
      project,
      probed.filter((one) => one.project === (project ?? '')),
    ),
  )
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const byPlace = (a: Case, b: Case): number =>
  compare(a.suite, b.suite) || a.line - b.line || compare(a.project ?? '', b.project ?? '')

/** Cases in the order of the suites, whatever the order in which they ran. */
export const inOrder = (cases: readonly Case[]): Case[] => [...cases].sort(byPlace)

/** The document of a run: its cases in the order of the suites, with figures by level. */
export function runOf(parts: RunParts): Run {
  const cases = inOrder(parts.cases)
  const scores = scoresOf(cases)
  const count = (outcome: Case['outcome']): number => cases.filter((item) => item.outcome === outcome).length
  return {
    format: 'tracewright/run@1',
    id: parts.id,
    mode: parts.mode,
    suites: parts.suites,
    verdict: verdictOf(parts),
    complete: parts.complete,
    agents: [...new Set(cases.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))].sort(),
    counts: {
      tasks: cases.length,
      scored: count('scored'),
      skipped: count('skipped'),
      errored: count('errored'),
    },
    levels: levelsOf(cases, scores),
    overall: { ...figuresOf(scores), tasks: scored(cases).length },
    summaries: summariesOf(cases, parts.probed),
    ...(parts.gates === undefined ? {} : { gates: [...parts.gates] }),
    ...(parts.resumed === undefined ? {} : { resumed: parts.resumed }),
    traces: [...parts.traces],
    errors: [...parts.errors],
    cases,
  }
}
