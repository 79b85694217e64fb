/** Solved and failed attempts at a task within one run, which share the luck of that run. */
export interface RunCounts {
  x: number
  y: number
}

export interface KeptRun extends RunCounts {
  /** Solved attempts among `s` of the record. */
  s: number
  /** Failed attempts among `b - s` of the record. */
  f: number
}

/** Input of the mixture for one task: solved and total attempts in the baseline, solved and failed since. */
export interface Outcome {
  s: number
  b: number
  x: number
  y: number
  kept?: readonly KeptRun[]
  /** `x` and `y` by run, where several runs are judged together. */
  runs?: readonly RunCounts[]
  /** Failures in a row before the run that no record counts: they make candidates, and no fit counts them. */
  failing?: number
}

/** A task as the kernels take it: attempts of the record that stand alone, and those that share the luck of a run. */
export interface Pattern {
  solved: number
  failed: number
  kept: readonly RunCounts[]
  runs: readonly RunCounts[]
}

export interface Patterns {
  patterns: Pattern[]
  counts: number[]
  of: number[]
  tasks: number
}

export const buildPattern = ({ s, b, x, y, kept = [], runs = [{ x, y }] }: Outcome): Pattern => ({
  solved: kept.reduce((rest, run) => rest - run.s, s),
  failed: kept.reduce((rest, run) => rest - run.f, b - s),
  kept,
  runs,
})

const nameOf = (runs: readonly RunCounts[]): string =>
  runs
    .map(({ x, y }) => `${x}:${y}`)
    .sort()
    .join(' ')

/** Groups tasks by equal outcomes: a suite has few different ones, and a fit costs by their number. */
export function collectPatterns(tasks: readonly Outcome[]): Patterns {
  const at = new Map<string, number>()
  const grouped: Patterns = { patterns: [], counts: [], of: [], tasks: tasks.length }
  for (const task of tasks) {
    const pattern = buildPattern(task)
    const { solved, failed, kept, runs } = pattern
    const name = `${solved} ${failed} | ${nameOf(kept)} | ${nameOf(runs)}`
    const known = at.get(name) ?? grouped.patterns.length
    if (known === grouped.patterns.length) {
      at.set(name, known)
      grouped.patterns.push(pattern)
      grouped.counts.push(0)
    }
    grouped.counts[known] = (grouped.counts[known] as number) + 1
    grouped.of.push(known)
  }
  return grouped
}
