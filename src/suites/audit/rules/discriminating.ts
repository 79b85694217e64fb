import { type Calc, listSources, listStepsReadBy, type Pick } from '../../../schema/binding.ts'
import { isBranches } from '../../../schema/condition.ts'
import type { Task } from '../../../schema/task.ts'
import type { TaskInWorld } from '../../../schema/task-in-world.ts'
import { MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { formatCount } from '../../../shared/english.ts'
import type { Json } from '../../../shared/json.ts'
import { type OutputOf, resolve } from '../../../tasks/bindings.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import type { Registry } from '../../../tools/registry.ts'
import {
  computeChoiceBits,
  listChoices,
  listConditions,
  listConsumers,
  listEdgesInto,
} from '../bound-values.ts'
import { findDuplicateValues } from '../duplicate-values.ts'
import type { AuditRule, Violation } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

/** Share of the winner by which it has to be ahead of the next candidate. */
const MARGIN = 0.01

const isSelection = (choice: Calc | Pick): boolean =>
  '$pick' in choice || choice.$calc === 'max' || choice.$calc === 'min'

/** Whether the best candidate of a selection is ahead of the next one by one percent. */
function isClear(choice: Calc | Pick, outputOf: OutputOf): boolean {
  const scores = choice.of.flatMap((item) => resolve(item, outputOf) ?? Number.NaN).map(Number)
  if (scores.some(Number.isNaN)) return false
  const smallestFirst = ('$pick' in choice ? choice.$pick : choice.$calc) === 'min'
  const [best = 0, next] = scores.sort((a, b) => (smallestFirst ? a - b : b - a))
  return next === undefined || Math.abs(best - next) >= MARGIN * Math.abs(best)
}

/** Worlds in which a value that looks like another one is looked for. */
const DUPLICATE_SEEDS = 3
/** Share of the edges of a suite that may carry less than 10 bits. */
const WEAK_SHARE = 0.1
/** Tasks from which on a suite is large enough for such a share to mean something. */
const SUITE = 20

/** Data edges, choices included, that carry less than 10 bits. */
export function findWeakEdges(
  here: TaskInWorld<Registry>,
  run: ReferenceRun,
): { edges: number; weak: string[] } {
  const { task, tools: registry } = here
  let edges = 0
  const weak: string[] = []
  const conditions = listConditions(here)
  for (const consumer of [...listConsumers(task), ...conditions]) {
    for (const { producer, bits } of listEdgesInto(consumer, task, registry, run.outputOf)) {
      // Whether something is there at all: a condition that finds nothing takes no value.
      if (bits === 0 && conditions.includes(consumer)) continue
      edges++
      if (bits < MIN_ENTROPY_BITS)
        weak.push(`the value that ${consumer.name} takes from ${producer} has only ${bits.toFixed(1)} bits`)
    }
    for (const choice of listChoices(consumer.value)) {
      const value = resolve(choice, run.outputOf)
      const bits = value === undefined ? 0 : computeChoiceBits(value)
      if (bits < MIN_ENTROPY_BITS)
        weak.push(`the value that ${consumer.name} computes has only ${bits.toFixed(1)} bits`)
    }
  }
  return { edges, weak }
}

/** Steps that read and whose output nothing uses. */
function findIdleSinks({ task, registry, expansion }: AuditSubject): string[] {
  const { deciding = [], answerReads = [] } = expansion ?? {}
  const used = new Set([
    ...listConsumers(task).flatMap(({ value }) => listSources(value).map(({ $from }) => $from)),
    ...deciding,
    ...answerReads,
  ])
  return task.expected_trace.steps
    .filter(({ step_id, tool_name }) => !used.has(step_id) && registry.get(tool_name)?.effect === 'read')
    .map(
      ({ step_id, tool_name }) => `no step and no graded answer uses the result of ${step_id} (${tool_name})`,
    )
}

/** Declared dependencies over which no value flows. */
function emptyEdges(task: Task): string[] {
  return task.expected_trace.steps.flatMap((step) => {
    if (step.order !== undefined) return []
    const { arguments: args, when = null, each = null } = step
    const taken = new Set([
      ...listStepsReadBy([args, when, each as Json]),
      ...(typeof each?.list === 'string' ? [each.list] : []),
    ])
    return step.depends_on
      .filter((id) => !taken.has(id))
      .map((id) => `${step.step_id} depends on ${id} but uses none of its values`)
  })
}

function findUnclearSelections(subject: AuditSubject): string[] {
  const listSelections = (task: Task) =>
    listConsumers(task).flatMap((consumer) =>
      listChoices(consumer.value)
        .filter(isSelection)
        .map((choice) => ({ name: consumer.name, choice })),
    )
  // A function selects within itself.
  const seeds = subject.source.code === undefined ? subject.worldSeeds : []
  return seeds.flatMap((seed) => {
    const selections = listSelections(subject.worlds.find(seed)?.task ?? subject.task)
    const reference = selections.length === 0 ? undefined : subject.runReference(seed)
    if (!reference?.ok) return []
    return selections
      .filter(({ choice }) => !isClear(choice, reference.run.outputOf))
      .map(
        ({ name }) => `in world ${seed} the item selected for ${name} beats the runner-up by less than 1 %`,
      )
  })
}

/** Values that stand in a second place in some worlds but not in all: there the two are one. */
function findDuplicates(subject: AuditSubject): string[] {
  const { registry } = subject
  const runs = subject.listSeeds(DUPLICATE_SEEDS).flatMap((seed) => {
    const reference = subject.runReference(seed)
    if (!reference.ok) return []
    return [{ seed, found: findDuplicateValues(subject.worlds.in(seed).task, registry, reference.run) }]
  })
  const buildDuplicateKey = ({
    consumer,
    producer,
    pointer,
    step,
    at,
  }: ReturnType<typeof findDuplicateValues>[number]) => [consumer, producer, pointer, step, at].join('\n')
  const times = new Map<string, number>()
  for (const { found } of runs) {
    for (const key of new Set(found.map(buildDuplicateKey))) times.set(key, (times.get(key) ?? 0) + 1)
  }
  const said = new Set<string>()
  return runs.flatMap(({ seed, found }) =>
    found.flatMap((one) => {
      const key = buildDuplicateKey(one)
      const isAlias = one.step === one.producer && times.get(key) === runs.length
      if (isAlias || said.has(key)) return []
      said.add(key)
      return [
        `in world ${seed} the value that ${one.consumer} takes from ${one.producer} ${one.pointer} also appears in ${one.step} ${one.at}`,
      ]
    }),
  )
}

/** Worlds of twenty in which a condition must hold, and must not, at least. */
const MIN_WORLDS = 7
/** The same for a condition that is not reached in every world. */
const MIN_NESTED_WORLDS = 3

/** Conditions and repetitions of a task that do not go both ways in enough of its twenty worlds. */
export function findOneSidedConditions(subject: AuditSubject): string[] {
  const { source, worlds: all, worldSeeds } = subject
  // A recording has one world, which decides once. What a function decides by has no name.
  if (!all.isDependent || worldSeeds.length === 1 || source.code !== undefined) return []
  const expansions = worldSeeds.flatMap((seed) => all.find(seed)?.expansion ?? [])
  const worlds = `of the ${expansions.length} worlds`
  const names = new Set(expansions.flatMap(({ decisions }) => decisions.map(({ name }) => name)))
  // The last branch of an answer is what is left where none before it holds.
  const { expected_final_answer: answer } = source
  if (isBranches(answer)) names.delete(`answer ${answer.length}`)
  const conditions = [...names].flatMap((name) => {
    const decided = expansions
      .map(({ decisions }) => decisions.filter((one) => one.name === name))
      .filter(({ length }) => length > 0)
    const [holding, failing] = [true, false].map(
      (verdict) => decided.filter((decisions) => decisions.some(({ holds }) => holds === verdict)).length,
    ) as [number, number]
    const isNested = decided.length < expansions.length
    const least = isNested ? MIN_NESTED_WORLDS : MIN_WORLDS
    if (Math.min(holding, failing) >= least) return []
    return [
      `the condition of ${name} holds in ${holding} ${worlds} and fails in ${failing}; expected at least ${least} of each`,
    ]
  })
  const repetitions = source.expected_trace.steps.flatMap(({ step_id, each }) => {
    if (each?.where === undefined) return []
    const counts = expansions.flatMap((one) => one.counts.filter(({ stepId }) => stepId === step_id))
    const [first] = counts
    if (first === undefined || counts.some(({ passed }) => passed !== first.passed)) return []
    return [
      `${step_id} is called for ${formatCount(first.passed, 'item')} in each ${worlds}; expected at least two different counts`,
    ]
  })
  return [...conditions, ...repetitions]
}

/** What a visit saw of a task. */
interface Noted {
  task_id: string
  edges: number
  weak: readonly string[]
  /** Conditions of a task written by hand that hardly decide anything. */
  oneSided: readonly string[]
}

/** Each sentence once, although several branches of a task give it. */
const listDistinct = (notes: readonly Noted[], part: 'weak' | 'oneSided'): Violation[] => {
  const all = notes.flatMap(({ task_id, [part]: details }) => details.map((detail) => ({ task_id, detail })))
  return [...new Map(all.map((one) => [`${one.task_id} ${one.detail}`, one])).values()]
}

export const discriminating: AuditRule<Noted> = {
  name: 'discriminating',
  holds:
    'every bound value has at least 10 bits (nine in ten in a suite of 20 tasks or more), final steps write or feed ' +
    'a graded answer. A selected item beats the runner-up by at least 1 %, and no bound value appears anywhere else',
  needsReferenceRun: true,
  visit(subject, { note }) {
    const { task } = subject
    const { task_id } = task
    const oneSided = findOneSidedConditions(subject)
    // Who writes a task by hand may mean a condition that nearly always holds.
    const isDrawn = task.pattern !== undefined
    note({ task_id, ...findWeakEdges(subject.here, subject.run), oneSided: isDrawn ? [] : oneSided })
    return [
      ...(isDrawn ? oneSided : []),
      ...emptyEdges(subject.source),
      ...findIdleSinks(subject),
      ...findUnclearSelections(subject),
      ...findDuplicates(subject),
    ]
  },
  sumUp(notes) {
    const tasks = new Set(notes.map(({ task_id }) => task_id)).size
    const edges = notes.reduce((sum, one) => sum + one.edges, 0)
    const weak = notes.reduce((sum, one) => sum + one.weak.length, 0)
    return {
      violations: tasks >= SUITE && weak > WEAK_SHARE * edges ? listDistinct(notes, 'weak') : [],
      warnings: listDistinct(notes, 'oneSided'),
      metrics: { edges, weak },
    }
  },
}
