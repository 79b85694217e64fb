import { figuresByLevel, figuresOf } from '../metrics/figures.ts'
import type { Case, Mode, Run } from '../schema/run.ts'

/** What a run is made of, before it is summed up. */
export interface RunParts {
  id: string
  mode: Mode
  cases: readonly Case[]
  /** Whether all tasks of all suites were meant to run and did. */
  complete: boolean
  traces: readonly string[]
  errors: readonly string[]
}

const scoresOf = (cases: readonly Case[]) =>
  cases.flatMap(({ score }) => (score === undefined ? [] : [score]))

function verdictOf({ mode, errors, cases }: RunParts): Run['verdict'] {
  if (errors.length > 0 || cases.some(({ outcome }) => outcome === 'errored')) return 'error'
  if (mode !== 'strict') return 'reported'
  const held = cases.every((item) => item.outcome === 'skipped' || item.score?.solved === true)
  return held ? 'passed' : 'failed'
}

const byPlace = (a: Case, b: Case): number =>
  a.suite === b.suite ? a.line - b.line : a.suite < b.suite ? -1 : 1

/** The document of a run: its cases in the order of the suites, with figures by level. */
export function runOf(parts: RunParts): Run {
  const cases = [...parts.cases].sort(byPlace)
  const scores = scoresOf(cases)
  const count = (outcome: Case['outcome']): number => cases.filter((item) => item.outcome === outcome).length
  return {
    format: 'tracewright/run@1',
    id: parts.id,
    mode: parts.mode,
    verdict: verdictOf(parts),
    complete: parts.complete,
    agents: [...new Set(cases.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))].sort(),
    counts: {
      tasks: cases.length,
      scored: count('scored'),
      skipped: count('skipped'),
      errored: count('errored'),
    },
    levels: figuresByLevel(scores),
    overall: figuresOf(scores),
    traces: [...parts.traces],
    errors: [...parts.errors],
    cases,
  }
}
