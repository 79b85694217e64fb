import type { From } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries } from '../../../scoring/tokens.ts'
import { isIdName } from '../../../shared/id-name.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { singular } from '../../../shared/singular.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { splitItemPointer } from '../../print/rows.ts'
import { nameAt } from '../record/infer-schema.ts'
import { readRank } from '../record/recorded-values.ts'

export interface Extreme {
  /** JSON Pointer from a choice to what is compared. */
  by: string
  isGreatest: boolean
}

/** One of several that a task could have gone on with: an item of a list, or the result of one of several calls. */
export interface ExtremeChoice {
  step: string
  /** JSON Pointer to it, and from it to the value that was taken. */
  at: string
  value: Json
}

export interface Selection {
  /** What is chosen from, in words and, for a list, as a binding. */
  from: string
  list?: JsonObject
  choices: ExtremeChoice[]
  chosen: ExtremeChoice
  /** From a choice to the value. */
  give: string
}

/** What a binding selects from: the items of the list that it leads into, or the results of earlier steps of the tool. */
export function readSelection(
  { $from, at }: From,
  steps: readonly Step[],
  { outputOf }: ReferenceRun,
): Selection | undefined {
  const { list, index = 0, give = '' } = splitItemPointer(at) ?? {}
  const items = list === undefined ? undefined : readValueAt(outputOf($from) ?? null, list)
  if (list !== undefined && Array.isArray(items)) {
    const choices = items.map((value, i): ExtremeChoice => ({ step: $from, at: `${list}/${i}`, value }))
    const chosen = choices[index] as ExtremeChoice
    return { from: `${$from} ${list}`.trim(), list: { $from, at: list }, choices, chosen, give }
  }
  const tool = steps.find(({ step_id }) => step_id === $from)?.tool_name
  const choices = steps
    .filter(({ tool_name }) => tool_name === tool)
    .map(({ step_id }): ExtremeChoice => ({ step: step_id, at: '', value: outputOf(step_id) ?? null }))
  const chosen = choices.find(({ step }) => step === $from)
  return chosen && { from: `results of ${tool}`, choices, chosen, give: at }
}

/** A shorter word is in a prompt and in a value by chance. */
const MIN_WORD_LENGTH = 4

/** Which choices the prompt does not leave out by naming the chosen one. */
export function findRivals(
  { from, choices, chosen }: Selection,
  task: Task,
  run: ReferenceRun,
): ExtremeChoice[] {
  const findNamed = ({ step, at, value }: ExtremeChoice): Set<string> => {
    const said = at === '' ? [value, run.argumentsOf.get(step) ?? null] : [value]
    const texts = leavesOf(said).map((leaf) => leaf.value)
    return new Set(texts.filter((text) => typeof text === 'string' && carries(task.prompt, text)) as string[])
  }
  const own = findNamed(chosen)
  // "the kettle" names the line "Glass kettle 1.2 l" if no other line has the word.
  const wordsOf = (choice: ExtremeChoice): Set<string> => listStatedWords(choice.value, task.prompt, from)
  const [words, others] = [wordsOf(chosen), choices.filter((choice) => choice !== chosen).map(wordsOf)]
  if (
    [...words].some((word) => others.every((theirs) => !theirs.has(word))) &&
    others.every((theirs) => [...theirs].every((word) => words.has(word)))
  )
    return []
  return choices.filter((choice) => {
    const named = findNamed(choice)
    return (
      choice !== chosen &&
      ([...own].every((text) => named.has(text)) || [...named].some((text) => !own.has(text)))
    )
  })
}

/** Words of the texts of a value that a prompt has too, but for what any item of the list is called. */
export function listStatedWords(value: Json, prompt: string, from: string): Set<string> {
  const split = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const stated = new Set(split(prompt))
  const texts = leavesOf(value).flatMap((leaf) => (typeof leaf.value === 'string' ? split(leaf.value) : []))
  const kinds = new Set(split(from).map(singular))
  return new Set(
    texts.filter((word) => word.length >= MIN_WORD_LENGTH && stated.has(word) && !kinds.has(singular(word))),
  )
}

/** Whether a value is less than another, also as code compares them: the text "9" is not less than "10". */
export function isLess(one: Json, other: Json): boolean {
  const [rank, limit] = [readRank(one), readRank(other)]
  return rank !== undefined && limit !== undefined && rank < limit && (one as number) < (other as number)
}

/** The fields of which the chosen one has the greatest or least value of all, first the one that is taken. */
export function findExtremes({ chosen, give }: Selection, rivals: readonly ExtremeChoice[]): Extreme[] {
  const found = leavesOf(chosen.value).flatMap(({ pointer: by, value }): Extreme[] => {
    if (isIdName(nameAt(by)) || readRank(value) === undefined) return []
    const others = rivals.map((rival) => readValueAt(rival.value, by) ?? null)
    const isAbove = others.every((other) => isLess(other, value))
    const isBelow = others.every((other) => isLess(value, other))
    return isAbove || isBelow ? [{ by, isGreatest: isAbove }] : []
  })
  return found.sort((a, b) => Number(b.by === give) - Number(a.by === give))
}

/** The binding that says by which rule a value of several results is chosen. */
export function buildRule({ choices, give }: Selection, { by, isGreatest }: Extreme): JsonObject {
  const listAllFroms = (at: string): Json[] => choices.map(({ step: $from }) => ({ $from, at }))
  const rule = isGreatest ? 'max' : 'min'
  return by === give
    ? { $calc: rule, of: listAllFroms(by) }
    : { $pick: rule, of: listAllFroms(by), give: listAllFroms(give) }
}
