import { isFrom } from '../../../schema/binding.ts'
import { type Condition, type Each, isBranches } from '../../../schema/condition.ts'
import type { Step, Task } from '../../../schema/task.ts'
import type { TaskInWorld } from '../../../schema/task-in-world.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { openWorlds } from '../../../tasks/task-worlds.ts'
import type { AuditSubject } from '../subject.ts'
import { buildMutantOfMoves, type Mutant, type MutationContext, type Operator } from './operator.ts'
import { movesOf } from './script.ts'

const HOLDS: Condition = { $eq: [1, 1] }
const FAILS: Condition = { $eq: [1, 2] }

/** What another task comes to in the world that a task is looked at in; undefined where it has no expected trace there. */
const expandChanged = (
  changed: Partial<Task>,
  { source, seed, registry }: AuditSubject,
): TaskInWorld | undefined => openWorlds({ ...source, ...changed }, registry).find(seed)

const changeStep = ({ source }: AuditSubject, id: string, change: Partial<Step>): Partial<Task> => ({
  expected_trace: {
    ...source.expected_trace,
    steps: source.expected_trace.steps.map((step) => (step.step_id === id ? { ...step, ...change } : step)),
  },
})

const buildMutant = ({ task }: TaskInWorld, how: string): Mutant =>
  buildMutantOfMoves(task, movesOf(task), how)

/** Steps that a condition decides otherwise in this world, done or left out all the same. */
function mutateDecisions({ subject }: MutationContext, holds: boolean): Mutant[] {
  const decisions = subject.expansion?.decisions ?? []
  const wrong = new Set(decisions.filter((one) => one.holds !== holds).map(({ name }) => name))
  return subject.source.expected_trace.steps
    .filter(({ step_id, when }) => when !== undefined && wrong.has(step_id))
    .flatMap(({ step_id }) => {
      const changed = expandChanged(changeStep(subject, step_id, { when: holds ? HOLDS : FAILS }), subject)
      const how = holds ? 'although its condition fails' : 'although its condition holds'
      return changed ? [buildMutant(changed, `${step_id} is ${holds ? 'called' : 'left out'} ${how}`)] : []
    })
}

/** A branch is taken whether its condition holds or not: that of a step, or of the answer. */
export const mutateToAlways: Operator = (context) => {
  const { subject } = context
  const { expected_final_answer: branches } = subject.source
  const steps = mutateDecisions(context, true)
  if (!isBranches(branches)) return steps
  const chosen = subject.expansion?.decisions.find(({ name, holds }) => holds && name.startsWith('answer '))
  const answers = branches.flatMap(({ is }, i) => {
    const name = `answer ${i + 1}`
    const answer: Json = [{ when: HOLDS as Json, is }]
    const changed =
      name === chosen?.name ? undefined : expandChanged({ expected_final_answer: answer }, subject)
    return changed ? [buildMutant(changed, `the answer is ${name}, although another condition holds`)] : []
  })
  return [...steps, ...answers]
}

export const mutateToNever: Operator = (context) => mutateDecisions(context, false)

/** Items of the list that a step goes through, where it is a part of one output. */
function listItems({ list }: Each, { reference }: MutationContext): Json[] {
  if (typeof list !== 'object' || !isFrom(list)) return []
  const items = readValueAt(reference.outputOf(list.$from) ?? null, list.at)
  return Array.isArray(items) ? items : []
}

/** Steps with `each` that are done for another number of items; `where` of them is made of an item's own condition. */
function mutateRepetition(
  context: MutationContext,
  wantedOf: (passed: number) => number | undefined,
  whereOf: (where: Condition, isItem: Condition) => Condition,
  how: string,
): Mutant[] {
  const { subject } = context
  const counts = subject.expansion?.counts ?? []
  return subject.source.expected_trace.steps.flatMap(({ step_id, each }) => {
    const passed = counts.find(({ stepId }) => stepId === step_id)?.passed
    const wanted = passed === undefined ? undefined : wantedOf(passed)
    if (each === undefined || wanted === undefined) return []
    const items = listItems(each, context)
    for (const item of items) {
      const isItem: Condition = { $eq: [{ $item: '' }, { $literal: item }] }
      const where = whereOf(each.where ?? HOLDS, isItem)
      const more = { ...each, where, most: Math.max(items.length, 1) }
      const changed = expandChanged(changeStep(subject, step_id, { each: more }), subject)
      if (changed?.expansion?.counts.find(({ stepId }) => stepId === step_id)?.passed === wanted)
        return [buildMutant(changed, `${step_id} is called for ${how}`)]
    }
    return []
  })
}

export const mutateToFirstOnly: Operator = (context) =>
  mutateRepetition(
    context,
    (passed) => (passed > 1 ? 1 : undefined),
    (where, isItem) => ({ $and: [where as JsonObject, isItem as JsonObject] }),
    'the first item only',
  )

/** A step for each item is done for one more, which does not pass. */
export const mutateToOneTooMany: Operator = (context) =>
  mutateRepetition(
    context,
    (passed) => passed + 1,
    (where, isItem) => ({ $or: [where as JsonObject, isItem as JsonObject] }),
    'an item that does not pass as well',
  )
