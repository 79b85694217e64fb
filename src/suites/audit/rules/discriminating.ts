import { sourcesOf } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { resolve } from '../../../scoring/bindings.ts'
import { MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import type { ReferenceRun } from '../../../scoring/reference-run.ts'
import type { Registry } from '../../../tools/registry.ts'
import { bitsOfChoice, choicesOf, consumersOf, edgesInto } from '../bound-values.ts'
import { duplicateValuesOf } from '../duplicate-values.ts'
import type { AuditRule, Violation } from '../rule.ts'
import { isClear, isSelection } from '../selections.ts'
import type { AuditSubject } from '../subject.ts'

/** Worlds, from the task's own seed on, in which a selection must be clear. */
const SELECTION_SEEDS = 20
/** Worlds in which a value that looks like another one is looked for. */
const DUPLICATE_SEEDS = 3
/** Share of the edges of a suite that may carry less than 10 bits. */
const WEAK_SHARE = 0.1
/** Tasks from which on a suite is large enough for such a share to mean something. */
const SUITE = 20

/** Data edges, choices included, that carry less than 10 bits. */
export function weakEdges(
  task: Task,
  registry: Registry,
  run: ReferenceRun,
): { edges: number; weak: string[] } {
  let edges = 0
  const weak: string[] = []
  for (const consumer of consumersOf(task)) {
    for (const { producer, bits } of edgesInto(consumer, task, registry, run.outputOf)) {
      edges++
      if (bits < MIN_ENTROPY_BITS)
        weak.push(`${consumer.name} takes only ${bits.toFixed(1)} bits from ${producer}`)
    }
    for (const choice of choicesOf(consumer.value)) {
      const value = resolve(choice, run.outputOf)
      const bits = value === undefined ? 0 : bitsOfChoice(value)
      if (bits < MIN_ENTROPY_BITS)
        weak.push(`what ${consumer.name} works out carries only ${bits.toFixed(1)} bits`)
    }
  }
  return { edges, weak }
}

/** Steps that read and whose output nothing uses. */
function idleSinks({ task, registry }: AuditSubject): string[] {
  const used = new Set(consumersOf(task).flatMap(({ value }) => sourcesOf(value).map(({ $from }) => $from)))
  return task.expected_trace.steps
    .filter(({ step_id, tool_name }) => !used.has(step_id) && registry.get(tool_name)?.effect === 'read')
    .map(
      ({ step_id, tool_name }) =>
        `${step_id} reads (${tool_name}) and neither a step nor a graded answer uses it`,
    )
}

/** Declared dependencies over which no value flows. */
function emptyEdges(task: Task): string[] {
  return task.expected_trace.steps.flatMap((step) => {
    if (step.order === true) return []
    const taken = new Set(sourcesOf(step.arguments).map(({ $from }) => $from))
    return step.depends_on
      .filter((id) => !taken.has(id))
      .map((id) => `${step.step_id} depends on ${id} and takes nothing from it`)
  })
}

function unclearSelections(subject: AuditSubject): string[] {
  const { task } = subject
  const selections = consumersOf(task).flatMap((consumer) =>
    choicesOf(consumer.value)
      .filter(isSelection)
      .map((choice) => ({ name: consumer.name, choice })),
  )
  if (selections.length === 0) return []
  return subject.seeds(SELECTION_SEEDS).flatMap((seed) => {
    const gold = subject.gold(seed)
    if (!gold.ok) return []
    return selections
      .filter(({ choice }) => !isClear(choice, gold.run.outputOf))
      .map(({ name }) => `in world ${seed} the selection of ${name} is won by less than 1 %`)
  })
}

/** Values that stand in a second place in some worlds but not in all: there the two are one. */
function duplicates(subject: AuditSubject): string[] {
  const { task, registry } = subject
  const runs = subject.seeds(DUPLICATE_SEEDS).flatMap((seed) => {
    const gold = subject.gold(seed)
    return gold.ok ? [{ seed, found: duplicateValuesOf(task, registry, gold.run) }] : []
  })
  const keyOf = ({ consumer, producer, pointer, step, at }: ReturnType<typeof duplicateValuesOf>[number]) =>
    [consumer, producer, pointer, step, at].join('\n')
  const times = new Map<string, number>()
  for (const { found } of runs) {
    for (const key of new Set(found.map(keyOf))) times.set(key, (times.get(key) ?? 0) + 1)
  }
  const said = new Set<string>()
  return runs.flatMap(({ seed, found }) =>
    found.flatMap((one) => {
      const key = keyOf(one)
      const isAlias = !one.within && one.step === one.producer && times.get(key) === runs.length
      if (isAlias || said.has(key)) return []
      said.add(key)
      return [
        `in world ${seed} what ${one.consumer} takes from ${one.producer} ${one.pointer} also stands in ${one.step} ${one.at}`,
      ]
    }),
  )
}

/** Tasks that were looked at, their data edges, and those of them that are weak. */
interface Noted {
  tasks: number
  edges: number
  weak: Violation[]
}

export const discriminating: AuditRule = {
  name: 'discriminating',
  holds:
    'every data edge carries at least 10 bits (in a suite of 20 tasks or more all but a tenth of them), every sink is a write or feeds ' +
    'a graded answer, selections are won by 1 %, and no bound value stands in a second place',
  needsGold: true,
  start() {
    const noted: Noted = { tasks: 0, edges: 0, weak: [] }
    return {
      visit(subject) {
        noted.tasks++
        const { task, registry } = subject
        const gold = subject.gold()
        if (!gold.ok) return []
        const found = weakEdges(task, registry, gold.run)
        noted.edges += found.edges
        noted.weak.push(...found.weak.map((detail) => ({ task_id: task.task_id, detail })))
        return [
          ...emptyEdges(task),
          ...idleSinks(subject),
          ...unclearSelections(subject),
          ...duplicates(subject),
        ]
      },
      finish: () => (noted.tasks >= SUITE && noted.weak.length > WEAK_SHARE * noted.edges ? noted.weak : []),
      figures: () => ({ edges: noted.edges, weak: noted.weak.length }),
      notes: () => noted,
      add(more: Noted) {
        noted.tasks += more.tasks
        noted.edges += more.edges
        noted.weak.push(...more.weak)
      },
    }
  },
}
