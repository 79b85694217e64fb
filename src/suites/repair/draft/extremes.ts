import { type From, isFrom, listSources, readBindingKey } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { putInOnePrompt } from '../../../scoring/whole-prompt.ts'
import { groupBy } from '../../../shared/group.ts'
import { type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { readValueAt, replaceAt } from '../../../shared/pointer.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { openWorlds } from '../../../tasks/task-worlds.ts'
import type { Registry } from '../../../tools/registry.ts'
import { listLiteralLeaves } from '../../audit/literal-leaves.ts'
import { listNodes } from '../../load/nodes.ts'
import type { ListPlace } from '../../print/expressions.ts'
import { type ItemRule, splitItemPointer } from '../../print/item-choice.ts'
import { describeItemRule, type Extreme, findItemRules, MAX_RULES } from './item-rules.ts'
import type { TaskQuestion } from './questions.ts'
import {
  buildRule,
  type ExtremeChoice,
  findExtremes,
  findRivals,
  readSelection,
  type Selection,
} from './selection.ts'

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

interface Context {
  selection: Selection
  run: ReferenceRun
  isUsed: (at: string) => boolean
  /** Calls of one tool for all items of the list, in their order. */
  pass: readonly Taker[]
}

/** Items that the prompt tells from the others by what a call for each item answered. */
function findResultRules(indices: readonly number[], { pass, run }: Context, prompt: string): ItemRule[] {
  const ids = pass.map(({ step_id }) => step_id as string)
  const outputs = ids.map((id) => run.outputOf(id) ?? null)
  const others = outputs.filter((_, i) => !indices.includes(i))
  const rules = findItemRules(
    indices.flatMap((i) => outputs[i] ?? []),
    others,
    prompt,
  )
  return rules.flatMap(({ where, by }) =>
    where && by === undefined ? [{ where, of: ids.map(($from) => ({ $from, at: where.by })) }] : [],
  )
}

/** Asks by which rule items of a list are chosen, at the first value that is taken from them. */
function askItems(
  task: Task,
  taker: Taker,
  { pointer, from: source }: PlacedFrom,
  indices: readonly number[],
  context: Context,
): TaskQuestion[] {
  const { selection, run, isUsed } = context
  const { chosen, choices, from, give } = selection
  const list = selection.list as JsonObject & ListPlace
  const items = choices.map(({ value }) => value)
  const others = items.filter((_, i) => !indices.includes(i))
  if (others.length === 0 || (indices.length === 1 && findRivals(selection, task, run).length === 0))
    return []
  const found = findItemRules(
    indices.map((i) => items[i] as Json),
    others,
    task.prompt,
    give,
  )
  const plain = preferPassedOn(found, (by) => isUsed(`${chosen.step} ${chosen.at}${by}`))
  const rules = plain.length > 0 ? plain : findResultRules(indices, context, task.prompt)
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
  const fields = extremes.length > 0 ? listFields(extremes).join(', ') : words.join(' or ')
  const text = `${describeTaker(taker, pointer)} takes ${give || 'its value'} from ${which}. ${has} ${fields}. The line expects ${isOne ? 'this one' : 'these'}, whatever the reason. If this is the reason, draft into a *.suite.ts, where a function chooses it.`
  const item = `item ${choices.indexOf(chosen) + 1} of ${choices.length}`
  const several = isOne ? item : `these ${indices.length} of ${choices.length} items`
  const single = isOne ? `${item} has` : `these are the ${indices.length} of ${choices.length} items where`
  const code = {
    text:
      rules.length > 1
        ? `each of these rules chooses ${several}. If one of them is meant, write it in place of the line.`
        : `${single} ${words.join()}. If that is the reason, replace the line as proposed.`,
    choice: { list: { $from: source.$from, at: list.at as string }, indices, rules },
    value: rules.flatMap(({ of = [] }) => of),
  }
  return [{ task_id: task.task_id, kind: 'extreme', ...placeAt(taker, pointer), text, code }]
}

/**
 * Asks why some items of a list are taken, if no rule that is known chooses them and the prompt does not name each. Only a
 * function can say why, so that a line has no such question.
 */
function askFrozen(
  task: Task,
  takers: readonly Taker[],
  indices: readonly number[],
  readsItem: (taker: Taker) => readonly number[],
  { selection, run, pass }: Context,
): TaskQuestion[] {
  const taker = takers.find((one) => !pass.includes(one) && readsItem(one).length > 0)
  const { choices, list } = selection
  const isNamed = (index: number): boolean =>
    findRivals({ ...selection, chosen: choices[index] as ExtremeChoice }, task, run).every((rival) =>
      indices.includes(choices.indexOf(rival)),
    )
  // A later message may say which, in words that name no item.
  const isToldLater = task.expected_trace.steps.some(
    (one) => one.step_id === taker?.step_id && one.after_turn,
  )
  if (!taker || indices.length === choices.length || isToldLater || indices.every(isNamed)) return []
  const places = indices.map((index) => index + 1).sort((a, b) => a - b)
  const items = `item${places.length > 1 ? 's' : ''} ${places.join(' and ')} of the ${choices.length}`
  const { $from, at } = list as JsonObject & ListPlace
  const source = task.expected_trace.steps.find((one) => one.step_id === $from)
  const name = at.slice(1) || `the result of ${source?.tool_name}`
  const { step_id, tool } = taker
  return [
    {
      task_id: task.task_id,
      kind: 'extreme',
      ...(step_id !== undefined && { step_id, ...(tool && { tool }) }),
      text: '',
      code: {
        text: `the task goes on with ${items} in ${name}, and the prompt does not say why. If a rule chooses ${places.length > 1 ? 'them' : 'it'}, write it in place of the index.`,
      },
    },
  ]
}

/** Asks by which rule one of several results is chosen. */
function askResult(
  task: Task,
  taker: Taker,
  place: PlacedFrom,
  { selection, run, isUsed }: Omit<Context, 'pass'>,
): TaskQuestion[] {
  const { chosen, choices, from, give } = selection
  const rivals = findRivals(selection, task, run)
  // Where others are taken too, none of them is chosen.
  if (rivals.length === 0 || rivals.some(({ step }) => isUsed(`${step} ${give}`))) return []
  // What is proposed compares them all, those too that the prompt leaves out.
  const all = choices.filter((choice) => choice !== chosen)
  const extremes = preferPassedOn(findExtremes(selection, all), (by) => isUsed(`${chosen.step} ${by}`))
  const [first] = extremes
  if (first === undefined) return []
  const fields = listFields(extremes).join(', ')
  const way = `write ${JSON.stringify(buildRule(selection, first))}${extremes.length > 1 ? ', or the same for another field' : ''}`
  const text = `${describeTaker(taker, place.pointer)} takes ${give || 'its value'} from ${chosen.step}, one of ${choices.length} ${from}. It has ${fields}. The line expects this one, whatever the reason. If this is the reason, ${way}.`
  const [value = null, ...others] = extremes
    .slice(0, MAX_RULES)
    .map((one) => proposeValue(taker.value, place, taker.sources, selection, one, taker.before))
  const code = {
    text:
      others.length > 0
        ? 'each of these rules chooses the result with this value. If one of them is meant, replace it as proposed there.'
        : `the result with this value has ${fields.replaceAll(' /', ' ')}. If that is the reason, replace it as proposed.`,
    value,
    ...(others.length > 0 && { others }),
  }
  return [{ task_id: task.task_id, kind: 'extreme', ...placeAt(taker, place.pointer), text, code }]
}

/** The calls of a tool that takes every item of a list, one after the other, if there is such a tool. */
function findPass(
  takers: readonly Taker[],
  count: number,
  readsItem: (taker: Taker) => readonly number[],
): readonly Taker[] {
  const passes = [...groupBy(takers, ({ tool }) => tool).values()].map((same) =>
    same.filter((one) => one.step_id !== undefined && readsItem(one).length > 0),
  )
  const isPass = (calls: readonly Taker[]): boolean =>
    count > 1 &&
    calls.length === count &&
    calls.every((one, i) => readsItem(one).every((index) => index === i))
  return passes.find(isPass) ?? []
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
  const all = takers.flatMap((taker) =>
    taker.sources.flatMap((place): TaskQuestion[] => {
      const { from: source } = place
      const selection = readSelection(source, taker.before, run)
      if (selection === undefined) return []
      const { list, from, chosen, give } = selection
      const key = list === undefined ? `${from} ${chosen.step} ${give}` : from
      if (asked.has(key)) return []
      const readsItem = ({ sources }: Taker): number[] =>
        sources.flatMap(({ from: { $from, at } }) => {
          const item = splitItemPointer(at)
          return item !== undefined && $from === source.$from && item.list === list?.at ? [item.index] : []
        })
      const pass = findPass(takers, selection.choices.length, readsItem)
      const indices = takers.filter((one) => !pass.includes(one)).flatMap(readsItem)
      const context = { selection, run, isUsed, pass }
      const taken = [...new Set(indices)]
      const isAlone = selection.choices.every(
        (one) => one === chosen || !isUsed(`${one.step} ${one.at}${give}`),
      )
      const questions =
        list === undefined
          ? askResult(task, taker, place, context)
          : ([taken, ...(taken.length > 1 && isAlone ? [[selection.choices.indexOf(chosen)]] : [])]
              .map((items) => askItems(task, taker, place, items, context))
              .find((one) => one.length > 0) ?? askFrozen(task, takers, taken, readsItem, context))
      if (questions.length > 0) asked.add(key)
      return questions
    }),
  )
  // What is proposed for a call may choose the items as well.
  const proposed = new Set(
    all.flatMap(({ step_id, text, code }) => (text && code?.value && !code.choice ? [step_id] : [])),
  )
  return all.filter(({ step_id, text }) => text !== '' || !proposed.has(step_id))
}
