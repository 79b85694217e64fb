import { type BindingKey, holdsKey } from '../../schema/binding.ts'
import type { Step, Task } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import { type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { readValueAt } from '../../shared/pointer.ts'
import { isStated } from '../../tasks/reference/plain-task.ts'
import { listLiteralLeaves } from '../audit/literal-leaves.ts'
import type { PrintedQuestion } from './printed-question.ts'
import type { ItemChoice } from './rows.ts'
import { areReadTogether, findCallRun, findChosenRun, type ItemRun, isPickedFrom } from './runs.ts'

export interface PlacedStep {
  step: Step
  /** Message of the user that it answers. */
  said: number
}

export interface CallRun {
  steps: readonly Step[]
  isUsed: boolean
  run: ItemRun
}

/** The calls of a function in their order, the items that questions are about, and all questions. */
interface GivenCalls {
  placed: readonly PlacedStep[]
  asked: readonly ItemChoice[]
  questions: readonly PrintedQuestion[]
}

const CHOICES: ReadonlySet<BindingKey> = new Set(['$pick'])

/** Steps with the message of the user that they answer: the one that states a value of theirs, or of what they wait for. */
export function sortByTurn(
  steps: readonly Step[],
  { prompt, turns = [] }: Pick<Task, 'prompt' | 'turns'>,
  listRead: (step: Step) => readonly string[],
): PlacedStep[] {
  const messages = [prompt, ...turns.map((turn) => (typeof turn === 'string' ? turn : (turn.say ?? '')))]
  const said = new Map<string, number>()
  for (const step of steps) {
    const stated = listLiteralLeaves(step.arguments).map(
      ({ value }) => messages.findIndex((message) => isStated(message, value)) + 1,
    )
    const before = [...step.depends_on, ...listRead(step)].map((id) => said.get(id) ?? 1)
    said.set(step.step_id, Math.max(step.after_turn ?? 1, ...stated, ...before))
  }
  return steps
    .map((step) => ({ step, said: said.get(step.step_id) as number }))
    .sort((one, other) => one.said - other.said)
}

/** Calls of one tool for chosen items come one after another, where no call between them needs the first ones. */
export function gatherChosen(
  placed: readonly PlacedStep[],
  asked: readonly ItemChoice[],
  listRead: (step: Step) => readonly string[],
): PlacedStep[] {
  const order = [...placed]
  for (const choice of asked.filter(({ text }) => text !== undefined))
    for (const calls of groupBy(order, ({ step }) => step.tool_name).values()) {
      const args = calls.map(({ step }) => step.arguments as JsonObject)
      if (new Set(calls.map(({ said }) => said)).size > 1 || !findChosenRun(args, choice)) continue
      const [start, end] = [order.indexOf(calls[0] as PlacedStep), order.indexOf(calls.at(-1) as PlacedStep)]
      const ids = new Set(calls.map(({ step }) => step.step_id))
      const between = order.slice(start, end).filter((one) => !calls.includes(one))
      if (between.some(({ step }) => step.order || listRead(step).some((id) => ids.has(id)))) continue
      order.splice(start, end - start + 1, ...between, ...calls)
    }
  return order
}

/** Calls of one tool in a row whose arguments differ in the item of a list. */
export function listRuns(given: GivenCalls, used: ReadonlySet<string>, nodes: readonly Json[]): CallRun[] {
  const rows: PlacedStep[][] = []
  for (const one of given.placed) {
    const [last] = rows.at(-1) ?? []
    if (last?.step.tool_name === one.step.tool_name && last.said === one.said) rows.at(-1)?.push(one)
    else rows.push([one])
  }
  return rows.flatMap((row): CallRun[] => {
    const steps = row.map(({ step }) => step)
    const isUsed = steps.some(({ step_id }) => used.has(step_id))
    const run = isOpen(steps, given.questions) ? undefined : findRun(steps, isUsed, nodes, given.asked)
    return run === undefined ? [] : [{ steps, isUsed, run }]
  })
}

/** Whether calls cannot be printed as one: each has its order, its choice or its question. */
function isOpen(steps: readonly Step[], questions: readonly PrintedQuestion[]): boolean {
  return (
    steps.some(({ order, arguments: args }) => order || holdsKey(args, CHOICES)) ||
    questions.some(({ step_id, pointer, choice }) => {
      if (!pointer || choice || steps.every((step) => step.step_id !== step_id)) return false
      return (
        new Set(steps.map((step) => stringifyStably(readValueAt(step.arguments, pointer) ?? null))).size > 1
      )
    })
  )
}

function findRun(
  steps: readonly Step[],
  isUsed: boolean,
  nodes: readonly Json[],
  asked: readonly ItemChoice[],
): ItemRun | undefined {
  const ids = steps.map(({ step_id }) => step_id)
  const args = steps.map((step) => step.arguments as JsonObject)
  const findChosen = (choices: readonly ItemChoice[]): ItemRun | undefined =>
    choices.map((choice) => findChosenRun(args, choice)).find((run) => run !== undefined)
  return (
    findChosen(asked.filter(({ text }) => text !== undefined)) ??
    findCallRun(args, isUsed, areReadTogether(ids, nodes), isPickedFrom(ids, nodes)) ??
    findChosen(asked)
  )
}
