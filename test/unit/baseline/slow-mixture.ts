/** The mixture written down as it is defined, task by task, without grouping, matrices or logarithms. */

export interface SlowTask {
  s: number
  b: number
  x: number
  y: number
  kept?: readonly { x: number; y: number; s: number; f: number }[]
  runs?: readonly { x: number; y: number }[]
}
type Counts = { x: number; y: number }
/** Chance to solve, and the task. */
type Kernel = (p: number, task: SlowTask) => number

const grid = Array.from({ length: 40 }, (_, j) => Math.sin((Math.PI * (j + 1 / 2)) / 80) ** 2)
/** u (u + t) (u + 2 t) ..., k factors. */
const rising = (u: number, k: number, t: number): number =>
  Array.from({ length: k }, (_, i) => u + i * t).reduce((product, factor) => product * factor, 1)
const run = (p: number, { x, y }: Counts, rho: number): number => {
  const t = rho / (1 - rho)
  return (rising(p, x, t) * rising(1 - p, y, t)) / rising(1, x + y, t)
}
const product = (values: readonly number[]): number => values.reduce((all, value) => all * value, 1)
const runsOf = ({ x, y, runs = [{ x, y }] }: SlowTask): readonly Counts[] => runs

function kernelsAt(rho: number): { unchanged: Kernel; drifted: Kernel; broken: Kernel } {
  const record: Kernel = (p, { s, b, kept = [] }) => {
    const [solved, failed] = kept.reduce(([a, c], own) => [a - own.s, c - own.f], [s, b - s])
    return p ** (solved ?? 0) * (1 - p) ** (failed ?? 0) * product(kept.map((own) => run(p, own, rho)))
  }
  const since = (p: number, task: SlowTask): number => product(runsOf(task).map((own) => run(p, own, rho)))
  return {
    unchanged: (p, task) => record(p, task) * since(p, task),
    drifted: (p, task) => record(p, task) * since(0.96 * p, task),
    broken: (p, task) => {
      const dead = runsOf(task).every(({ x }) => x === 0) ? 1 : 0
      return record(p, task) * (dead / 2 + since(p / 2, task) / 2)
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function fitted(tasks: readonly SlowTask[], kernel: Kernel, other: Kernel | undefined) {
  let weights = grid.map(() => 1 / 40)
  let share = other === undefined ? 0 : 1 / (tasks.length + 1)
  const likelihoods = tasks.map((task) => ({
    same: grid.map((p) => kernel(p, task)),
    changed: grid.map((p) => other?.(p, task) ?? 0),
  }))
  const weighted = () =>
    likelihoods.map((of) => {
      const same = of.same.map((value, j) => (weights[j] as number) * (1 - share) * value)
      const changed = of.changed.map((value, j) => (weights[j] as number) * share * value)
      return { same, changed, all: sum(same) + sum(changed) }
    })
  for (let t = 0; t < 200; t++) {
    const parts = weighted()
    weights = grid.map((_, j) => {
      const own = parts.map(({ same, changed, all }) => ((same[j] as number) + (changed[j] as number)) / all)
      return (1 / 40 + sum(own)) / (tasks.length + 1)
    })
    if (other !== undefined) share = sum(parts.map(({ changed, all }) => sum(changed) / all)) / tasks.length
  }
  return { weights, share, log: sum(weighted().map(({ all }) => Math.log(all))) }
}

/** What `fitOf` gives, the slow way. */
export function slowFit(tasks: readonly SlowTask[], correlations: readonly number[] = [0, 0.1, 0.3, 0.8]) {
  const all = correlations.map((rho) => {
    const { unchanged, drifted, broken } = kernelsAt(rho)
    const at = (kernel: Kernel, other?: Kernel) => {
      const fit = fitted(tasks, kernel, other)
      return { ...fit, log: fit.log - 10 * rho }
    }
    return { rho, unchanged: at(unchanged), drifted: at(drifted), broken: at(unchanged, broken) }
  })
  const best = all.reduce((one, next) => (next.broken.log > one.broken.log + 1e-9 ? next : one))
  const logs = {
    unchanged: Math.max(...all.map((one) => one.unchanged.log)),
    drifted: Math.max(...all.map((one) => one.drifted.log)),
    broken: best.broken.log,
  }
  const { unchanged, broken } = kernelsAt(best.rho)
  const mean = (kernel: Kernel, task: SlowTask): number =>
    sum(grid.map((p, j) => (best.broken.weights[j] as number) * kernel(p, task)))
  const ratios = tasks.map((task) => mean(broken, task) / mean(unchanged, task))
  const { share } = best.broken
  return {
    share,
    correlation: best.rho,
    logs,
    lambda: Math.exp(logs.broken - Math.max(logs.unchanged, logs.drifted)),
    ratios,
    posteriors: ratios.map((ratio) => (share * ratio) / (1 - share + share * ratio)),
  }
}
