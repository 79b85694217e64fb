import { RecentMap } from '../shared/memoize.ts'
import type { Pattern, RunCounts } from './patterns.ts'

/** Points of the grid of chances to solve a task. */
export const GRID = 40

const chances = Float64Array.from({ length: GRID }, (_, j) => Math.sin((Math.PI * (j + 0.5)) / 80) ** 2)
const solvedLogs = chances.map((p) => Math.log(p))
const failedLogs = chances.map((p) => Math.log(1 - p))

/** A small drop everywhere, as a provider's bad day brings, is not held for broken tasks. */
const DRIFT = 0.96

/** Likelihood of the outcomes at each chance, row by row of the grid; all rows of one outcome are scaled alike. */
export interface Kernels {
  unchanged: Float64Array
  drifted: Float64Array
  broken: Float64Array
  /** Logarithm of the scale of each outcome, to be added to logarithms of likelihoods. */
  scales: Float64Array
}

/** Logarithms of u (u + step) (u + 2 step) ... with 0, 1, 2, ... factors, computed as far as they are asked for. */
class RisingLogs {
  private readonly sums = [0]
  private readonly first: number
  private readonly step: number

  constructor(first: number, step: number) {
    this.first = first
    this.step = step
  }

  sumLogs(factors: number): number {
    for (let i = this.sums.length - 1; i < factors; i++)
      this.sums.push((this.sums[i] as number) + Math.log(this.first + i * this.step))
    return this.sums[factors] as number
  }
}

/** Logarithm of the likelihood of what some runs made of a task, at each chance of the grid. */
type RunLogs = (runs: readonly RunCounts[], j: number) => number

/**
 * Attempts of one run share luck: the chance of a run varies around the task's by a beta distribution whose correlation
 * is `rho`. At 0 attempts are independent.
 *
 * @param factor What the chances of the grid are multiplied by
 */
function runLogsAt(rho: number, factor: number): RunLogs {
  const step = rho / (1 - rho)
  const total = new RisingLogs(1, step)
  const solved = Array.from(chances, (p) => new RisingLogs(p * factor, step))
  const failed = Array.from(chances, (p) => new RisingLogs(1 - p * factor, step))
  return (runs, j) => {
    let sum = 0
    for (const { x, y } of runs)
      sum +=
        (solved[j] as RisingLogs).sumLogs(x) + (failed[j] as RisingLogs).sumLogs(y) - total.sumLogs(x + y)
    return sum
  }
}

/** Likelihoods of one outcome at each chance of the grid, scaled alike, with the logarithm of that scale. */
interface Rows extends Record<Exclude<keyof Kernels, 'scales'>, Float64Array> {
  scale: number
}

/** What is known at one correlation: logarithms, and the rows of outcomes that gates asked for lately. */
interface Tables {
  same: RunLogs
  drifted: RunLogs
  halved: RunLogs
  rows: RecentMap<Rows>
}

/** Rows of a generation at one correlation: those of a suite of some hundred tasks, of 1 kB each. */
const MAX_ROWS = 500

const tables = new Map<number, Tables>()

function readTables(rho: number): Tables {
  const known = tables.get(rho)
  if (known !== undefined) return known
  const [same, drifted, halved] = [runLogsAt(rho, 1), runLogsAt(rho, DRIFT), runLogsAt(rho, 0.5)]
  const made = { same, drifted, halved, rows: new RecentMap<Rows>(MAX_ROWS) }
  tables.set(rho, made)
  return made
}

function computeRows(
  { solved, failed, kept, runs }: Pattern,
  { same, drifted: drifting, halved }: Tables,
): Rows {
  const [unchanged, drifted, broken] = [1, 2, 3].map(() => new Float64Array(GRID)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const dead = runs.every(({ x }) => x === 0) ? 0.5 : 0
  let scale = -Infinity
  for (let j = 0; j < GRID; j++) {
    const before = solved * (solvedLogs[j] as number) + failed * (failedLogs[j] as number) + same(kept, j)
    const asBefore = before + same(runs, j)
    const lower = before + drifting(runs, j)
    const worse = before + Math.log(dead + 0.5 * Math.exp(halved(runs, j)))
    unchanged[j] = asBefore
    drifted[j] = lower
    broken[j] = worse
    scale = Math.max(scale, asBefore, lower, worse)
  }
  for (const row of [unchanged, drifted, broken])
    for (let j = 0; j < GRID; j++) row[j] = Math.exp((row[j] as number) - scale)
  return { unchanged, drifted, broken, scale }
}

const nameInOrder = (runs: readonly RunCounts[]): string => runs.map(({ x, y }) => `${x}:${y}`).join(' ')

/**
 * Likelihoods of a baseline's record and of what came since, at each chance p of the grid: as before, with p dropped to
 * .96 p, and broken. A broken task is never solved in half of the cases, and half as often in the others.
 *
 * @param rho Correlation of the attempts of one run, from 0 to under 1
 */
export function computeKernels(patterns: readonly Pattern[], rho: number): Kernels {
  const given = readTables(rho)
  const size = patterns.length * GRID
  const kernels: Kernels = {
    unchanged: new Float64Array(size),
    drifted: new Float64Array(size),
    broken: new Float64Array(size),
    scales: new Float64Array(patterns.length),
  }
  patterns.forEach((pattern, i) => {
    // Sums of the same runs in another order may differ in the last bit.
    const name = `${pattern.solved} ${pattern.failed} | ${nameInOrder(pattern.kept)} | ${nameInOrder(pattern.runs)}`
    const rows = given.rows.get(name) ?? computeRows(pattern, given)
    given.rows.set(name, rows)
    kernels.unchanged.set(rows.unchanged, i * GRID)
    kernels.drifted.set(rows.drifted, i * GRID)
    kernels.broken.set(rows.broken, i * GRID)
    kernels.scales[i] = rows.scale
  })
  return kernels
}
