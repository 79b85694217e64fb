import { type Json, stringifyStably } from '../../shared/json.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { openWorld } from '../world-state.ts'
import { describeActs, exchangeOutputs, type Scene, type StepNumbers } from './exchange.ts'
import type { FunctionCall } from './function-run.ts'

/** What the steps of a run give and leave in some order. */
interface Execution {
  /** Equal texts for equal outputs, by step. */
  readonly outputs: ReadonlyMap<FunctionCall, string>
  readonly stores: string
}

const REFUSED = ''

/** Executes steps one after the other in a fresh world. */
function executeInOrder({ task, tools, run }: Scene, steps: readonly FunctionCall[]): Execution {
  const world = openWorld({ world: task.world }, run.seed, tools)
  const outputs = new Map<FunctionCall, string>()
  for (const step of steps) {
    const result = tools.execute(step.tool, step.args, world)
    outputs.set(step, result.ok ? stringifyStably(result.output) : REFUSED)
  }
  // The order of records does not count.
  const stores = [...world.snapshot().stores].map(([name, records]) => [
    name,
    [...records].map((record) => stringifyStably(record)).sort(),
  ])
  return { outputs, stores: stringifyStably(stores.sort()) }
}

/**
 * Finds pairs of steps that do not commute: of two steps, one a committed write, executed in both orders, an output that the
 * function uses, a refusal or what is stored differs. Pairs that share no store are skipped.
 *
 * @param waits Steps that a step waits for anyway, by number of the step
 * @returns Steps that a step has to follow, by number of the step
 */
export async function findStateOrder(scene: Scene, waits: readonly StepNumbers[]): Promise<StepNumbers[]> {
  const { steps } = scene.run
  const order = steps.map((): StepNumbers => new Set())
  const isFree = memoizeOnce(() => findFreePairs(scene, waits))
  /** Steps that each step follows, at any distance. */
  const followed: StepNumbers[] = []
  for (const [later, b] of steps.entries()) {
    const follow = (step: number): void => {
      for (const before of [step, ...(followed[step] ?? [])]) followed[later]?.add(before)
    }
    followed[later] = new Set()
    for (const step of waits[later] ?? []) follow(step)
    for (let earlier = 0; earlier < later; earlier++) {
      const a = steps[earlier] as FunctionCall
      if (!(a.result.committed || b.result.committed)) continue
      if (![...a.touched].some((store) => b.touched.has(store)) || isFree()(earlier, later)) continue
      // Without the steps that have to follow the earlier one: its own order is tried alone.
      const rest = steps.slice(0, later).filter((_, i) => i !== earlier && !followed[i]?.has(earlier))
      const asRun = executeInOrder(scene, [...rest, a, b])
      const swapped = executeInOrder(scene, [...rest, b, a])
      if (!(await doesOrderMatter(scene, [a, b], asRun, swapped))) continue
      order[later]?.add(earlier)
      follow(earlier)
    }
  }
  return order
}

/**
 * Tries all pairs at once: the steps are executed in the reversed order as far as they do not wait for each other. Where
 * nothing differs, the pairs that stood the other way round commute.
 */
function findFreePairs(
  scene: Scene,
  waits: readonly StepNumbers[],
): (earlier: number, later: number) => boolean {
  const { steps } = scene.run
  const left = new Set(steps.keys())
  const reversed: number[] = []
  while (left.size > 0) {
    const next = [...left].findLast((i) => [...(waits[i] ?? [])].every((j) => !left.has(j))) as number
    reversed.push(next)
    left.delete(next)
  }
  const asRun = executeInOrder(scene, steps)
  const other = executeInOrder(
    scene,
    reversed.map((i) => steps[i] as FunctionCall),
  )
  const isSame =
    asRun.stores === other.stores &&
    steps.every((step) => asRun.outputs.get(step) === other.outputs.get(step))
  const places = new Map(reversed.map((step, place) => [step, place]))
  return (earlier, later) => isSame && (places.get(later) ?? 0) < (places.get(earlier) ?? 0)
}

async function doesOrderMatter(
  scene: Scene,
  pair: readonly FunctionCall[],
  asRun: Execution,
  swapped: Execution,
): Promise<boolean> {
  if (asRun.stores !== swapped.stores) return true
  for (const step of pair) {
    const text = swapped.outputs.get(step) as string
    if (text === asRun.outputs.get(step)) continue
    if (text === REFUSED) return true
    const outputs = new Map([[scene.run.steps.indexOf(step), JSON.parse(text) as Json]])
    const changed = await exchangeOutputs(scene, outputs)
    if (changed !== undefined && describeActs(changed) !== describeActs(scene.run)) return true
  }
  return false
}
