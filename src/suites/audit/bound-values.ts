import { type Calc, type From, listSources, type Pick, readBindingKey } from '../../schema/binding.ts'
import type { Step, Task } from '../../schema/task.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import { computeEntropyBits } from '../../scoring/bits.ts'
import { type Leaf, leavesOf } from '../../scoring/evidence.ts'
import { schemaAt } from '../../scoring/provenance.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { type OutputOf, resolve } from '../../tasks/bindings.ts'
import type { LeafSchema } from '../../tasks/equality.ts'
import type { Registry } from '../../tools/registry.ts'
import { listParts } from '../load/nodes.ts'

export const ANSWER = 'the answer'

export interface Consumer {
  name: string
  value: Json
}

/** The steps and the answer of a task, with their arguments and value as the suite writes them. */
export function listConsumers(task: Task): Consumer[] {
  const steps = task.expected_trace.steps.map((step) => ({ name: step.step_id, value: step.arguments }))
  const answer = task.expected_final_answer
  return answer === undefined ? steps : [...steps, { name: ANSWER, value: answer }]
}

/** The bindings that take something from a step, each once. */
export function listBindingsTo(step: Step, task: Task): From[] {
  const bindings = listConsumers(task)
    .flatMap(({ value }) => listSources(value))
    .filter(({ $from }) => $from === step.step_id)
  return [...new Map(bindings.map((binding) => [stringifyStably(binding), binding])).values()]
}

/** Steps whose output something takes, or decides by. */
export function listUsedSteps({
  task,
  expansion,
}: {
  task: Task
  expansion: TaskInWorld['expansion']
}): Set<string> {
  const { deciding = [], answerReads = [] } = expansion ?? {}
  const taken = listConsumers(task).flatMap(({ value }) => listSources(value).map(({ $from }) => $from))
  return new Set([...taken, ...deciding, ...answerReads])
}

/** What a binding takes: before the declared transforms, and after. */
export const resolveForms = ({ $from, at, via }: From, outputOf: OutputOf): (Json | undefined)[] =>
  [{ $from, at }, ...(via === undefined ? [] : [{ $from, at, via }])].map((form) => resolve(form, outputOf))

/** A scalar that a binding takes out of an output, and the evidence that it carries, in bits. */
export interface BoundLeaf extends Leaf {
  bits: number
}

/** The scalars that a `$from` gives in a run; none where it leads nowhere. */
export function listBoundLeaves(from: From, task: Task, registry: Registry, outputOf: OutputOf): BoundLeaf[] {
  const value = resolve(from, outputOf)
  if (value === undefined) return []
  const producer = task.expected_trace.steps.find((step) => step.step_id === from.$from)
  const output = registry.get(producer?.tool_name ?? '')?.outputSchema as LeafSchema | undefined
  const schema = from.via === undefined ? schemaAt(output, from.at) : undefined
  return leavesOf(value).map((leaf) => ({
    ...leaf,
    bits: computeEntropyBits(schemaAt(schema, leaf.pointer), leaf.value),
  }))
}

/** Every `$calc` and `$pick` within a value: what has to be worked out of several bound values. */
export const listChoices = (whole: Json): (Calc | Pick)[] =>
  listParts(whole).flatMap(({ value }) =>
    ['$calc', '$pick'].includes(readBindingKey(value) ?? '') ? [value as Calc | Pick] : [],
  )

/** The evidence that a value worked out of others carries, in bits. */
export const computeChoiceBits = (value: Json): number =>
  computeEntropyBits(typeof value === 'number' ? { type: 'number' } : undefined, value)

export interface DataEdge {
  producer: string
  consumer: string
  leaves: BoundLeaf[]
  /** Evidence that flows over the edge, in bits. */
  bits: number
}

export function listEdgesInto(
  { name, value }: Consumer,
  task: Task,
  registry: Registry,
  outputOf: OutputOf,
): DataEdge[] {
  const sources = listSources(value)
  return [...new Set(sources.map(({ $from }) => $from))].map((producer) => {
    const leaves = sources
      .filter(({ $from }) => $from === producer)
      .flatMap((source) => listBoundLeaves(source, task, registry, outputOf))
    return { producer, consumer: name, leaves, bits: leaves.reduce((total, { bits }) => total + bits, 0) }
  })
}
