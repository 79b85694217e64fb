/** The mixture written down as it is defined, task by task, without grouping, matrices or logarithms. */

export interface SlowTask {
  s: number
  b: number
  x: number
  y: number
}
type Kernel = (p: number, task: SlowTask) => number

const grid = Array.from({ length: 40 }, (_, j) => Math.sin((Math.PI * (j + 1 / 2)) / 80) ** 2)
const record: Kernel = (p, { s, b }) => p ** s * (1 - p) ** (b - s)
const unchanged: Kernel = (p, task) => record(p, task) * p ** task.x * (1 - p) ** task.y
const drifted: Kernel = (p, task) => record(p, task) * (0.96 * p) ** task.x * (1 - 0.96 * p) ** task.y
const broken: Kernel = (p, task) => {
  const dead = task.x === 0 ? 1 : 0
  return record(p, task) * (dead / 2 + ((p / 2) ** task.x * (1 - p / 2) ** task.y) / 2)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function fitted(tasks: readonly SlowTask[], kernel: Kernel, other: Kernel | undefined) {
  let weights = grid.map(() => 1 / 40)
  let share = other === undefined ? 0 : 1 / (tasks.length + 1)
  const ofTask = (task: SlowTask) => {
    const same = grid.map((p, j) => (weights[j] as number) * (1 - share) * kernel(p, task))
    const changed = grid.map((p, j) => (weights[j] as number) * share * (other?.(p, task) ?? 0))
    return { same, changed, all: sum(same) + sum(changed) }
  }
  for (let t = 0; t < 200; t++) {
    const parts = tasks.map(ofTask)
    weights = grid.map((_, j) => {
      const own = parts.map(({ same, changed, all }) => ((same[j] as number) + (changed[j] as number)) / all)
      return (1 / 40 + sum(own)) / (tasks.length + 1)
    })
    if (other !== undefined) share = sum(parts.map(({ changed, all }) => sum(changed) / all)) / tasks.length
  }
  return { weights, share, log: sum(tasks.map((task) => Math.log(ofTask(task).all))) }
}

/** What `fitOf` gives, the slow way. */
export function slowFit(tasks: readonly SlowTask[]) {
  const some = fitted(tasks, unchanged, broken)
  const logs = {
    unchanged: fitted(tasks, unchanged, undefined).log,
    drifted: fitted(tasks, drifted, undefined).log,
    broken: some.log,
  }
  const mean = (kernel: Kernel, task: SlowTask): number =>
    sum(grid.map((p, j) => (some.weights[j] as number) * kernel(p, task)))
  const ratios = tasks.map((task) => mean(broken, task) / mean(unchanged, task))
  return {
    share: some.share,
    ratios,
    posteriors: ratios.map((ratio) => (some.share * ratio) / (1 - some.share + some.share * ratio)),
    logs,
    lambda: Math.exp(logs.broken - Math.max(logs.unchanged, logs.drifted)),
  }
}
