import { type Calc, listStepsReadBy, type Pick } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import type { TaskInWorld } from '../../../schema/task-in-world.ts'
import { MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { groupBy } from '../../../shared/group.ts'
import { type OutputOf, resolve } from '../../../tasks/bindings.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import type { Registry } from '../../../tools/registry.ts'
import {
  computeChoiceBits,
  listChoices,
  listConsumers,
  listEdgesInto,
  listUsedSteps,
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
  for (const consumer of listConsumers(task)) {
    for (const { producer, bits } of listEdgesInto(consumer, task, registry, run.outputOf)) {
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

/** Steps that read and whose output nothing uses; of an empty list a function makes nothing, so its other worlds count. */
function findIdleSinks(subject: AuditSubject): string[] {
  const { task, registry, expansion } = subject
  const used = listUsedSteps({ task, expansion })
  return task.expected_trace.steps
    .filter(({ step_id, tool_name }) => !used.has(step_id) && registry.get(tool_name)?.effect === 'read')
    .filter(({ tool_name }) => !subject.usedTools.has(tool_name))
    .map(
      ({ step_id, tool_name }) => `no step and no graded answer uses the result of ${step_id} (${tool_name})`,
    )
}

/** Declared dependencies over which no value flows. */
function listEmptyEdges(task: Task): string[] {
  return task.expected_trace.steps.flatMap((step) => {
    if (step.order !== undefined) return []
    const taken = new Set(listStepsReadBy(step.arguments))
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

/** Worlds of twenty in which a function that decides makes the same calls, at most. */
export const MAX_WORLDS_ALIKE = 15

/** A function that nearly always takes the same branch of several. */
function findOneSidedBranches({ worlds, worldSeeds }: AuditSubject): string[] {
  // A recording has one world, which decides once.
  if (!worlds.isDependent || worldSeeds.length === 1) return []
  const branches = [...groupBy(worldSeeds, (seed) => worlds.findBranch(seed))]
  const known = branches.flatMap(([branch, { length }]) => (branch === undefined ? [] : [length]))
  const most = Math.max(0, ...known)
  return known.length > 1 && most > MAX_WORLDS_ALIKE
    ? [
        `the function takes the same branch in ${most} of the ${worldSeeds.length} worlds; expected at most ${MAX_WORLDS_ALIKE}`,
      ]
    : []
}

/** What a visit saw of a task. */
interface Noted {
  task_id: string
  edges: number
  weak: readonly string[]
  /** Branches of a task written by hand that hardly ever change. */
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
  repair: 'use or grade the result, or remove the step; grade values that are hard to guess',
  needsReferenceRun: true,
  visit(subject, { note }) {
    const { task } = subject
    const { task_id } = task
    const oneSided = findOneSidedBranches(subject)
    // Who writes a task by hand may mean a branch that is nearly always taken.
    const isDrawn = task.pattern !== undefined
    note({ task_id, ...findWeakEdges(subject.here, subject.run), oneSided: isDrawn ? [] : oneSided })
    return [
      ...(isDrawn ? oneSided : []),
      ...listEmptyEdges(subject.source),
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
