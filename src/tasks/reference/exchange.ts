import type { Tools } from '../../schema/tools.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { listLeaves, mapLeaves, type Written } from './markers.ts'
import { pairCalls } from './pair-calls.ts'
import { type FunctionCall, type FunctionRun, type FunctionTask, runFunction } from './run-function.ts'

/** A run, the same function in other worlds, and what is needed to run it again with other results. */
export interface Scene {
  readonly task: FunctionTask
  readonly tools: Tools
  readonly run: FunctionRun
  /** Runs in other worlds that ended in order. */
  readonly others: readonly FunctionRun[]
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
}

/** Outputs that a step gets in place of its own: so many of worlds with the same shape, and so many of others. */
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

export const makeUpOutputs = (output: Json): Json[] => MADE_UP.map((change) => mapLeaves(output, change))

/** Runs the function in the same world with other outputs of steps; undefined where that run fails. */
export async function exchangeOutputs(
  { task, tools, run }: Scene,
  outputs: ReadonlyMap<number, Json>,
  otherSeed?: number,
): Promise<FunctionRun | undefined> {
  const byCall = new Map([...outputs].map(([step, output]) => [run.steps[step]?.index ?? 0, output]))
  const exchange = { base: run, outputs: byCall, ...(otherSeed === undefined ? {} : { otherSeed }) }
  const changed = await runFunction(task, tools, run.seed, exchange)
  return changed.failure === undefined ? changed : undefined
}

/** Outputs of a step's counterparts in other worlds; made-up ones where all worlds answer alike. */
function listOtherOutputs(
  { run, others }: Scene,
  counterparts: readonly (FunctionCall | undefined)[],
  step: FunctionCall,
): Json[] {
  const own = stringifyStably(step.output)
  const found = new Map<string, Json>()
  const counts = { alike: 0, other: 0 }
  for (const [i, other] of others.entries()) {
    const counterpart = counterparts[i]
    const side = other.shape === run.shape ? 'alike' : 'other'
    if (counterpart?.result.ok !== true || counts[side] >= MAX_OUTPUTS_PER_SHAPE) continue
    const text = stringifyStably(counterpart.output)
    if (text === own || found.has(text)) continue
    counts[side]++
    found.set(text, counterpart.output)
  }
  return found.size > 0 ? [...found.values()] : makeUpOutputs(step.output)
}

/** The steps of a run that another run does not have. */
const findAbsent = ({ run }: Scene, changed: FunctionRun): Set<number> => {
  const pairs = pairCalls(run.steps, changed.steps)
  return new Set(run.steps.flatMap((step, i) => (pairs.has(step) ? [] : [i])))
}

const noteChanges = (
  mine: Written,
  other: Written | undefined,
  step: number,
  found: Map<string, StepNumbers>,
): void => {
  const theirs = other === undefined ? new Map<string, Json>() : listLeaves(other)
  for (const [pointer, value] of listLeaves(mine))
    if (theirs.get(pointer) !== value) found.set(pointer, (found.get(pointer) ?? new Set()).add(step))
}

/**
 * Finds what changes with what: each step's output is exchanged for others, and the runs are compared. A made-up output
 * alone never says that a step is absent: a guard of the function would.
 */
export async function findInfluences(scene: Scene): Promise<Influences> {
  const { run, others } = scene
  const influences: Influences = {
    presence: run.steps.map(() => new Set<number>()),
    leaves: run.steps.map(() => new Map<string, StepNumbers>()),
    answer: new Map(),
  }
  const compare = async (number: number, output: Json, isPresenceKnown: boolean): Promise<void> => {
    const changed = await exchangeOutputs(scene, new Map([[number, output]]))
    if (changed !== undefined) noteInfluence(influences, run, changed, number, isPresenceKnown)
  }
  const pairsByWorld = others.map(({ calls }) => pairCalls(run.steps, calls))
  for (const [number, step] of run.steps.entries()) {
    const counterparts = pairsByWorld.map((pairs) => pairs.get(step))
    for (const output of listOtherOutputs(scene, counterparts, step)) await compare(number, output, true)
    for (const output of makeUpOutputs(step.output)) await compare(number, output, false)
  }
  await findJointPresence(scene, influences)
  return influences
}

function noteInfluence(
  { presence, leaves, answer }: Influences,
  run: FunctionRun,
  changed: FunctionRun,
  number: number,
  isPresenceKnown: boolean,
): void {
  const pairs = pairCalls(run.steps, changed.steps)
  for (const [later, step] of run.steps.entries()) {
    if (later <= number) continue
    const counterpart = pairs.get(step)
    if (counterpart === undefined) {
      if (isPresenceKnown) presence[later]?.add(number)
    } else noteChanges(step.written, counterpart.written, number, leaves[later] as Map<string, StepNumbers>)
  }
  if (run.answer !== undefined) noteChanges(run.answer, changed.answer, number, answer)
}

/**
 * Finds what decides a step that no single output makes absent, as in `a || b`: all earlier outputs are exchanged for
 * those of a world without the step, then restored one by one while it stays absent.
 */
async function findJointPresence(scene: Scene, { presence }: Influences): Promise<void> {
  const { run, others } = scene
  for (const [number, step] of run.steps.entries()) {
    const found = presence[number] as StepNumbers
    if (found.size > 0) continue
    const without = others.filter(({ steps }) => !pairCalls(run.steps, steps).has(step))
    for (const other of without.slice(0, MAX_OUTPUTS_PER_SHAPE)) {
      const isAbsent = async (outputs: ReadonlyMap<number, Json>): Promise<boolean> => {
        const changed = await exchangeOutputs(scene, outputs, other.seed)
        return changed !== undefined && findAbsent(scene, changed).has(number)
      }
      const pairs = pairCalls(run.steps, other.calls)
      const outputs = new Map(
        run.steps.slice(0, number).flatMap((earlier, i): [number, Json][] => {
          const counterpart = pairs.get(earlier)
          return counterpart?.result.ok === true ? [[i, counterpart.output]] : []
        }),
      )
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
