import { type From, isFrom, listSources, readBindingKey } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries } from '../../../scoring/tokens.ts'
import { putInOnePrompt } from '../../../scoring/whole-prompt.ts'
import { groupBy } from '../../../shared/group.ts'
import { type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { readValueAt, replaceAt } from '../../../shared/pointer.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { openWorlds } from '../../../tasks/task-worlds.ts'
import type { Registry } from '../../../tools/registry.ts'
import { listLiteralLeaves } from '../../audit/literal-leaves.ts'
import { listNodes } from '../../load/nodes.ts'
import { isIdName, nameAt } from '../record/infer-schema.ts'
import { readRank } from '../record/recorded-values.ts'
import type { ProposedChoice, TaskQuestion } from './questions.ts'

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
  const [, list, index, give = ''] = /^(.*)\/(\d+)((?:\/[^/]*\D[^/]*)*)$/.exec(at) ?? []
  const items = list === undefined ? undefined : readValueAt(outputOf($from) ?? null, list)
  if (list !== undefined && Array.isArray(items)) {
    const choices = items.map((value, i): ExtremeChoice => ({ step: $from, at: `${list}/${i}`, value }))
    const chosen = choices[Number(index)] as ExtremeChoice
    return { from: `${$from} ${list}`.trim(), list: { $from, at: list }, choices, chosen, give }
  }
  const tool = steps.find(({ step_id }) => step_id === $from)?.tool_name
  const choices = steps
    .filter(({ tool_name }) => tool_name === tool)
    .map(({ step_id }): ExtremeChoice => ({ step: step_id, at: '', value: outputOf(step_id) ?? null }))
  const chosen = choices.find(({ step }) => step === $from)
  return chosen && { from: `results of ${tool}`, choices, chosen, give: at }
}

/** Which choices the prompt does not leave out by naming the chosen one. */
export function findRivals({ choices, chosen }: Selection, task: Task, run: ReferenceRun): ExtremeChoice[] {
  const findNamed = ({ step, at, value }: ExtremeChoice): Set<string> => {
    const said = at === '' ? [value, run.argumentsOf.get(step) ?? null] : [value]
    const texts = leavesOf(said).map((leaf) => leaf.value)
    return new Set(texts.filter((text) => typeof text === 'string' && carries(task.prompt, text)) as string[])
  }
  const own = findNamed(chosen)
  return choices.filter((choice) => {
    const named = findNamed(choice)
    return (
      choice !== chosen &&
      ([...own].every((text) => named.has(text)) || [...named].some((text) => !own.has(text)))
    )
  })
}

export interface Extreme {
  /** JSON Pointer from a choice to what is compared. */
  by: string
  isGreatest: boolean
}

/** The fields of which the chosen one has the greatest or least value of all, first the one that is taken. */
export function findExtremes({ chosen, give }: Selection, rivals: readonly ExtremeChoice[]): Extreme[] {
  const found = leavesOf(chosen.value).flatMap(({ pointer: by, value }): Extreme[] => {
    const rank = isIdName(nameAt(by)) ? undefined : readRank(value)
    if (rank === undefined) return []
    const others = rivals.map((rival) => readRank(readValueAt(rival.value, by) ?? null))
    const isAbove = others.every((other) => other !== undefined && other < rank)
    const isBelow = others.every((other) => other !== undefined && other > rank)
    return isAbove || isBelow ? [{ by, isGreatest: isAbove }] : []
  })
  return found.sort((a, b) => Number(b.by === give) - Number(a.by === give))
}

/** The binding that says by which rule the value is chosen. */
export function buildRule({ list, choices, give }: Selection, { by, isGreatest }: Extreme): JsonObject {
  if (list !== undefined) return { $extreme: list, by, isGreatest, give }
  const listAllFroms = (at: string): Json[] => choices.map(({ step: $from }) => ({ $from, at }))
  const rule = isGreatest ? 'max' : 'min'
  return by === give
    ? { $calc: rule, of: listAllFroms(by) }
    : { $pick: rule, of: listAllFroms(by), give: listAllFroms(give) }
}

/** A proposal with what an earlier one chooses in place of the recorded item. */
export const applyChoice = (value: Json, { step, at: item, rule }: ProposedChoice): Json =>
  listNodes([value]).reduce<Json[]>(
    (all, { pointer, value: node }) => {
      if (!isFrom(node) || node.$from !== step || !node.at.startsWith(`${item}/`)) return all
      const { $from: _, at, ...others } = node
      return replaceAt(all, pointer, { ...rule, give: at.slice(item.length), ...others } as Json)
    },
    [value],
  )[0] ?? null

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
  const { list, choices, chosen } = selection
  const listGiven = (key: string): Json[] =>
    choices.map(({ step }) => steps.find(({ step_id }) => step_id === step)?.arguments[key] ?? null)
  const given =
    list === undefined ? steps.find(({ step_id }) => step_id === chosen.step)?.arguments : undefined
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

/**
 * Asks about each value that is taken from one of several items or results of which it is the extreme in some field: one
 * run does not show by which rule the agent chose.
 */
export function askExtremes(given: Task, registry: Registry): TaskQuestion[] {
  const task = putInOnePrompt(given)
  const { task_id } = task
  const run = openWorlds(task, registry).reference(0)
  const { steps } = task.expected_trace
  const users = [
    ...steps.map(({ step_id, tool_name, arguments: args }, i) => {
      return { step_id, tool: tool_name, value: args as Json, before: steps.slice(0, i) }
    }),
    { value: task.expected_final_answer ?? null, before: steps },
  ].map((user) => ({
    ...user,
    sources: [...listFroms(user.value), ...listShown(user.value, user.before, task, run)],
  }))
  const used = new Set(users.flatMap(({ sources }) => sources.map(({ from }) => `${from.$from} ${from.at}`)))
  const asked = new Set<string>()
  return users.flatMap(({ sources, before, value, ...user }) =>
    sources.flatMap(({ pointer, from: source }): TaskQuestion[] => {
      const selection = readSelection(source, before, run)
      if (selection === undefined) return []
      const { chosen, choices, from, give, list } = selection
      const rivals = findRivals(selection, task, run)
      // Where others are taken too, none of them is chosen.
      if (rivals.length === 0 || rivals.some(({ step, at }) => used.has(`${step} ${at}${give}`))) return []
      const found = findExtremes(selection, rivals)
      const passedOn = found.filter(({ by }) => used.has(`${chosen.step} ${chosen.at}${by}`))
      // What the task goes on with is likelier the reason than what it never mentions.
      const extremes = passedOn.length > 0 ? passedOn : found
      const [first] = extremes
      const key = `${from} ${chosen.step} ${chosen.at} ${give}`
      if (first === undefined || asked.has(key)) return []
      asked.add(key)
      const fields = extremes.map(
        ({ by, isGreatest }) => `the ${isGreatest ? 'greatest' : 'least'} ${by || 'value'}`,
      )
      const which =
        list === undefined
          ? `${chosen.step}, one of ${choices.length} ${from}`
          : `item ${choices.indexOf(chosen) + 1} of the ${choices.length} in ${from}`
      const what = 'step_id' in user ? `${user.step_id} ${user.tool} ${pointer}` : 'the answer'
      const way =
        list === undefined
          ? `write ${JSON.stringify(buildRule(selection, first))}${extremes.length > 1 ? ', or the same for another field' : ''}`
          : 'draft into a *.suite.ts, where a function chooses it'
      const rule = rivals.length < choices.length - 1 ? '' : ` If this is the reason, ${way}.`
      const text = `${what} takes ${give || 'its value'} from ${which}. It has ${fields.join(', ')}. The line expects this one, whatever the reason.${rule}`
      const places = users
        .flatMap((one) => one.sources)
        .filter(
          ({ from: { $from, at } }) => $from === chosen.step && `${at}/`.startsWith(`${chosen.at}/`),
        ).length
      const code = {
        text: `${list === undefined ? 'the result with this value' : `item ${choices.indexOf(chosen) + 1} of ${choices.length}`} has ${fields.join(', ').replaceAll(' /', ' ')}. If that is the reason, replace it as proposed${places > 1 ? `, at all ${places} places that take from it` : ''}.`,
        value: proposeValue(value, { pointer, from: source }, sources, selection, first, before),
        ...(list && { choice: { step: chosen.step, at: chosen.at, rule: buildRule(selection, first) } }),
      }
      return [{ task_id, kind: 'extreme', ...('step_id' in user && { ...user, pointer }), text, code }]
    }),
  )
}
