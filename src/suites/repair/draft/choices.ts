import { isFrom, listSources } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { putInOnePrompt } from '../../../scoring/whole-prompt.ts'
import { groupBy } from '../../../shared/group.ts'
import { isIdName } from '../../../shared/id-name.ts'
import type { Json } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { listNodes } from '../../load/nodes.ts'
import {
  type Column,
  findInRows,
  type ItemChoice,
  type ItemPlaces,
  type ListPlace,
} from '../../print/rows.ts'
import { listStatedWords } from '../bind/selection.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isExchangeable, isShort } from '../record/value-exchange.ts'
import type { TaskQuestion } from './questions.ts'
import type { KnownValue, RefusedItem } from './row-tests.ts'
import { type FoundRows, findRows, listTakers, type OutputOf, type Taker } from './rows.ts'
import { describeRule, type FoundRule, findRules } from './rules.ts'
import type { SessionCall } from './session.ts'

/** Of fewer items, a rule tells one from the others by chance. */
const MIN_ITEMS_IN_FORCE = 3
/** Whether an extreme is of all items, of those with a flag, or of those that what the prompt states leaves. */
const isBacked = ({ isStated, by, where }: FoundRule): boolean =>
  isStated || by === undefined || where.every(({ test }) => test.is === 'true')
/** Whether the prompt states all that a rule tests. */
const isSure = ({ isStated, by, isFirst }: FoundRule): boolean => isStated && by === undefined && !isFirst

interface Choice {
  rows: FoundRows
  indices: number[]
  /** The same in the order of the calls. */
  called: number[]
  takers: Taker[]
}

/** Where a taker takes a value of items from. */
const findTaken = ({ sources }: Taker, rows: FoundRows) =>
  sources.flatMap(({ pointer, from }) => {
    const place = findInRows(rows, from)
    return place === undefined ? [] : [{ ...place, pointer, from }]
  })

/** Which items each argument of a tool goes on with, if the tool does not take all. Arguments with the same items are one choice. */
function listChoices(rows: FoundRows, takers: readonly Taker[]): Choice[] {
  const count = rows.items[0]?.length ?? 0
  const going = takers
    .filter((one) => !rows.passes.has(one.step_id ?? ''))
    .flatMap((taker) =>
      findTaken(taker, rows).map(({ pointer, from, index }) => {
        const name = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
        return { taker: { ...taker, sources: [{ pointer, from }] }, name, index }
      }),
    )
  const countItems = (same: typeof going): number => new Set(same.map(({ index }) => index)).size
  const partial = [...groupBy(going, ({ taker }) => taker.tool).values()].filter(
    (same) => countItems(same) < count,
  )
  const sets = partial
    .flatMap((same) => [...groupBy(same, ({ name }) => name).values()])
    .map((same) => {
      const called = [...new Set(same.map(({ index }) => index))]
      const indices = called.toSorted((one, other) => one - other)
      return { takers: same.map(({ taker }) => taker), indices, called }
    })
  return [...groupBy(sets, ({ indices }) => indices.join()).values()].map((equal) => ({
    rows,
    indices: equal[0]?.indices ?? [],
    called: equal[0]?.called ?? [],
    takers: equal.flatMap(({ takers }) => takers),
  }))
}

/** The results of calls that were made for each of the chosen items, at the index of the item. */
function listMade({ rows, indices, takers }: Choice): ItemPlaces[] {
  const count = rows.items[0]?.length ?? 0
  return [...groupBy(takers, ({ tool = '' }) => tool).values()].flatMap((calls): ItemPlaces[] => {
    const taken = calls.map((one) => new Set(findTaken(one, rows).map(({ index }) => index)))
    const isForEach = taken.every((found, i) => found.size === 1 && found.has(indices[i] as number))
    if (!isForEach || calls.length !== indices.length || indices.length < 2) return []
    const ids = calls.map(({ step_id = '' }) => step_id)
    const idOf = (index: number): string => ids[indices.indexOf(index)] ?? ''
    return [Array.from({ length: count }, (_, index) => ({ $from: idOf(index), at: '' }))]
  })
}

/** How many items a tool was called for, each once, with the count as a binding. */
export function listCounts(
  task: Task,
  outputOf: OutputOf,
  isWrite: (tool: string) => boolean,
): { count: number; of: Json }[] {
  const takers = listTakers(putInOnePrompt(task))
  const byTool = [...groupBy(takers, ({ tool = '' }) => tool)].filter(
    ([tool]) => tool !== '' && isWrite(tool),
  )
  return findRows(takers, outputOf).flatMap((rows) =>
    byTool.flatMap(([, calls]) => {
      const taken = calls.map((one) => new Set(findTaken(one, rows).map(({ index }) => index)))
      const indices = new Set(taken.flatMap((found) => [...found]))
      if (calls.length < 2 || indices.size < calls.length || taken.some(({ size }) => size !== 1)) return []
      const of = [...indices].flatMap((index): Json[] => rows.lists[0]?.[index] as never)
      return [{ count: of.length, of: { $calc: 'count', of } }]
    }),
  )
}

/** Whether each of the items has a word of the prompt that no other item has: "the kettle" names "Glass kettle 1.2 l". */
function areNamed({ rows, indices }: Choice, prompt: string, kind: string): boolean {
  const words = (rows.items[0] ?? []).map((_, i) =>
    listStatedWords(
      rows.items.map((items) => items[i] ?? null),
      prompt,
      kind,
    ),
  )
  return (
    indices.every((index) =>
      words.every((theirs, i) => i === index || [...(words[index] ?? [])].some((word) => !theirs.has(word))),
    ) &&
    words.every(
      (theirs, i) =>
        indices.includes(i) || [...theirs].every((word) => indices.every((index) => words[index]?.has(word))),
    )
  )
}

/** The calls whose results a rule compares. */
export const listCompared = ({ rows, rules }: Omit<ItemChoice, 'text'>): string[] =>
  rules.flatMap(({ where, by }) => [
    ...[...where.map((test) => test.by.list), by?.list ?? 0].flatMap((list) =>
      (rows.lists[list] ?? []).map(({ $from }) => $from),
    ),
    ...where.flatMap(({ test }) => ('place' in test && test.place ? [test.place.$from] : [])),
  ])

/** The values that rules compare with a value of the prompt. */
export const listComparedValues = ({ rows, rules }: Omit<ItemChoice, 'text'>, outputOf: OutputOf): string[] =>
  rules.flatMap(({ where }) =>
    where.flatMap(({ by: { list, at, minus }, test }) => {
      // A value that another result has too is exchanged in both places.
      if ('place' in test && test.place) return []
      const fields = [at, ...(minus === undefined ? [] : [minus])]
      return (rows.lists[list] ?? []).flatMap((place) =>
        fields.map((field) => String(readValueAt(outputOf(place.$from), place.at + field))),
      )
    }),
  )

/** Values of results from before the choice, without results about an item of the rows. */
function listKnown({ rows, takers }: Choice, { expected_trace }: Task, outputOf: OutputOf): KnownValue[] {
  const inRows = new Set(rows.lists.flatMap((places) => places.map(({ $from }) => $from)))
  const ofItems = new Set(leavesOf([...(rows.items[0] ?? [])]).map(({ value }) => value))
  const end = expected_trace.steps.findIndex(({ step_id }) => step_id === takers[0]?.step_id)
  const before = expected_trace.steps
    .slice(0, end < 0 ? undefined : end)
    .filter(
      ({ step_id, arguments: args }) =>
        !inRows.has(step_id) &&
        !leavesOf(args).some(({ value }) => ofItems.has(value)) &&
        !listSources(args).some((from) => findInRows(rows, from)),
    )
  return before.flatMap(({ step_id: $from, arguments: args }) => {
    const sent = new Set(leavesOf(args).map(({ value }) => value))
    return listNodes(outputOf($from), Array.isArray)
      .filter(({ value }) => typeof value !== 'object' || Array.isArray(value))
      .map(({ pointer: at, value }) => ({ $from, at, value, isEcho: sent.has(value) }))
  })
}

/** The list of rows as a place in a result. */
const readList = (rows: FoundRows): ListPlace => {
  const [[{ $from, at }]] = rows.lists as [[ListPlace]]
  return { $from, at: at.replace(/\/\d+$/, '') }
}

/** The question about the items, which stands above the variable for them. */
function describeChoice(
  { rows, indices }: Choice,
  [rule, ...others]: readonly FoundRule[],
  tools: ReadonlyMap<string, string>,
  refused: readonly RefusedItem[],
  isInForce: boolean,
): string {
  const count = rows.items[0]?.length
  const { $from, at } = readList(rows)
  const isResult = rows.lists[0]?.[0]?.at === ''
  const isOne = indices.length === 1
  const describeItems = (all: readonly number[]): string => {
    const places = new Intl.ListFormat('en-GB').format(all.map((index) => String(index + 1)))
    return `item${all.length === 1 ? '' : 's'} ${places}`
  }
  const which = describeItems(indices)
  const where = refused.map(({ index }) => index)
  const out = where.length === 0 ? '' : ` A call for ${describeItems(where)} was refused.`
  if (rule === undefined) {
    const noun =
      at.slice(1) || (isResult ? `results of ${tools.get($from)}` : `the result of ${tools.get($from)}`)
    return `why ${which} of the ${count} in ${noun}?${out} If by a rule, write it in place of the ${isOne ? 'index' : 'indices'}.`
  }
  const bound = rule.where.find(({ test: { is } }) => /^[<>]/.test(is))?.test
  const value = bound && 'value' in bound ? bound.value : undefined
  const isAtBound = rows.items.some((items) =>
    items.some((item) => leavesOf(item).some((leaf) => leaf.value === value)),
  )
  const [sign = ''] = bound?.is ?? ''
  const edge = value === undefined || isAtBound ? '' : ` No item has ${value}: ${sign} or ${sign}=?`
  const or = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(others.map(describeRule))
  if (isInForce)
    return `is this why ${which} of ${count} ${isOne ? 'was' : 'were'} taken?${or && ` Or ${or}?`}${edge}${out}`
  return `why ${which} of ${count}? ${others.length > 0 ? 'One of these rules' : 'This rule'} may be meant: write it in place of the line.${edge}${out}`
}

/** The items that a call of a taker was made for in vain, in place of a chosen item. */
function listRefused({ rows, indices, takers }: Choice, dropped: readonly SessionCall[]): RefusedItem[] {
  const found = takers.flatMap((taker) =>
    findTaken(taker, rows).flatMap(({ list, at, pointer }) =>
      dropped.flatMap((call): RefusedItem[] => {
        const value = call.tool_name === taker.tool ? readValueAt(call.arguments, pointer) : undefined
        const index = (rows.items[list] ?? []).findIndex((item) => readValueAt(item, at) === value)
        return value === undefined || index < 0 || indices.includes(index)
          ? []
          : [{ index, by: { list, at }, value }]
      }),
    ),
  )
  return [...new Map(found.map((one) => [one.index, one])).values()]
}

/**
 * Whether the rule for a single item is that the prompt names it, perhaps by a word of its name, or that another result
 * has its value under the same name. A word of a fixed list, such as a state, names nothing. A small number fits other items by chance.
 */
function isNamedBy(rule: FoundRule | undefined, { indices }: Choice): boolean {
  const [one, ...more] = rule?.where ?? []
  if (rule?.by || rule?.isFirst || more.length > 0 || indices.length > 1) return false
  if (one?.test.is === 'has') return typeof one.test.value === 'string' && /^\p{Lu}/u.test(one.test.value)
  if (one?.test.is !== '===') return false
  const { value, place } = one.test
  const isOfName = place !== undefined && nameAt(place.at) === nameAt(one.by.at)
  // A long number that the prompt states may be a bound: "up to 1500".
  if (typeof value === 'number' && place === undefined) return false
  const isKey = isOfName && (isIdName(nameAt(one.by.at)) || !isShort(String(value)))
  return isExchangeable(String(value)) && (place === undefined || isKey)
}

/** The pages of a list as one list, which is asked about nowhere. */
const namePages = ({ lists }: FoundRows, task_id: string): TaskQuestion[] => {
  const [list = []] = lists
  const pages = new Set(list.map(({ $from }) => $from))
  if (pages.size < 2 || list[0]?.at === '') return []
  const choice = { rows: { lists }, indices: [...list.keys()], rules: [] }
  return [{ task_id, kind: 'extreme', text: '', choice, only: 'code' }]
}

/**
 * Asks by which rule a task goes on with some of several items or results. One run does not show the rule. An item that the
 * prompt names needs no question.
 */
export function askChoices(
  given: Task,
  outputOf: OutputOf,
  dropped: readonly SessionCall[] = [],
): TaskQuestion[] {
  const task = putInOnePrompt(given)
  const takers = listTakers(task)
  const tools = new Map(task.expected_trace.steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
  const passedOn = new Set(
    takers.flatMap(({ sources }) => sources.map(({ from }) => `${from.$from} ${from.at}`)),
  )
  const isLate = (one: Taker): boolean =>
    task.expected_trace.steps.some(({ step_id, after_turn }) => step_id === one.step_id && after_turn)
  return findRows(takers, outputOf).flatMap((rows) => [
    ...namePages(rows, task.task_id),
    ...listChoices(rows, takers).flatMap((choice): TaskQuestion[] => {
      const { indices } = choice
      const isResult = rows.lists[0]?.[0]?.at === ''
      const isPassedOn = ({ list, at }: Column): boolean =>
        indices.some((i) => passedOn.has(`${rows.lists[list]?.[i]?.$from} ${rows.lists[list]?.[i]?.at}${at}`))
      const { at } = readList(rows)
      const known = listKnown(choice, task, outputOf)
      const refused = listRefused(choice, dropped)
      const rules = findRules(choice.called, {
        ...{ lists: rows.items, prompt: task.prompt, known, refused, isPassedOn, listAt: at },
      })
      const [rule] = rules
      const areSeveral = (rows.items[0]?.length ?? 0) >= MIN_ITEMS_IN_FORCE
      const taker = choice.takers.find((one) => isFrom(one.sources[0]?.from as Json)) as Taker
      const place =
        taker.step_id === undefined ? {} : { step_id: taker.step_id, ...(taker.tool && { tool: taker.tool }) }
      const base = { task_id: task.task_id, kind: 'extreme' as const, ...place }
      const order = rule?.count === undefined ? indices : choice.called
      const shared = { rows: { lists: [...rows.lists, ...listMade(choice)] }, indices: order }
      const isDecided = rule?.isDecided === true && areSeveral && refused.length === 0
      if (isNamedBy(rule, choice) || isDecided)
        return [{ ...base, text: '', choice: { ...shared, rules: [rule as FoundRule], isInForce: true } }]
      if (rule?.where[0]?.test.is !== '===' && areNamed(choice, task.prompt, isResult ? '' : at)) return []
      if (isResult && indices.length > 1 && !rule?.isStated) return []
      if (rules.length === 0 && (isResult || choice.takers.some(isLate))) return []
      const isInForce = rule !== undefined && areSeveral && isBacked(rule)
      const sure = rules.filter(isSure)
      const used = isInForce && sure.length === 1 && rule === sure[0] ? [rule] : rules
      const text = describeChoice(choice, used, tools, refused, isInForce)
      const [first] = findTaken(taker, rows)
      return [
        {
          ...base,
          ...(taker.step_id !== undefined && first && { pointer: first.pointer }),
          ...(rules.length === 0 && { only: 'code' as const }),
          text,
          choice: { ...shared, rules: used, ...(isInForce && { isInForce }) },
        },
      ]
    }),
  ])
}
