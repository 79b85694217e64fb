import type { Tools } from '../../schema/tools.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import type { FunctionCall, FunctionRun, FunctionTask } from './function-run.ts'
import { listLeaves, mapLeaves, type Written } from './markers.ts'
import { pairCalls } from './pair-calls.ts'
import { runFunction } from './run-function.ts'

/** A run, the same function in other worlds, and what is needed to run it again with other results. */
export interface Scene {
  readonly task: FunctionTask
  readonly tools: Tools
  readonly run: FunctionRun
  /** Runs in other worlds that ended in order. */
  readonly others: readonly FunctionRun[]
  /** The run whose values are literals, where tools are live. Default: `run`. */
  readonly literals?: FunctionRun
  /** Values that change by themselves, by number of the step and pointer. */
  readonly unstable?: ReadonlySet<string> | undefined
  /** Steps that a step has to follow by what an agent's calls show, by number of the step. */
  readonly observed?: readonly StepNumbers[] | undefined
}

/** Numbers of earlier steps, in the order of the run. */
export type StepNumbers = Set<number>

/** What in a run changes with the output of which step. */
export interface Influences {
  /** Steps without which a step is absent, by number of the step. */
  readonly presence: readonly StepNumbers[]
  /** Steps that change a leaf of the arguments, by number of the step. */
  readonly leaves: readonly Map<string, StepNumbers>[]
  /** Steps that change a leaf of the answer. */
  readonly answer: Map<string, StepNumbers>
  /** Steps that may change a leaf unseen, as their made-up outputs leave the step out; the last item is the answer's. */
  readonly unseen: readonly StepNumbers[]
}

/** Outputs that a step gets in place of its own: at most this many of worlds with its shape, and of other worlds. */
const MAX_OUTPUTS_PER_SHAPE = 4
/** Far from any number that a tool returns. */
const FAR = 1_000_003

const MADE_UP: readonly ((leaf: Json) => Json)[] = [
  (leaf) => changeLeaf(leaf, (x) => x + FAR, '', '~'),
  (leaf) => changeLeaf(leaf, (x) => -x - FAR, '~', ''),
]

function changeLeaf(leaf: Json, change: (x: number) => number, before: string, behind: string): Json {
  if (typeof leaf === 'number') return change(leaf)
  if (typeof leaf === 'string') return `${before}${leaf}${behind}`
  return typeof leaf === 'boolean' ? !leaf : leaf
}

/** Equal texts for runs that make the same steps and return the same. */
export const describeActs = ({ steps, answer }: FunctionRun): string =>
  stringifyStably([steps.map(({ key }) => key), answer ?? null])

/** Runs the function in the same world with other outputs of steps, as far as it gets. */
export function runExchanged(
  { task, tools, run, others }: Scene,
  outputs: ReadonlyMap<number, Json>,
  otherSeed?: number,
): Promise<FunctionRun> {
  const byCall = new Map([...outputs].map(([step, output]) => [run.steps[step]?.index ?? 0, output]))
  const exchange = { base: run, outputs: byCall, others, ...(otherSeed === undefined ? {} : { otherSeed }) }
  return runFunction({ task, tools, seed: run.seed, exchange, hasDetails: false })
}

/** As {@link runExchanged}; undefined where that run fails. */
export async function exchangeOutputs(
  ...given: Parameters<typeof runExchanged>
): Promise<FunctionRun | undefined> {
  const changed = await runExchanged(...given)
  return changed.failure === undefined ? changed : undefined
}

/** An output that a step gets in place of its own. One that is made up does not decide whether later steps are made. */
interface OtherOutput {
  readonly output: Json
  readonly isMadeUp: boolean
  readonly isDeciding: boolean
}

/** Pairs the steps of a run with the calls of another world, once they are asked for. */
type FindPairs = () => ReadonlyMap<FunctionCall, FunctionCall>

/** Outputs of a step's counterparts in other worlds that differ from its own. */
function listCounterpartOutputs(
  { run: { shape }, others }: Scene,
  findPairs: readonly FindPairs[],
  step: FunctionCall,
  hasOtherShapes: boolean,
): Json[] {
  const found: Json[] = []
  const known = new Set([JSON.stringify(step.output)])
  const left = { alike: MAX_OUTPUTS_PER_SHAPE, other: hasOtherShapes ? MAX_OUTPUTS_PER_SHAPE : 0 }
  for (let i = 0; i < others.length && left.alike + left.other > 0; i++) {
    const side = others[i]?.shape === shape ? 'alike' : 'other'
    if (left[side] === 0) continue
    const { result, output = null } = findPairs[i]?.().get(step) ?? {}
    const text = result?.ok === true ? JSON.stringify(output) : undefined
    if (text === undefined || known.has(text)) continue
    known.add(text)
    left[side]--
    found.push(output)
  }
  return found
}

/** Two made-up outputs of a step, and those of its counterparts in other worlds. */
function listOtherOutputs(step: FunctionCall, found: readonly Json[]): OtherOutput[] {
  const isDeciding = found.length === 0
  const madeUp = MADE_UP.map((change) => mapLeaves(step.output, change))
  return [
    ...madeUp.map((output) => ({ output, isMadeUp: true, isDeciding })),
    ...found.map((output) => ({ output, isMadeUp: false, isDeciding: true })),
  ]
}

function noteChanges(
  mine: Written,
  other: Written | undefined,
  step: number,
  found: Map<string, StepNumbers>,
): void {
  const theirs = other === undefined ? undefined : listLeaves(other)
  for (const [pointer, value] of listLeaves(mine))
    if (theirs?.get(pointer) !== value) found.set(pointer, (found.get(pointer) ?? new Set()).add(step))
}

/**
 * Finds what changes with what: each step's output is exchanged for others, and the runs are compared. A made-up output
 * alone never says that a step is absent: a guard of the function would.
 */
export async function findInfluences(scene: Scene): Promise<Influences> {
  const { run, others, tools } = scene
  const listSets = (): StepNumbers[] => run.steps.map(() => new Set())
  const leaves = run.steps.map(() => new Map<string, StepNumbers>())
  const found: Influences = {
    presence: listSets(),
    leaves,
    answer: new Map(),
    unseen: [...listSets(), new Set()],
  }
  const findPairs = others.map(({ calls }) => memoizeOnce(() => pairCalls(run.steps, calls)))
  // Nothing comes after the last step of a run without an answer.
  const askable = run.answer === undefined ? run.steps.slice(0, -1) : run.steps
  const hasOtherShapes = others.some(({ shape }) => shape !== run.shape)
  const plans = askable.map((step) =>
    listOtherOutputs(step, listCounterpartOutputs(scene, findPairs, step, hasOtherShapes)),
  )
  const writes = [...plans.keys()].filter((i) => tools.get(askable[i]?.tool ?? '')?.effect !== 'read')
  const idle = new Set(await findIdleSteps(scene, plans, writes))
  for (const [number, plan] of plans.entries())
    if (!idle.has(number)) await exchangeStep(scene, number, plan, found)
  await findJointPresence(scene, found)
  return found
}

/** Runs the function with each of a step's other outputs, as long as one may show something new. */
async function exchangeStep(
  scene: Scene,
  number: number,
  plan: readonly OtherOutput[],
  found: Influences,
): Promise<void> {
  const { run, tools } = scene
  // A write may be absent with any output.
  const isReadOnly = run.steps.every(({ tool }, i) => i <= number || tools.get(tool)?.effect === 'read')
  for (const other of plan) {
    if (isReadOnly && isFullyKnown(run, found, number)) return
    const changed = await exchangeOutputs(scene, new Map([[number, other.output]]))
    noteInfluence(found, run, changed, number, other)
  }
}

/** Whether every leaf after a step is known to change with it. */
function isFullyKnown(run: FunctionRun, { leaves, answer }: Influences, number: number): boolean {
  const isNoted = (written: Written, noted: Map<string, StepNumbers> | undefined): boolean => {
    for (const pointer of listLeaves(written).keys())
      if (noted?.get(pointer)?.has(number) !== true) return false
    return true
  }
  return (
    run.steps.every(({ written }, i) => i <= number || isNoted(written, leaves[i])) &&
    (run.answer === undefined || isNoted(run.answer, answer))
  )
}

/** Steps whose outputs change nothing, exchanged all at once: most writes. */
async function findIdleSteps(
  scene: Scene,
  plans: readonly (readonly OtherOutput[])[],
  group: readonly number[],
): Promise<readonly number[]> {
  if (group.length < 2) return []
  const acts = describeActs(scene.run)
  const rounds = Math.max(...group.map((i) => plans[i]?.length ?? 0))
  const isIdle = async (): Promise<boolean> => {
    for (let round = 0; round < rounds; round++) {
      const outputs = group.map((i): [number, Json] => {
        const plan = plans[i] as readonly OtherOutput[]
        return [i, (plan[round % plan.length] as OtherOutput).output]
      })
      const changed = await exchangeOutputs(scene, new Map(outputs))
      if (changed === undefined || describeActs(changed) !== acts) return false
    }
    return true
  }
  if (await isIdle()) return group
  const half = group.length >> 1
  return [
    ...(await findIdleSteps(scene, plans, group.slice(0, half))),
    ...(await findIdleSteps(scene, plans, group.slice(half))),
  ]
}

function noteInfluence(
  { presence, leaves, answer, unseen }: Influences,
  run: FunctionRun,
  changed: FunctionRun | undefined,
  number: number,
  { isMadeUp, isDeciding }: OtherOutput,
): void {
  const pairs = changed === undefined ? undefined : pairCalls(run.steps, changed.steps)
  for (const [later, step] of run.steps.entries()) {
    if (later <= number) continue
    const counterpart = pairs?.get(step)
    if (counterpart !== undefined)
      noteChanges(step.written, counterpart.written, number, leaves[later] as Map<string, StepNumbers>)
    else if (isMadeUp) unseen[later]?.add(number)
    if (pairs !== undefined && counterpart === undefined && isDeciding) presence[later]?.add(number)
  }
  if (changed === undefined) unseen.at(-1)?.add(number)
  else if (run.answer !== undefined) noteChanges(run.answer, changed.answer, number, answer)
}

/**
 * Finds what decides a step that no single output makes absent, as in `a || b`. All earlier outputs are exchanged for
 * those of a world without the step. Then they are restored one by one, while it stays absent.
 */
async function findJointPresence(scene: Scene, { presence }: Influences): Promise<void> {
  const { run } = scene
  // In a run of the same shape no step is absent.
  const others = scene.others.filter(({ shape }) => shape !== run.shape)
  if (others.length === 0) return
  const pairsByWorld = others.map(({ steps }) => pairCalls(run.steps, steps))
  for (const [number, step] of run.steps.entries()) {
    const found = presence[number] as StepNumbers
    if (found.size > 0) continue
    const without = others.filter((_, i) => pairsByWorld[i]?.has(step) === false)
    for (const other of without.slice(0, MAX_OUTPUTS_PER_SHAPE)) {
      const isAbsent = async (outputs: ReadonlyMap<number, Json>): Promise<boolean> => {
        const changed = await exchangeOutputs(scene, outputs, other.seed)
        return changed !== undefined && !pairCalls(run.steps, changed.steps).has(step)
      }
      const pairs = pairCalls(run.steps, other.calls)
      const outputs = new Map<number, Json>()
      for (const [i, earlier] of run.steps.slice(0, number).entries()) {
        const counterpart = pairs.get(earlier)
        if (counterpart?.result.ok === true) outputs.set(i, counterpart.output)
      }
      if (!(await isAbsent(outputs))) continue
      for (const restored of [...outputs.keys()]) {
        const fewer = new Map([...outputs].filter(([i]) => i !== restored))
        if (await isAbsent(fewer)) outputs.delete(restored)
      }
      for (const i of outputs.keys()) found.add(i)
      break
    }
  }
}
