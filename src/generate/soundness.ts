import { type Calc, type From, type Pick, sourcesOf } from '../schema/binding.ts'
import type { Task } from '../schema/task.ts'
import { resolve } from '../scoring/bindings.ts'
import { bitsOf, ENOUGH } from '../scoring/bits.ts'
import type { LeafSchema } from '../scoring/equality.ts'
import { leavesOf } from '../scoring/evidence.ts'
import { schemaAt } from '../scoring/lineage.ts'
import { carries } from '../scoring/tokens.ts'
import type { Json } from '../shared/json.ts'
import { registry } from '../simulators/registry.ts'
import { choicesOf } from './choices.ts'
import { goldRun, type Outputs } from './gold.ts'

/** Worlds, from the task's own seed on, in which a selection must be clear. */
const SELECTION_SEEDS = 20
const MARGIN = 0.01

const isSelection = (choice: Calc | Pick): boolean =>
  choice.of.length > 1 && ('$pick' in choice || choice.$calc === 'max' || choice.$calc === 'min')

/** Whether the best candidate is ahead of the next one by the margin. */
function isClear(choice: Calc | Pick, outputs: Outputs): boolean {
  const scores = choice.of.map((item) => Number(resolve(item, (id) => outputs.get(id))))
  const smallestFirst = ('$pick' in choice ? choice.$pick : choice.$calc) === 'min'
  const [best = 0, next = 0] = scores.sort((a, b) => (smallestFirst ? a - b : b - a))
  return Math.abs(best - next) >= MARGIN * Math.abs(best)
}

interface BoundLeaf {
  value: Json
  bits: number
}

/** The scalars that a `$from` takes out of the outputs, each with the evidence that it carries. */
function leavesAt(from: From, task: Task, outputs: Outputs): BoundLeaf[] {
  const value = resolve(from as unknown as Json, (id) => outputs.get(id))
  if (value === undefined) return []
  const producer = task.expected_trace.steps.find((step) => step.step_id === from.$from)
  const output = registry.get(producer?.tool_name ?? '')?.outputSchema as LeafSchema | undefined
  const schema = from.via === undefined ? schemaAt(output, from.at) : undefined
  return leavesOf(value).map((leaf) => ({
    value: leaf.value,
    bits: bitsOf(schemaAt(schema, leaf.pointer), leaf.value),
  }))
}

const bitsOfChoice = (value: Json): number =>
  bitsOf(typeof value === 'number' ? { type: 'number' } : undefined, value)

/** Evidence that a consumer takes from each producer, in bits. */
function bitsByProducer(value: Json, task: Task, outputs: Outputs): number[] {
  const sources = sourcesOf(value)
  return [...new Set(sources.map(({ $from }) => $from))].map((id) =>
    sources
      .filter(({ $from }) => $from === id)
      .flatMap((source) => leavesAt(source, task, outputs))
      .reduce((total, { bits }) => total + bits, 0),
  )
}

/**
 * Whether a drawn task holds up in its world: every call succeeds, every edge and answer carries evidence, the
 * prompt gives no bound value away, and every selection is clear, there and in worlds of other seeds.
 */
export function isSound(task: Task): boolean {
  const { steps } = task.expected_trace
  const seed = task.world?.seed ?? 0
  const outputs = goldRun(steps, seed)
  if (outputs === undefined) return false
  const values: Json[] = steps.map((step) => step.arguments)
  if (task.expected_final_answer !== undefined) values.push(task.expected_final_answer)

  const sources = values.flatMap(sourcesOf)
  const leaves = sources.map((source) => leavesAt(source, task, outputs))
  if (leaves.some((found) => found.length === 0)) return false
  const givenAway = leaves.flat().some(({ value, bits }) => bits >= ENOUGH && carries(task.prompt, value))
  if (givenAway) return false
  const choices = values.flatMap(choicesOf)
  const results = choices.map((choice) => resolve(choice as unknown as Json, (id) => outputs.get(id)))
  if (
    results.some(
      (value) => value === undefined || bitsOfChoice(value) < ENOUGH || carries(task.prompt, value),
    )
  ) {
    return false
  }
  if (values.some((value) => bitsByProducer(value, task, outputs).some((bits) => bits < ENOUGH))) return false

  const selections = choices.filter(isSelection)
  if (selections.length === 0) return true
  return Array.from({ length: SELECTION_SEEDS }, (_, i) => goldRun(steps, seed + i)).every(
    (run) => run !== undefined && selections.every((selection) => isClear(selection, run)),
  )
}
