import { type From, isFrom, listSources } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { MIN_ENTROPY_BITS } from '../../scoring/bits.ts'
import { leavesOf } from '../../scoring/evidence.ts'
import { leavesEqual, UNTYPED } from '../../tasks/equality.ts'
import type { ReferenceRun } from '../../tasks/reference-run.ts'
import type { Registry } from '../../tools/registry.ts'
import { listParts } from '../load/nodes.ts'
import { listBoundLeaves, listConsumers } from './bound-values.ts'

/** A leaf of some result that equals a bound value and is not where the binding takes it from. */
export interface DuplicateValue {
  consumer: string
  producer: string
  pointer: string
  /** The step and the place of the other leaf. */
  step: string
  at: string
}

/** Steps that take values from each step, directly or through others. */
function indexTakers(task: Task): Map<string, Set<string>> {
  const takers = new Map<string, Set<string>>()
  const visit = (id: string): Set<string> => {
    const known = takers.get(id)
    if (known !== undefined) return known
    const stepIds = new Set<string>()
    takers.set(id, stepIds)
    for (const step of task.expected_trace.steps) {
      if (!listSources(step.arguments).some(({ $from }) => $from === id)) continue
      stepIds.add(step.step_id)
      for (const further of visit(step.step_id)) stepIds.add(further)
    }
    return stepIds
  }
  for (const step of task.expected_trace.steps) visit(step.step_id)
  return takers
}

/** Whether a pointer leads to the place of another one or into it. */
const isAt = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`)

/**
 * Bound values of 10 bits or more that a run shows in a second place, so that a wrong source could not be told from
 * the right one. A step that was given the value and says it back is an echo,
 * and does not count.
 */
export function findDuplicateValues(
  task: Task,
  registry: Registry,
  { outputOf }: ReferenceRun,
): DuplicateValue[] {
  const takers = indexTakers(task)
  const results = task.expected_trace.steps.flatMap(({ step_id }) =>
    leavesOf(outputOf(step_id) ?? null).map((leaf) => ({ step: step_id, leaf })),
  )
  const findDuplicatesOf = (consumer: string, source: From): DuplicateValue[] => {
    const { $from: producer, at } = source
    const fed = listSources(
      task.expected_trace.steps.find(({ step_id }) => step_id === producer)?.arguments ?? null,
    )
    const isFedBy = (step: string, pointer: string): boolean =>
      fed.some((one) => one.$from === step && one.at === pointer)
    const others = results.filter(
      ({ step, leaf }) =>
        !takers.get(producer)?.has(step) &&
        !isFedBy(step, leaf.pointer) &&
        !(step === producer && isAt(leaf.pointer, at)),
    )
    return listBoundLeaves(source, task, registry, outputOf)
      .filter(({ bits }) => bits >= MIN_ENTROPY_BITS)
      .flatMap((bound) =>
        others
          .filter(({ leaf }) => leavesEqual(bound.value, leaf.value, UNTYPED))
          .map(({ step, leaf }) => ({
            consumer,
            producer,
            pointer: at + (source.via === undefined ? bound.pointer : ''),
            step,
            at: leaf.pointer,
          })),
      )
  }
  return listConsumers(task).flatMap(({ name, value }) =>
    listParts(value).flatMap(({ value: part }) => (isFrom(part) ? findDuplicatesOf(name, part) : [])),
  )
}
