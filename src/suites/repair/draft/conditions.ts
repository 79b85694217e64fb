import { listSources } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { isIdName } from '../../../shared/id-name.ts'
import type { Json } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { isRedacted } from '../../../shared/redact/redactor.ts'
import { listLiteralLeaves } from '../../audit/literal-leaves.ts'
import type { ListPlace, RowTest } from '../../print/rows.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isExchangeable } from '../record/value-exchange.ts'
import { countNamed, countShared, isBesideName } from './prompt-words.ts'
import type { TaskQuestion } from './questions.ts'
import { cutDates, isStatedText } from './row-tests.ts'
import type { OutputOf } from './rows.ts'

/** A value of a result, outside of lists of several items. */
interface Field extends ListPlace {
  value: Json
  /** Whether a call sends it. */
  isSent: boolean
}

/** What held in the run, as a condition. */
interface Held {
  is: Json
  /** The number of the prompt that it compares with. */
  bound?: number
  fields: readonly Field[]
}

/** More conditions than these hold by chance. */
const MAX_CONDITIONS = 2

const toFrom = ({ $from, at }: Field): Json => ({ $from, at })

const compare = (one: Field, value: number, other: Json, fields: readonly Field[]): Held => ({
  is: { [Number(one.value) > value ? '$gt' : '$lt']: [toFrom(one), other] },
  fields,
})

/**
 * Of the fields of whose name a word stands beside the number, else of all, the only one that the prompt names. Else the only one of whose name it has the most words, at least two: "front brake
 * pads" for `front_pads_mm`. Else the only one whose value is of the size of a bound.
 */
function pickOnly(all: readonly Field[], bound: number, prompt: string): Field | undefined {
  const beside = all.filter(({ at }) => isBesideName(prompt, bound, at))
  const fields = beside.length > 0 ? beside : all
  const named = fields.filter(({ at }) => countNamed(prompt, at) > 0)
  const shared = fields.map(({ at }) => countShared(prompt, at))
  const most = Math.max(...shared)
  const isNear = ({ value }: Field): boolean => Math.abs(Math.log10(Number(value) / bound)) <= 1
  const isMost = (_: Field, i: number): boolean => most > 1 && shared[i] === most
  const choices = [beside.length === 1 ? beside : [], named, fields.filter(isMost), fields.filter(isNear)]
  const [only, ...others] = choices.find((some) => some.length > 0) ?? []
  return others.length === 0 ? only : undefined
}

/**
 * What the prompt may make the rest of a task depend on. A number of a result is over or under one that the prompt states, or
 * one that it names. A flag has a name that the prompt states, or a word is a value.
 */
function listHeld(fields: readonly Field[], numbers: readonly number[], prompt: string): Held[] {
  const figures = fields.filter(({ at, value }) => typeof value === 'number' && !isIdName(nameAt(at)))
  const idle = figures.filter(({ isSent }) => !isSent)
  const bounded = numbers.flatMap((bound): Held[] => {
    const only = pickOnly(idle, bound, prompt) ?? pickOnly(figures, bound, prompt)
    return only === undefined || only.value === bound
      ? []
      : [{ ...compare(only, bound, bound, [only]), bound }]
  })
  const limits = idle.filter(({ at }) => countNamed(prompt, at) > 1)
  const [limit, ...more] = limits
  const beside = idle.filter((one) => one !== limit && one.value !== limit?.value)
  const [below, ...others] = beside
  const isLimited = limit !== undefined && more.length === 0 && below !== undefined && others.length === 0
  const words = fields.flatMap((field): Held[] => {
    const { at, value } = field
    if (typeof value === 'boolean')
      return countNamed(prompt, at) > 0 ? [{ is: { $eq: [toFrom(field), value] }, fields: [field] }] : []
    const isWord =
      typeof value === 'string' && /\p{Ll}/u.test(value) && !isExchangeable(value) && !isRedacted(value)
    return isWord && isStatedText(prompt, value)
      ? [{ is: { $eq: [toFrom(field), value] }, fields: [field] }]
      : []
  })
  return [
    ...bounded,
    ...(isLimited && bounded.length === 0
      ? [compare(below, Number(limit.value), toFrom(limit), [below, limit])]
      : []),
    ...words,
  ]
}

/**
 * Asks whether what held of the result of a read is why the agent went on. A run shows only the branch that it took.
 *
 * @param isWrite Whether a tool changes anything: without such a call, nothing is decided
 * @param decided Tests by which items are chosen
 * @returns The questions, and the values and steps that the conditions compare
 */
export function askConditions(
  { task_id, prompt, expected_trace: { steps } }: Task,
  outputOf: OutputOf,
  isWrite: (tool: string) => boolean,
  decided: readonly RowTest[],
): { questions: TaskQuestion[]; compared: string[]; read: string[] } {
  const sent = new Set<Json>(
    listLiteralLeaves(steps.map((step): Json => step.arguments)).map(({ value }) => value),
  )
  const used = listSources(steps.map((step): Json => step.arguments))
  const bounds = new Set(decided.flatMap(({ test }): Json[] => ('value' in test ? [test.value] : [])))
  const names = new Set(decided.map(({ by }) => nameAt(by.at)))
  const isFree = (value: Json): boolean => !sent.has(value) && !bounds.has(value)
  // The number of "KN-RB 418" is of what a call sends, and bounds nothing.
  const texts = [...sent].filter((value) => typeof value === 'string')
  const numbers = [...new Set(findNumbers(cutDates(prompt)).map(({ value }) => value))].filter(
    (value) => isFree(value) && !texts.some((text) => carries(text, value)),
  )
  const lastWrite = steps.findLastIndex(({ tool_name }) => isWrite(tool_name))
  const found = steps.slice(0, Math.max(lastWrite, 0)).flatMap((step, i) => {
    if (
      isWrite(step.tool_name) ||
      steps.some((other) => other !== step && other.tool_name === step.tool_name)
    )
      return []
    const fields = listFields(step, outputOf, isFree, used).filter(({ at }) => !names.has(nameAt(at)))
    return listHeld(fields, numbers, prompt).map((one) => ({
      ...one,
      next: steps[i + 1] as Step,
    }))
  })
  // A number that two results may be compared with decides nothing.
  const held = found.filter(
    ({ bound }, i) => bound === undefined || found.every((one, j) => i === j || one.bound !== bound),
  )
  if (held.length > MAX_CONDITIONS) return { questions: [], compared: [], read: [] }
  return {
    questions: held.map(({ is, next: { step_id, tool_name: tool } }) => ({
      ...{ task_id, kind: 'condition', step_id, tool, about: JSON.stringify(is), only: 'code' },
      text: 'is this a condition of the prompt? The run shows only this branch.',
      condition: is,
    })),
    read: held.flatMap(({ fields }) => fields.map(({ $from }) => $from)),
    compared: held.flatMap(({ fields }) => fields.map(({ value }) => String(value))),
  }
}

/** Whether a place is in a list of several items. */
const isOfSeveral = (output: Json, at: string): boolean =>
  [...at.matchAll(/\/\d+(?=\/|$)/g)].some(({ index }) => {
    const list = readValueAt(output, at.slice(0, index))
    return Array.isArray(list) && list.length > 1
  })

/** The values of a result that nothing sends, but those of one of several items; numbers may be sent as well. */
function listFields(
  { step_id: $from }: Step,
  outputOf: OutputOf,
  isFree: (value: Json) => boolean,
  used: readonly ListPlace[],
): Field[] {
  return leavesOf(outputOf($from)).flatMap(({ pointer: at, value }) => {
    const isSent = used.some((one) => one.$from === $from && one.at === at)
    return isOfSeveral(outputOf($from), at) || !isFree(value) || (isSent && typeof value !== 'number')
      ? []
      : [{ $from, at, value, isSent }]
  })
}
