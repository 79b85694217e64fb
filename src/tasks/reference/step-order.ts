import type { OpenWorld } from '../../schema/tools.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { openWorld } from '../world-state.ts'
import { exchangeOutputs, type Scene, type StepNumbers } from './exchange.ts'
import type { FunctionCall } from './run-function.ts'

/** What the steps of a run give and leave in some order. */
interface Execution {
  /** Equal texts for equal answers, by step. */
  readonly answers: ReadonlyMap<FunctionCall, string>
  readonly stores: string
}

/** The content of all stores; the order of records does not count. */
const describeStores = (world: OpenWorld): string =>
  stringifyStably(
    [...world.snapshot().stores]
      .map(([name, records]) => [name, [...records].map((record) => stringifyStably(record)).sort()])
      .sort(),
  )

/** Executes steps one after the other in a fresh world. */
function executeInOrder({ task, tools, run }: Scene, steps: readonly FunctionCall[]): Execution {
  const world = openWorld({ world: task.world }, run.seed, tools)
  const answers = new Map<FunctionCall, string>()
  for (const step of steps) {
    const result = tools.execute(step.tool, step.args, world)
    answers.set(step, result.ok ? stringifyStably(result.output) : REFUSED)
  }
  return { answers, stores: describeStores(world) }
}

const REFUSED = ''

/** Stores that each step looks at or changes, by number of the step. */
function readTouchedStores({ task, tools, run }: Scene): Set<string>[] {
  let touched = new Set<string>()
  const world = openWorld({ world: task.world }, run.seed, tools, {
    onLook: (look) => {
      if (look.at === 'store') touched.add(look.name)
      else if (look.at !== 'secret') touched.add(' journal')
    },
  })
  return run.steps.map(({ tool, args }) => {
    touched = new Set()
    tools.execute(tool, args, world)
    return touched
  })
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
  if (!steps.some(({ result }) => result.committed)) return order
  const stores = readTouchedStores(scene)
  const isFree = findFreePairs(scene, waits)
  for (const [later, b] of steps.entries())
    for (const [earlier, a] of steps.slice(0, later).entries()) {
      if (isFree(earlier, later) || !(a.result.committed || b.result.committed)) continue
      if (![...(stores[earlier] ?? [])].some((store) => stores[later]?.has(store))) continue
      const rest = steps.slice(0, later).filter((step) => step !== a)
      const asRun = executeInOrder(scene, [...rest.slice(0, earlier), a, ...rest.slice(earlier), b])
      const swapped = executeInOrder(scene, [...rest, b, a])
      if (await doesOrderMatter(scene, [a, b], asRun, swapped)) order[later]?.add(earlier)
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
  const reversed: number[] = []
  const left = new Set(steps.keys())
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
    steps.every((step) => asRun.answers.get(step) === other.answers.get(step))
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
    const answer = swapped.answers.get(step) as string
    if (answer === asRun.answers.get(step)) continue
    if (answer === REFUSED) return true
    const { run } = scene
    const changed = await exchangeOutputs(
      scene,
      new Map([[run.steps.indexOf(step), JSON.parse(answer) as Json]]),
    )
    if (changed !== undefined && describeActs(changed) !== describeActs(run)) return true
  }
  return false
}

const describeActs = ({ steps, answer }: Scene['run']): string =>
  stringifyStably([steps.map(({ key }) => key), answer ?? null])
