import { type From, isFrom, listSources, readBindingKey } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries } from '../../../scoring/tokens.ts'
import { putInOnePrompt } from '../../../scoring/whole-prompt.ts'
import { groupBy } from '../../../shared/group.ts'
import { type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { readValueAt, replaceAt } from '../../../shared/pointer.ts'
import { singular } from '../../../shared/singular.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { openWorlds } from '../../../tasks/task-worlds.ts'
import type { Registry } from '../../../tools/registry.ts'
import { listLiteralLeaves } from '../../audit/literal-leaves.ts'
import { listNodes } from '../../load/nodes.ts'
import type { ListPlace } from '../../print/expressions.ts'
import { splitItemPointer } from '../../print/item-choice.ts'
import { describeItemRule, type Extreme, findExtremeFields, findItemRules } from './item-rules.ts'
import type { TaskQuestion } from './questions.ts'

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
function listStatedWords(value: Json, prompt: string, from: string): Set<string> {
  const split = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const stated = new Set(split(prompt))
  const texts = leavesOf(value).flatMap((leaf) => (typeof leaf.value === 'string' ? split(leaf.value) : []))
  const kinds = new Set(split(from).map(singular))
  return new Set(
    texts.filter((word) => word.length >= MIN_WORD_LENGTH && stated.has(word) && !kinds.has(singular(word))),
  )
}

/** The fields of which the chosen one has the greatest or least value of all, first the one that is taken. */
export const findExtremes = ({ chosen, give }: Selection, rivals: readonly ExtremeChoice[]): Extreme[] =>
  findExtremeFields(
    chosen.value,
    rivals.map(({ value }) => value),
    give,
  )

/** The binding that says by which rule a value of several results is chosen. */
export function buildRule({ choices, give }: Selection, { by, isGreatest }: Extreme): JsonObject {
  const listAllFroms = (at: string): Json[] => choices.map(({ step: $from }) => ({ $from, at }))
  const rule = isGreatest ? 'max' : 'min'
  return by === give
    ? { $calc: rule, of: listAllFroms(by) }
    : { $pick: rule, of: listAllFroms(by), give: listAllFroms(give) }
}

interface PlacedFrom {
  pointer: string
  from: From
}

const isSame = (one: unknown, other: unknown): boolean => stringifyStably(one) === stringifyStably(other)

/**
 * The rule for a value. If the same argument or answer also takes what the chosen call was given, such as the address of
 * the fastest page, the whole is proposed: one half of a choice alone would be wrong.
 */
function proposeValue(
  value: Json,
  { pointer, from }: PlacedFrom,
  sources: readonly PlacedFrom[],
  selection: Selection,
  extreme: Extreme,
  steps: readonly Step[],
): Json {
  const { choices, chosen } = selection
  const listGiven = (key: string): Json[] =>
    choices.map(({ step }) => steps.find(({ step_id }) => step_id === step)?.arguments[key] ?? null)
  const given = steps.find(({ step_id }) => step_id === chosen.step)?.arguments
  const $pick = extreme.isGreatest ? 'max' : 'min'
  const listAllFroms = (at: string): Json[] => choices.map(({ step: $from }) => ({ $from, at }))
  const findRule = (source: From): Json | undefined => {
    const isResult = isSame(source, from)
    const key = Object.keys(given ?? {}).find((one) => isSame(given?.[one] ?? null, source))
    const give = isResult ? listAllFroms(selection.give) : key === undefined ? undefined : listGiven(key)
    return give && { $pick, of: listAllFroms(extreme.by), give }
  }
  const [whole = ''] = /^\/[^/]*/.exec(pointer) ?? []
  const parts = sources.filter(
    (source) => source.pointer.startsWith(`${whole}/`) && findRule(source.from) !== undefined,
  )
  if (parts.every((part) => isSame(part.from, from))) return buildRule(selection, extreme)
  const proposed = parts.reduce(
    (all, part) => replaceAt(all, part.pointer, findRule(part.from) as Json),
    value,
  )
  return readValueAt(proposed, whole) as Json
}

/** The bindings that say one place. */
const listFroms = (value: Json): PlacedFrom[] =>
  listNodes(value, (one) => readBindingKey(one) === '$oneOf').flatMap(({ pointer, value: from }) =>
    isFrom(from) ? [{ pointer, from }] : [],
  )

/** Literal texts that one of several results of a tool shows, where nothing uses these results. */
function listShown(
  value: Json,
  before: readonly Step[],
  { expected_trace }: Task,
  run: ReferenceRun,
): PlacedFrom[] {
  const used = new Set(
    listSources(expected_trace.steps.map(({ arguments: args }) => args as Json)).map(({ $from }) => $from),
  )
  const idle = [...groupBy(before, ({ tool_name }) => tool_name).values()].filter(
    (steps) => steps.length > 1 && steps.every(({ step_id }) => !used.has(step_id)),
  )
  return listLiteralLeaves(value).flatMap(({ pointer, value: text }) => {
    const shown = idle
      .flat()
      .flatMap(({ step_id: $from }): From[] =>
        leavesOf(run.outputOf($from) ?? null).flatMap((leaf) =>
          typeof text === 'string' && leaf.value === text ? [{ $from, at: leaf.pointer }] : [],
        ),
      )
    return shown.length === 1 ? [{ pointer, from: shown[0] as From }] : []
  })
}

/** What takes values of earlier steps: the arguments of a step, or the answer. */
interface Taker {
  step_id?: string
  tool?: string
  value: Json
  before: readonly Step[]
  sources: readonly PlacedFrom[]
}

/** What takes a value, in words. */
const describeTaker = ({ step_id, tool }: Taker, pointer: string): string =>
  step_id === undefined ? 'the answer' : `${step_id} ${tool} ${pointer}`

const placeAt = ({ step_id, tool }: Taker, pointer: string) =>
  step_id === undefined ? {} : { step_id, ...(tool && { tool }), pointer }

const listFields = (extremes: readonly Extreme[]): string[] =>
  extremes.map(({ by, isGreatest }) => `the ${isGreatest ? 'greatest' : 'least'} ${by || 'value'}`)

/** What the task goes on with is likelier the reason than what it never mentions. */
function preferPassedOn<T extends { by?: string }>(
  rules: readonly T[],
  isPassedOn: (by: string) => boolean,
): readonly T[] {
  const passedOn = rules.filter(({ by }) => by !== undefined && isPassedOn(by))
  return passedOn.length > 0 ? passedOn : rules
}

/** Asks by which rule items of a list are chosen, at the first value that is taken from them. */
function askItems(
  task: Task,
  taker: Taker,
  { pointer, from: source }: PlacedFrom,
  indices: readonly number[],
  { selection, run, isUsed }: { selection: Selection; run: ReferenceRun; isUsed: (at: string) => boolean },
): TaskQuestion[] {
  const { chosen, choices, from, give } = selection
  const list = selection.list as JsonObject & ListPlace
  const items = choices.map(({ value }) => value)
  const rivals =
    indices.length === 1
      ? findRivals(selection, task, run).map(({ value }) => value)
      : items.filter((_, i) => !indices.includes(i))
  if (rivals.length === 0) return []
  const found = findItemRules(
    indices.map((i) => items[i] as Json),
    rivals,
    task.prompt,
    give,
  )
  const rules = preferPassedOn(found, (by) => isUsed(`${chosen.step} ${chosen.at}${by}`))
  if (rules.length === 0) return []
  const isOne = indices.length === 1
  const words = rules.map(describeItemRule)
  const which = isOne
    ? `item ${choices.indexOf(chosen) + 1} of the ${choices.length} in ${from}`
    : `${indices.length} of the ${choices.length} items in ${from}`
  const has = isOne ? 'It has' : 'They have'
  const extremes = rules.flatMap(({ by, isGreatest = false, where }) =>
    by !== undefined && !where ? [{ by, isGreatest }] : [],
  )
  const fields = extremes.length > 0 ? listFields(extremes) : words
  const advice =
    rivals.length < choices.length - indices.length
      ? ''
      : ' If this is the reason, draft into a *.suite.ts, where a function chooses it.'
  const text = `${describeTaker(taker, pointer)} takes ${give || 'its value'} from ${which}. ${has} ${fields.join(', ')}. The line expects ${isOne ? 'this one' : 'these'}, whatever the reason.${advice}`
  const item = `item ${choices.indexOf(chosen) + 1} of ${choices.length}`
  const several = isOne ? item : `these ${indices.length} of ${choices.length} items`
  const single = isOne ? `${item} has` : `these are the ${indices.length} of ${choices.length} items where`
  const code = {
    text:
      rules.length > 1
        ? `each of these rules chooses ${several}. If one of them is meant, write it in place of the line.`
        : `${single} ${words.join()}. If that is the reason, replace the line as proposed.`,
    choice: { list: { $from: source.$from, at: list.at as string }, indices, rules },
  }
  return [{ task_id: task.task_id, kind: 'extreme', ...placeAt(taker, pointer), text, code }]
}

/** Asks by which rule one of several results is chosen. */
function askResult(
  task: Task,
  taker: Taker,
  place: PlacedFrom,
  { selection, run, isUsed }: { selection: Selection; run: ReferenceRun; isUsed: (at: string) => boolean },
): TaskQuestion[] {
  const { chosen, choices, from, give } = selection
  const rivals = findRivals(selection, task, run)
  // Where others are taken too, none of them is chosen.
  if (rivals.length === 0 || rivals.some(({ step }) => isUsed(`${step} ${give}`))) return []
  const extremes = preferPassedOn(findExtremes(selection, rivals), (by) => isUsed(`${chosen.step} ${by}`))
  const [first] = extremes
  if (first === undefined) return []
  const fields = listFields(extremes).join(', ')
  const way = `write ${JSON.stringify(buildRule(selection, first))}${extremes.length > 1 ? ', or the same for another field' : ''}`
  const rule = rivals.length < choices.length - 1 ? '' : ` If this is the reason, ${way}.`
  const text = `${describeTaker(taker, place.pointer)} takes ${give || 'its value'} from ${chosen.step}, one of ${choices.length} ${from}. It has ${fields}. The line expects this one, whatever the reason.${rule}`
  const code = {
    text: `the result with this value has ${fields.replaceAll(' /', ' ')}. If that is the reason, replace it as proposed.`,
    value: proposeValue(taker.value, place, taker.sources, selection, first, taker.before),
  }
  return [{ task_id: task.task_id, kind: 'extreme', ...placeAt(taker, place.pointer), text, code }]
}

/**
 * Asks by which rule values are taken from some of several items or results: it is an extreme of a field, or a value that
 * the prompt states. One run does not show which rule the agent followed.
 */
export function askExtremes(given: Task, registry: Registry): TaskQuestion[] {
  const task = putInOnePrompt(given)
  const run = openWorlds(task, registry).reference(0)
  const { steps } = task.expected_trace
  const takers = [
    ...steps.map(({ step_id, tool_name, arguments: args }, i) => {
      return { step_id, tool: tool_name, value: args as Json, before: steps.slice(0, i) }
    }),
    { value: task.expected_final_answer ?? null, before: steps },
  ].map(
    (taker): Taker => ({
      ...taker,
      sources: [...listFroms(taker.value), ...listShown(taker.value, taker.before, task, run)],
    }),
  )
  const froms = takers.flatMap(({ sources }) => sources.map(({ from }) => from))
  const used = new Set(froms.map(({ $from, at }) => `${$from} ${at}`))
  const isUsed = (at: string): boolean => used.has(at)
  const asked = new Set<string>()
  return takers.flatMap((taker) =>
    taker.sources.flatMap((place): TaskQuestion[] => {
      const { from: source } = place
      const selection = readSelection(source, taker.before, run)
      if (selection === undefined) return []
      const { list, from, chosen, give } = selection
      const key = list === undefined ? `${from} ${chosen.step} ${give}` : from
      if (asked.has(key)) return []
      const indices = froms.flatMap(({ $from, at }) => {
        const item = splitItemPointer(at)
        return item !== undefined && $from === source.$from && item.list === list?.at ? [item.index] : []
      })
      const context = { selection, run, isUsed }
      const all = [...new Set(indices)]
      const isAlone = selection.choices.every(
        (one) => one === chosen || !isUsed(`${one.step} ${one.at}${give}`),
      )
      const questions =
        list === undefined
          ? askResult(task, taker, place, context)
          : ([all, ...(all.length > 1 && isAlone ? [[selection.choices.indexOf(chosen)]] : [])]
              .map((items) => askItems(task, taker, place, items, context))
              .find((one) => one.length > 0) ?? [])
      if (questions.length > 0) asked.add(key)
      return questions
    }),
  )
}
