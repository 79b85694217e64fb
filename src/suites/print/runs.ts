import {
  type BindingKey,
  type From,
  holdsKey,
  isFrom,
  listSources,
  listStepsReadBy,
} from '../../schema/binding.ts'
import type { Step, Task } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { readValueAt, replaceAt } from '../../shared/pointer.ts'
import { isStated } from '../../tasks/reference/plain-task.ts'
import { listLiteralLeaves } from '../audit/literal-leaves.ts'
import { listNodes } from '../load/nodes.ts'
import type { PrintedQuestion } from './printed-question.ts'
import { findInRows, type ItemChoice } from './rows.ts'
import type { LengthOf } from './scope.ts'

/** Values that differ in the item of a list that they read, or in one text or number. */
export interface ItemRun {
  /** The list as a binding, else its items. */
  list: From | Json[]
  /** Places of the items in a list of a result. */
  indices?: readonly number[]
  /** The value of one item: `$item` is a part of it, `row` the list beside that the part is in. */
  each: Json
  /** The chosen items that it goes through. */
  choice?: ItemChoice
}

/** Fewer values are as short one by one. */
const MIN_RUN_LENGTH = 3

/** Whether a run goes through other items than the first ones of its list. */
export const isOfChosen = ({ list, indices = [] }: ItemRun): boolean =>
  !Array.isArray(list) && indices.some((index, i) => index !== i)

/** The item that a part of a value reads, and what stands for the part. */
type ReadItem = (part: Json) => { index: number; each: JsonObject } | undefined

/** What values have in common if each of them reads one item, and the places of the items. */
function findCommon(
  values: readonly Json[],
  read: ReadItem,
): Required<Pick<ItemRun, 'indices' | 'each'>> | undefined {
  const found = values.map((value) => {
    const indices = new Set<number>()
    const [each = null] = listNodes([value], isFrom).reduce<Json[]>(
      (all, { pointer, value: part }) => {
        const item = read(part)
        if (item === undefined) return all
        indices.add(item.index)
        const { $from: _, at: __, ...others } = isFrom(part) ? part : { $from: '', at: '' }
        return replaceAt(all, pointer, { ...item.each, ...others } as Json)
      },
      [value],
    )
    return { indices: [...indices], each }
  })
  const [{ each } = { each: null }] = found
  const isAlike = found.every(
    (one) => one.indices.length === 1 && stringifyStably(one.each) === stringifyStably(each),
  )
  return isAlike ? { each, indices: found.flatMap(({ indices }) => indices) } : undefined
}

/** What is common to values that read the items of a list. */
export function findItemRun(values: readonly Json[], minLength = MIN_RUN_LENGTH): ItemRun | undefined {
  if (values.length < minLength) return undefined
  const lists = listSources(values[0] ?? null).flatMap(({ $from, at }): From[] =>
    [...at.matchAll(/\/\d+(?=\/|$)/g)].map(({ index }) => ({ $from, at: at.slice(0, index) })),
  )
  for (const list of lists) {
    const run = findCommon(values, (part) => {
      if (!isFrom(part) || part.$from !== list.$from || !part.at.startsWith(`${list.at}/`)) return undefined
      const [, index, $item = ''] = /^(\d+)(\/.*)?$/.exec(part.at.slice(list.at.length + 1)) ?? []
      return index === undefined ? undefined : { index: Number(index), each: { $item } }
    })
    if (run !== undefined && new Set(run.indices).size === values.length) return { list, ...run }
  }
  return undefined
}

/** The same for a list whose length is known: two values go through it if it has no other items. */
export function findListRun(values: readonly Json[], lengthOf: LengthOf): ItemRun | undefined {
  const run = findItemRun(values, 2)
  const isWhole = run && !Array.isArray(run.list) && lengthOf(run.list) === values.length
  return isWhole ? run : findItemRun(values)
}

/** What is common to values that go through chosen items in their order. */
export function findChosenRun(values: readonly Json[], choice: ItemChoice): ItemRun | undefined {
  const run = findCommon(values, (part) => {
    const place = isFrom(part) ? findInRows(choice.rows, part) : undefined
    // An item that all calls take beside theirs has a variable of its own.
    if (place === undefined || !choice.indices.includes(place.index)) return undefined
    return { index: place.index, each: { $item: place.at, row: place.list } }
  })
  const isInOrder = run !== undefined && run.indices.join() === choice.indices.join()
  return isInOrder && values.length > 1 ? { list: [], each: run.each, choice } : undefined
}

/** The arguments in which calls differ, with the values of each call. */
function listDifferent(args: readonly JsonObject[]): [key: string, values: Json[]][] {
  const keys = [...new Set(args.flatMap((one) => Object.keys(one)))]
  return keys
    .map((key): [string, Json[]] => [key, args.map((sent) => sent[key] ?? null)])
    .filter(([, values]) => new Set(values.map(stringifyStably)).size > 1)
}

/**
 * The same for arguments of calls, which may differ in one value if nothing reads a single result.
 *
 * @param isPicked Whether a value picks among their results
 */
function findCallRun(
  args: readonly JsonObject[],
  isUsed: boolean,
  areReadTogether: boolean,
  isPicked: boolean,
): ItemRun | undefined {
  const [[key, list] = ['', []], ...others] = listDifferent(args)
  const found = findItemRun(args, 2)
  // Two calls whose results are used are as short one by one.
  const run = isUsed && args.length < MIN_RUN_LENGTH && !(areReadTogether && isPicked) ? undefined : found
  const isPlain = list.every((one) => typeof one === 'string' || typeof one === 'number' || isFrom(one))
  const isGathered = areReadTogether && args.length >= MIN_RUN_LENGTH
  const canList = list.length > 0 && others.length === 0 && isPlain && (!isUsed || isGathered)
  if (run !== undefined && !isOfChosen(run)) return run
  return canList ? { list, each: { ...args[0], [key]: { $item: '' } } } : undefined
}

/** What is common to values that read one result each, in the order of the calls. */
export function findResultEach(values: readonly Json[], ids: readonly string[]): Json | undefined {
  if (values.length !== ids.length) return undefined
  const run = findCommon(values, (part) => {
    const index = isFrom(part) ? ids.indexOf(part.$from) : -1
    return index < 0 ? undefined : { index, each: { $item: (part as From).at } }
  })
  return run?.indices.every((index, i) => index === i) ? run.each : undefined
}

/** Whether values read the results of steps only all together, each in the same way, in the order of the steps. */
function areReadTogether(ids: readonly string[], nodes: readonly Json[]): boolean {
  const countRead = (all: readonly Json[]): number =>
    all.filter((node) => isFrom(node) && ids.includes(node.$from)).length
  const lists = nodes.filter(
    (node): node is Json[] => Array.isArray(node) && findResultEach(node, ids) !== undefined,
  )
  const inLists = lists.map((list) => countRead(listNodes(list).map(({ value }) => value)))
  return countRead(nodes) === inLists.reduce((sum, count) => sum + count, 0)
}

/** Whether a rule that is printed as code chooses among the results of steps. */
const isChosenFrom = (ids: readonly string[], asked: readonly ItemChoice[]): boolean =>
  asked.some(
    ({ isInForce, rows: { lists } }) =>
      isInForce && lists.some((places) => places.map(({ $from, at }) => $from + at).join() === ids.join()),
  )

/** Whether a value picks among the results of steps. */
const isPickedFrom = (ids: readonly string[], nodes: readonly Json[]): boolean =>
  nodes.some(
    (node) =>
      isObject(node) &&
      node.$pick !== undefined &&
      (node.of as JsonObject[]).map(({ $from }) => $from).join() === ids.join(),
  )

export interface PlacedStep {
  step: Step
  /** Message of the user that it answers. */
  said: number
}

/** Calls of one tool that a loop makes for its items. */
export interface RunCalls {
  steps: readonly Step[]
  /** Whether something outside of the loop reads their results. */
  isUsed: boolean
  /** Whether a later call for the same item reads their results. */
  isInner: boolean
  /** The arguments for one item. A part with `call` is of the result of an earlier call for the item. */
  each: JsonObject
}

/** Calls that a loop makes, for each item one after another. */
export interface CallRun {
  calls: readonly RunCalls[]
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
  for (const choice of asked.filter(({ text, isInForce }) => isInForce || text !== undefined))
    for (const calls of groupBy(order, ({ step }) => step.tool_name).values()) {
      const args = calls.map(({ step }) => step.arguments as JsonObject)
      if (new Set(calls.map(({ said }) => said)).size > 1 || !findChosenRun(args, choice)) continue
      const [start, end] = [order.indexOf(calls[0] as PlacedStep), order.indexOf(calls.at(-1) as PlacedStep)]
      const ids = new Set(calls.map(({ step }) => step.step_id))
      const between = order.slice(start, end).filter((one) => !calls.includes(one))
      // Calls in turn with what they read are one loop as they are.
      const inTurn = new Set(calls.flatMap(({ step }) => listRead(step)))
      const isFixed = ({ step }: PlacedStep): boolean =>
        step.order === true || inTurn.has(step.step_id) || listRead(step).some((id) => ids.has(id))
      if (between.some(isFixed)) continue
      order.splice(start, end - start + 1, ...between, ...calls)
    }
  return order
}

/** More calls for each item are not looked for. */
const MAX_CALLS_OF_ITEM = 4

/** How many tools are called in turn from a call on, and how often. */
function findTurns(placed: readonly PlacedStep[], start: number): { size: number; count: number } {
  const isSame = (at: number, other: number): boolean =>
    placed[at]?.step.tool_name === placed[other]?.step.tool_name && placed[at]?.said === placed[other]?.said
  const countAll = (size: number): number => {
    let end = start + size
    while (end < placed.length && isSame(end, end - size)) end++
    return Math.floor((end - start) / size)
  }
  const sizes = Array.from({ length: MAX_CALLS_OF_ITEM }, (_, i) => ({ size: i + 1, count: countAll(i + 1) }))
  return sizes.find(({ count }) => count > 1) ?? { size: 1, count: 1 }
}

/** Calls whose arguments differ in the item of a list: of one tool in a row, or of several in turn. */
export function listRuns(
  given: GivenCalls,
  steps: readonly Step[],
  read: Json,
  nodes: readonly Json[],
): CallRun[] {
  const { placed } = given
  const runs: CallRun[] = []
  for (let i = 0; i < placed.length; ) {
    const { size, count } = findTurns(placed, i)
    const turns = Array.from({ length: count }, (_, turn) =>
      placed.slice(i + turn * size, i + (turn + 1) * size).map(({ step }) => step),
    )
    const run = count === 1 ? undefined : buildRun(turns, given, steps, read, nodes)
    if (run !== undefined) runs.push(run)
    i += run === undefined && size > 1 ? 1 : size * count
  }
  return runs
}

/** @param turns Calls for each item, in turn */
function buildRun(
  turns: readonly (readonly Step[])[],
  { questions, asked }: GivenCalls,
  steps: readonly Step[],
  read: Json,
  nodes: readonly Json[],
): CallRun | undefined {
  const [first = []] = turns
  const all = turns.flat()
  const rows = first.map((_, call) => turns.map((turn) => turn[call] as Step))
  if (rows.some((row) => isOpen(row, questions))) return undefined
  const outside = steps.filter((step) => !all.includes(step)).map((step): Json => step.arguments)
  const used = new Set(listStepsReadBy([...outside, read]))
  const inner = new Set(listStepsReadBy(all.map((step): Json => step.arguments)))
  const isSingle = first.length === 1
  const args = turns.map((turn) => joinArguments(turn))
  // A call that goes on where the one for another item ended is not of a loop over items.
  if (all.some(({ step_id }) => listStepsReadBy(args as readonly Json[] as Json[]).includes(step_id)))
    return undefined
  const isUsed = isSingle && all.some(({ step_id }) => used.has(step_id))
  const run = findRun(all, args, isUsed, nodes, asked)
  return (
    run && {
      run,
      calls: rows.map((row, call) => ({
        steps: row,
        isUsed: row.some(({ step_id }) => used.has(step_id)),
        isInner: row.some(({ step_id }) => inner.has(step_id)),
        each: isSingle ? (run.each as JsonObject) : readArguments(run.each as JsonObject, call),
      })),
    }
  )
}

/** The arguments of the calls for one item as one object, which reads the results of earlier calls by their place. */
function joinArguments(turn: readonly Step[]): JsonObject {
  if (turn.length === 1) return (turn[0] as Step).arguments as JsonObject
  const joined = Object.fromEntries(
    turn.flatMap(({ arguments: args }, call) =>
      Object.entries(args).map(([key, value]) => [`${call} ${key}`, value]),
    ),
  ) as JsonObject
  return listNodes(joined, isFrom).reduce<Json>((all, { pointer, value }) => {
    if (!isFrom(value)) return all
    const { $from, at: $item, ...others } = value
    const call = turn.findIndex(({ step_id }) => step_id === $from)
    return call < 0 ? all : replaceAt(all, pointer, { $item, call, ...others } as Json)
  }, joined) as JsonObject
}

const readArguments = (joined: JsonObject, call: number): JsonObject =>
  Object.fromEntries(
    Object.entries(joined).flatMap(([key, value]) =>
      key.startsWith(`${call} `) ? [[key.slice(key.indexOf(' ') + 1), value]] : [],
    ),
  )

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
  args: readonly JsonObject[],
  isUsed: boolean,
  nodes: readonly Json[],
  asked: readonly ItemChoice[],
): ItemRun | undefined {
  const ids = steps.map(({ step_id }) => step_id)
  const findChosen = (choices: readonly ItemChoice[]): ItemRun | undefined =>
    choices.map((choice) => findChosenRun(args, choice)).find((run) => run !== undefined)
  return (
    findChosen(asked.filter(({ text, isInForce }) => isInForce || text !== undefined)) ??
    findCallRun(
      args,
      isUsed,
      isChosenFrom(ids, asked) || areReadTogether(ids, nodes),
      isPickedFrom(ids, nodes),
    ) ??
    findChosen(asked)
  )
}
