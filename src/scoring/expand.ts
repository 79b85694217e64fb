import {
  type All,
  bindingKey,
  EXPANDED_KEYS,
  type Find,
  type From,
  holdsKey,
  type Item,
  isFrom,
  type Outputs,
  sourcesOf,
} from '../schema/binding.ts'
import { type Condition, type Each, isBranches } from '../schema/condition.ts'
import type { ExpectedTrace, Step, Task } from '../schema/task.ts'
import { callable, type OpenWorld, type Tools, type ToolTable } from '../schema/tools.ts'
import type { WorldHooks } from '../schema/world.ts'
import { topological } from '../shared/dag.ts'
import { TracewrightError } from '../shared/errors.ts'
import { defined, isObject, type Json, type JsonObject, stableJson } from '../shared/json.ts'
import { memoizeByObject } from '../shared/memoize.ts'
import { valueAt } from '../shared/pointer.ts'
import { rngOf } from '../shared/rng.ts'
import { explainUnresolved, type OutputOf, resolve } from './bindings.ts'
import { conditionInWords, holds, orderOf } from './conditions.ts'
import { nameOf, showValue, showValues } from './naming.ts'
import { executeStep } from './replay.ts'

/** Items of a list that a step may be repeated for, where `most` does not say. */
const DEFAULT_MAX_ITEMS = 8

/** A task that has no expected trace in a world, and why. */
export class ExpansionError extends TracewrightError {
  override readonly name = 'ExpansionError'
  /** The field of the task that is to blame. */
  readonly field: string
  /** What went wrong, without the task and the world. */
  readonly reason: string

  constructor(task_id: string, seed: number, field: string, reason: string, cause?: unknown) {
    super(`Failed to expand ${task_id} in world ${seed}: ${field}: ${reason}. Correct the suite.`, { cause })
    this.field = field
    this.reason = reason
  }
}

/** One condition that was decided in a world. */
export interface Decision {
  /** Id of the step whose `when` it is, or `answer 1` for the first branch of the answer. */
  name: string
  holds: boolean
  /** The condition with the values that it read, and what follows. */
  words: string
}

/** A list that a step of the expanded trace gives and that an `each`, a `$find` or a `$all` goes through. */
export interface ListRead {
  /** Id of the step in the expanded trace. */
  stepId: string
  /** Where the list stands in its output. */
  at: string
  /** Number of items. */
  length: number
}

/** What a task comes to in one world. */
export interface Expansion {
  /** The task without conditions and repetitions, in this world. */
  task: Task
  seed: number
  /** The branches that were taken, for people; equal for worlds in which the task has the same shape. */
  branch: string
  /** Every `when` that was reached, once for each copy of its step. */
  decisions: readonly Decision[]
  counts: readonly { stepId: string; passed: number; items: number }[]
  lists: readonly ListRead[]
  /** Steps by whose outputs something was decided. */
  deciding: ReadonlySet<string>
  /** What conditions read: the step or field that a condition belongs to, and bindings in the expanded trace. */
  conditionReads: readonly { field: string; value: Json }[]
  /** Stores that the task gives records for and that no step reads. */
  unreadState: readonly string[]
  /** Stores that the steps read, where the task gives records. */
  readStores: readonly string[]
  /** Steps that the choice of the answer depends on. */
  answerReads: readonly string[]
}

/** The parts of a task that its expansion is a function of, beside the seed. */
type Source = Pick<Task, 'task_id' | 'expected_trace' | 'alternatives' | 'expected_final_answer' | 'world'>

/** Results that stand in the place of those of the reference run, by id of the expanded step. */
export type Shown = ReadonlyMap<string, Json>

const isDependentTrace = memoizeByObject(({ steps }: ExpectedTrace): boolean =>
  steps.some(
    ({ when, each, arguments: args }) =>
      when !== undefined || each !== undefined || holdsKey(args, EXPANDED_KEYS),
  ),
)
const isDependentAnswer = memoizeByObject(
  (answer: object): boolean => isBranches(answer as Json) || holdsKey(answer as Json, EXPANDED_KEYS),
)

/** Whether a task is another one in another world, so that it has to be expanded. */
export function dependsOnWorld({
  expected_trace,
  alternatives = [],
  expected_final_answer: answer = null,
}: Pick<Task, 'expected_trace' | 'alternatives' | 'expected_final_answer'>): boolean {
  return (
    isDependentTrace(expected_trace) ||
    alternatives.some(isDependentTrace) ||
    (typeof answer === 'object' && answer !== null && isDependentAnswer(answer))
  )
}

/** The records of each store in the world of a seed. */
function stateIn(world: Task['world'], seed: number): Record<string, Json[]> | undefined {
  const draw = (value: Json, path: string): Json => {
    if (Array.isArray(value)) return value.map((item, i) => draw(item, `${path}/${i}`))
    if (!isObject(value)) return value
    if (Array.isArray(value.$draw) && Object.keys(value).length === 1)
      return draw(rngOf(seed, 'state', path).pick(value.$draw), path)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, draw(item, `${path}/${key}`)]))
  }
  return (
    world?.state &&
    Object.fromEntries(
      Object.entries(world.state).map(([store, records]) => [
        store,
        (draw(records, store) as Json[]).filter((record) => record !== null),
      ]),
    )
  )
}

export function openWorld<World extends OpenWorld>(
  { world }: { world?: Task['world'] },
  seed: number,
  tools: Tools<World>,
  hooks?: WorldHooks,
): World {
  const state = stateIn(world, seed)
  return tools.open(seed, state === undefined ? hooks : { ...hooks, state })
}

const statefulTools = memoizeByObject((state: NonNullable<NonNullable<Task['world']>['state']>) =>
  memoizeByObject((tools: Tools): Tools => {
    const open = (seed: number, hooks?: WorldHooks): OpenWorld =>
      openWorld({ world: { seed, state } }, seed, tools, hooks)
    return Object.assign(new Map(tools), { open, execute: tools.execute })
  }),
)

/** The same tools, whose worlds begin with the state that a task gives. */
export function toolsFor<World extends OpenWorld>(
  task: { world?: Task['world'] },
  tools: Tools<World>,
): Tools<World> {
  const state = task.world?.state
  if (state === undefined) return tools
  return statefulTools(state)(tools) as Tools<World>
}

/** An item of a list: its step, its place in the output, and its value. */
interface ListItem {
  stepId: string
  at: string
  value: Json
}

/** A step in the expanded trace, for one item where it is repeated. */
interface Copy {
  /** Undefined where it is gone. */
  id: string | undefined
  /** Number of the item that it is for, from 1. */
  number: number
  item: ListItem | undefined
  /** Steps that decided that it is gone. */
  decidedBy: ReadonlySet<string>
  hasFailed?: true
}

/** Where a binding stands: in which copy, and what has been read for it. */
interface Place {
  field: string
  /** The first step with `each` in the chain that the copy is of. */
  group?: string | undefined
  number: number
  item: ListItem | undefined
  reads: Set<string>
  /** Whether a `$find` that finds none is gone, and no error. */
  mayFindNone?: true
}

/** What a trace is expanded for: the task that it is of, and its world. */
interface Scene {
  source: Source
  seed: number
  tools: Tools
  shown: Shown
}

/** Executes a trace of conditions and repetitions in one world, and writes down what is left of it there. */
class Expander {
  readonly steps: Step[] = []
  readonly decisions: Decision[] = []
  readonly counts: { stepId: string; passed: number; items: number }[] = []
  readonly lists = new Map<string, ListRead>()
  readonly deciding = new Set<string>()
  readonly conditionReads: { field: string; value: Json }[] = []
  private readonly copies = new Map<string, { group?: string; made: Copy[]; decidedBy: Set<string> }>()
  private readonly outputs = new Map<string, Json>()
  private readonly outputOf: OutputOf = (id) => this.outputs.get(id)
  private readonly mayFail = new Set<string>()
  /** Values of the arguments, by id of the expanded step. */
  private readonly values = new Map<string, Json>()
  readonly world: OpenWorld
  private readonly scene: Scene

  constructor(scene: Scene) {
    this.scene = scene
    this.world = openWorld(scene.source, scene.seed, scene.tools)
  }

  private fail(field: string, reason: string, cause?: unknown): ExpansionError {
    const { unreadState, readStores } = this.world
    const { source, seed } = this.scene
    // A step that finds nothing may miss the records of a store whose name is wrong.
    const isMisnamed = unreadState.length > 0 && readStores.length > 0
    const stores = isMisnamed
      ? `; world.state gives ${showValues(unreadState)}, and the steps so far read ${showValues(readStores)}`
      : ''
    return new ExpansionError(source.task_id, seed, field, `${reason}${stores}`, cause)
  }

  run({ steps }: ExpectedTrace, answer: Json): void {
    noteFailable([answer, ...steps.map(({ when = null }) => when)], this.mayFail)
    for (const step of topological(steps)) {
      if (step.each === undefined) {
        const place: Place = { field: step.step_id, number: 0, item: undefined, reads: new Set() }
        this.copies.set(step.step_id, { made: [this.make(step, step.step_id, place)], decidedBy: new Set() })
      } else this.repeat(step, step.each)
    }
  }

  private repeat(step: Step, { list, where, most = DEFAULT_MAX_ITEMS }: Each): void {
    const field = step.step_id
    const reads = new Set<string>()
    const parent = typeof list === 'string' ? this.copies.get(list) : undefined
    if (typeof list === 'string' && parent?.group === undefined)
      throw this.fail(`${field}.each.list`, `"${list}" is not an earlier step with "each"`)
    const group = parent?.group ?? field
    const items =
      parent?.made ??
      (this.itemsOf(list as Json, { field, number: 0, item: undefined, reads }) ?? []).map(
        (item, i): Copy => ({ id: '', number: i + 1, item, decidedBy: new Set() }),
      )
    const made: Copy[] = []
    const decidedBy = new Set(reads)
    this.copies.set(field, { group, made, decidedBy })
    let passed = 0
    for (const { id, number, item, decidedBy: before } of items) {
      const place: Place = { field, group, number: parent ? number : passed + 1, item, reads: new Set(reads) }
      if (id === undefined) made.push({ id, number, item, decidedBy: before })
      else if (where !== undefined && this.holds(where, place) !== true) {
        for (const read of place.reads) decidedBy.add(read)
        if (parent !== undefined) made.push({ id: undefined, number, item, decidedBy: place.reads })
      } else {
        passed++
        if (passed > most)
          throw this.fail(`${field}.each`, `more than ${most} items pass; raise "most" or narrow "where"`)
        made.push(this.make(step, `${field}.${place.number}`, place))
      }
    }
    this.counts.push({ stepId: field, passed, items: items.length })
  }

  private make(step: Step, id: string, place: Place): Copy {
    const { number, item, reads } = place
    const gone: Copy = { id: undefined, number, item, decidedBy: reads }
    if (step.when !== undefined && this.decide(step.step_id, step.when, place) !== true) return gone
    const args = this.plain(step.arguments, place)
    if (args === undefined) return gone
    const values = resolve(args, this.outputOf)
    if (values === undefined) throw this.fail(`${id}.arguments`, explainUnresolved(args, this.outputOf))
    const equal = this.equalRead(step, values)
    if (equal !== undefined) return { ...gone, id: equal }
    const result = executeStep(step.tool_name, values, this.world, this.scene.tools)
    if (!result.ok) {
      if (this.mayFail.has(step.step_id)) return { ...gone, hasFailed: true }
      throw this.fail(id, `${step.tool_name} refuses it: ${result.error.message}`, result.thrown)
    }
    if (step.order) for (const dependency of step.depends_on) this.read(dependency, place)
    this.outputs.set(id, this.scene.shown.get(id) ?? result.output)
    this.values.set(id, values)
    const flows = new Set(sourcesOf(args).map(({ $from }) => $from))
    const isOrdered = step.order === true || [...reads].some((read) => !flows.has(read))
    // What is declared and carries nothing stays as it is, and is not enforced.
    if (!isOrdered) for (const dependency of step.depends_on) this.read(dependency, place)
    this.steps.push({
      step_id: id,
      tool_name: step.tool_name,
      arguments: args as JsonObject,
      depends_on: [...reads],
      ...(step.output_key != null && { output_key: step.output_key }),
      ...(isOrdered && { order: true }),
    })
    return { ...gone, id }
  }

  private equalRead({ step_id, tool_name, each }: Step, values: Json): string | undefined {
    if (each === undefined || this.scene.tools.get(tool_name)?.effect !== 'read') return undefined
    const text = stableJson(values)
    return this.copies
      .get(step_id)
      ?.made.find(({ id }) => id !== undefined && stableJson(this.values.get(id)) === text)?.id
  }

  /** Takes note that a step is read; gives its copy where it is not repeated, or repeated for the same items. */
  private read(stepId: string, place: Place): Copy | undefined {
    const entry = this.copies.get(stepId)
    if (entry === undefined) throw this.fail(place.field, `unknown earlier step "${stepId}"`)
    const { group, made, decidedBy } = entry
    const isOwn = group === undefined || group === place.group
    const copies = isOwn ? made.filter(({ number }) => group === undefined || number === place.number) : made
    for (const copy of copies)
      for (const id of copy.id === undefined ? copy.decidedBy : [copy.id]) place.reads.add(id)
    if (copies.length === 0) for (const id of decidedBy) place.reads.add(id)
    return isOwn ? copies[0] : undefined
  }

  private decide(name: string, condition: Condition, place: Place): boolean | undefined {
    const operands: string[] = []
    const verdict = this.holds(condition, place, operands)
    if (verdict !== undefined) {
      const words = conditionInWords(condition, operands.values())
      const follows = `so ${name} is ${verdict ? '' : 'not '}expected`
      this.decisions.push({ name, holds: verdict, words: `${words} is ${verdict} in this world, ${follows}` })
    }
    return verdict
  }

  /** @param operands Told the operands, each with its value */
  private holds(condition: Condition, place: Place, operands?: string[]): boolean | undefined {
    const valueAs = (operand: Json, at: Place): Json | undefined => {
      const plain = this.plain(operand, at)
      if (plain !== undefined && sourcesOf(plain).length > 0)
        this.conditionReads.push({ field: place.field, value: plain })
      const value = plain === undefined ? undefined : (resolve(plain, this.outputOf) ?? null)
      operands?.push(
        [...(isFrom(plain ?? null) ? [nameOf((plain as From).at)] : []), showValue(value)].join(' '),
      )
      return value
    }
    try {
      const verdict = holds(condition, {
        valueOf: (operand) => valueAs(operand, place),
        valueIfAny: (operand) => valueAs(operand, { ...place, mayFindNone: true }),
        hasFailed: (stepId) => {
          const copy = this.read(stepId, place)
          return copy?.hasFailed ?? (copy?.id === undefined ? undefined : false)
        },
      })
      for (const read of place.reads) this.deciding.add(read)
      return verdict
    } catch (error) {
      if (error instanceof RangeError) throw this.fail(place.field, error.message)
      throw error
    }
  }

  private itemsOf(list: Json, place: Place): ListItem[] | undefined {
    const plain = this.plain(list, place)
    if (plain === undefined) return undefined
    const isPlace = (value: Json): value is From => isFrom(value) && value.via === undefined
    const resolved = (value: Json): Json => resolve(value, this.outputOf) ?? null
    if (Array.isArray(plain) && plain.every(isPlace)) {
      for (const { $from } of plain) this.deciding.add($from)
      return plain.map((from) => ({ stepId: from.$from, at: from.at, value: resolved(from) }))
    }
    if (!isPlace(plain))
      throw this.fail(place.field, `${stableJson(list)} does not name a list in the output of a step`)
    const value = resolved(plain)
    if (value !== null && !Array.isArray(value))
      throw this.fail(place.field, `${plain.at || 'the output'} of ${plain.$from} is not a list`)
    const { $from: stepId, at } = plain
    this.deciding.add(stepId)
    this.lists.set(`${stepId} ${at}`, { stepId, at, length: value?.length ?? 0 })
    return (value ?? []).map((item, i) => ({ stepId, at: `${at}/${i}`, value: item }))
  }

  /** The items that a `$find` or a `$all` is about; undefined where the step that gives the list is gone. */
  private passing(list: Json, where: unknown, place: Place): ListItem[] | undefined {
    return this.itemsOf(list, place)?.filter(
      (item) => where === undefined || this.holds(where as Condition, { ...place, item }) === true,
    )
  }

  private found({ $find: list, where, least, greatest }: Find, place: Place): ListItem | undefined {
    const passing = this.passing(list, where, place)
    if (passing === undefined) return undefined
    const pointer = least ?? greatest
    let best = passing
    if (pointer !== undefined) {
      const sign = least === undefined ? -1 : 1
      for (const { stepId, at } of passing)
        this.conditionReads.push({ field: place.field, value: { $from: stepId, at: at + pointer } })
      const by = (item: ListItem): Json => valueAt(item.value, pointer) ?? null
      const known = passing.filter((item) => by(item) !== null)
      try {
        best = known.filter((item) => known.every((other) => sign * orderOf(by(item), by(other)) <= 0))
      } catch (error) {
        throw this.fail(place.field, (error as Error).message)
      }
    }
    if (best.length === 1 || (best.length === 0 && place.mayFindNone)) return best[0]
    throw this.fail(place.field, `$find finds ${best.length || 'no'} items; it must find one`)
  }

  /**
   * A value with its bindings as they are in the expanded trace; undefined where it takes from a step that is gone.
   *
   * @param lost Stands for a field of an object that is gone, and items that are gone are left out; by default the whole
   * is gone
   */
  plain(value: Json, place: Place, lost?: Json): Json | undefined {
    const from = (
      { stepId, at }: Omit<ListItem, 'value'>,
      pointer: string,
      { via, digits }: JsonObject,
    ): From => ({ $from: stepId, at: at + pointer, ...defined({ via, digits }) }) as From
    const key = bindingKey(value)
    switch (key) {
      case '$literal':
      case '$any':
        return value
      case '$from': {
        const { $from: stepId } = value as From
        const group = this.copies.get(stepId)?.group
        if (group !== undefined && group !== place.group)
          throw this.fail(
            place.field,
            `${stepId} has a copy for each item; take their outputs by {"$each": "${stepId}", "at": ...}`,
          )
        const id = this.read(stepId, place)?.id
        return id === undefined ? undefined : { ...(value as From), $from: id }
      }
      case '$item': {
        const { item } = place
        if (item === undefined) throw this.fail(place.field, '$item stands outside of "each" and "where"')
        place.reads.add(item.stepId)
        return from(item, (value as Item).$item, value as Item)
      }
      case '$each': {
        const { $each, at } = value as Outputs
        this.read($each, { ...place, group: undefined })
        const ids = this.copies.get($each)?.made.flatMap(({ id }) => id ?? []) ?? []
        return [...new Set(ids)].map((stepId) => from({ stepId, at }, '', value as Outputs))
      }
      case '$all': {
        const { $all, where, give } = value as All
        return this.passing($all, where, place)?.map((item) => from(item, give, value as All))
      }
      case '$find': {
        const item = this.found(value as Find, place)
        return item && from(item, (value as Find).give, value as Find)
      }
      case '$first': {
        for (const option of (value as { $first: Json[] }).$first) {
          const plain = this.plain(option, { ...place, mayFindNone: true }, lost)
          if (plain !== undefined && (resolve(plain, this.outputOf) ?? null) !== null) return plain
        }
        return undefined
      }
      case '$calc': {
        const of = this.plain((value as { of: Json }).of, place)
        if (of === undefined) return undefined
        const calc = { ...(value as JsonObject), of }
        if (sourcesOf(of).length > 0) return calc
        // Without a source it is a plain number: how many of none.
        const result = resolve(calc, this.outputOf)
        if (result === undefined && !place.mayFindNone)
          throw this.fail(place.field, `${(calc as JsonObject).$calc} of an empty list is undefined`)
        return result
      }
      case '$oneOf': {
        const options = (value as { $oneOf: Json[] }).$oneOf.flatMap((one) => this.plain(one, place) ?? [])
        return options.length === 0 ? undefined : { $oneOf: options }
      }
    }
    if (typeof value !== 'object' || value === null) return value
    const parts: [string, Json][] = []
    for (const [name, item] of Object.entries(value)) {
      const isOptional = bindingKey(item) === '$optional'
      const part = this.plain(item, isOptional ? { ...place, mayFindNone: true } : place, lost)
      if (part !== undefined) parts.push([name, part])
      else if (lost !== undefined && key === undefined) {
        if (!Array.isArray(value)) parts.push([name, lost])
      } else if (!isOptional) return undefined
    }
    return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
  }

  /** The answer that is expected in this world, and the steps that its choice depends on. */
  answer(expected: Json): { answer: Json; reads: string[] } {
    const field = 'expected_final_answer'
    const place: Place = { field, number: 0, item: undefined, reads: new Set() }
    const branch = isBranches(expected)
      ? expected.findIndex(({ when }, i) => this.decide(`answer ${i + 1}`, when, place) === true)
      : undefined
    if (branch === -1) throw this.fail(field, 'no "when" holds')
    const value = branch === undefined ? expected : ((expected as JsonObject[])[branch]?.is as Json)
    const answer = this.plain(value, place, { $optional: { $literal: null } })
    if (answer === undefined) throw this.fail(field, 'it takes from a step that is gone')
    return { answer, reads: [...place.reads] }
  }

  /** Which steps were made, how often, and which answer was chosen; nothing of what is always the same. */
  branch({ steps }: ExpectedTrace): string {
    const words = steps.flatMap(({ step_id, when, each }) => {
      const { made = [] } = this.copies.get(step_id) ?? {}
      const count = new Set(made.flatMap(({ id }) => id ?? [])).size
      if (each !== undefined) return [`${step_id} ${count} ${count === 1 ? 'time' : 'times'}`]
      if (made[0]?.hasFailed) return [`${step_id} refused`]
      if (count === 0) return [`without ${step_id}`]
      return when === undefined && !this.mayFail.has(step_id) ? [] : [`with ${step_id}`]
    })
    const answer = this.decisions.find(({ name, holds }) => holds && name.startsWith('answer '))
    return [...words, ...(answer === undefined ? [] : [answer.name])].join(', ')
  }
}

/** Collects the steps that some `$failed` asks about. */
function noteFailable(value: Json, found: Set<string>): void {
  if (typeof value !== 'object' || value === null || bindingKey(value) === '$literal') return
  if (isObject(value) && typeof value.$failed === 'string') found.add(value.$failed)
  for (const item of Object.values(value)) noteFailable(item, found)
}

function expand(scene: Scene): Omit<Expansion, 'task'> & Source {
  const { source, seed } = scene
  const expanded = (trace: ExpectedTrace): [Expander, ExpectedTrace] => {
    const expander = new Expander(scene)
    expander.run(trace, source.expected_final_answer ?? null)
    const final = trace.final_answer_source
    const isKept = final != null && expander.steps.some(({ step_id }) => step_id === final)
    return [expander, { steps: expander.steps, ...(isKept ? { final_answer_source: final } : {}) }]
  }
  const { task_id, expected_trace, alternatives, expected_final_answer, world } = source
  const [main, trace] = expanded(expected_trace)
  const answer = expected_final_answer === undefined ? undefined : main.answer(expected_final_answer)
  // A binding that comes to a plain value, such as how many of none, is graded as it is in other worlds.
  const isPlain = answer !== undefined && sourcesOf(answer.answer).length === 0
  if (isBranches(expected_final_answer) || (isPlain && sourcesOf(expected_final_answer ?? null).length > 0))
    delete trace.final_answer_source
  const others = alternatives
    ?.map((alternative) => expanded(alternative)[1])
    .filter(({ steps }) => steps.length > 0 || trace.steps.length === 0)
  const state = stateIn(world, seed)
  const { decisions, counts, deciding, conditionReads } = main
  const { unreadState, readStores } = main.world
  return {
    task_id,
    expected_trace: trace,
    ...defined({ alternatives: others, expected_final_answer: answer?.answer }),
    world: { ...world, seed, ...defined({ state }) },
    seed,
    branch: main.branch(expected_trace),
    decisions,
    counts,
    deciding,
    conditionReads,
    unreadState,
    readStores,
    lists: [...main.lists.values()],
    answerReads: answer?.reads ?? [],
  }
}

type Known = ReturnType<typeof expand> | ExpansionError
/** What is known of a task, for as long as its trace lives. */
interface Memory {
  source: Source
  tools: Tools
  bySeed: Map<number, Known>
}
const memories = new WeakMap<ExpectedTrace, Memory>()
/** Expansions by the steps that came of them, with the task as it was. */
const origins = new WeakMap<readonly Step[], { source: Source; expansion: Omit<Expansion, 'task'> }>()

function knownOf(source: Source, tools: Tools): Memory {
  const known = memories.get(source.expected_trace)
  const isSame =
    known?.tools === tools &&
    known.source.expected_final_answer === source.expected_final_answer &&
    known.source.alternatives === source.alternatives &&
    known.source.world?.state === source.world?.state
  if (isSame) return known
  const memory: Memory = { source, tools, bySeed: new Map() }
  memories.set(source.expected_trace, memory)
  return memory
}

/** The task as it is written, for one that was expanded. */
const sourceOf = (task: Task): Source => origins.get(task.expected_trace.steps)?.source ?? task

/**
 * What a task comes to in the world of a seed: the reference run is executed there, conditions are decided, and copies
 * made; what is left is a plain task. One that was expanded already is expanded anew in another world. A function of the
 * task, the seed and the tools, whose results are remembered.
 *
 * @param shown Results in the place of those of the reference run. Default none
 * @throws ExpansionError where the task has no expected trace there
 */
export function expandTask(task: Task, seed: number, tools: Tools, shown?: Shown): Expansion {
  const source = sourceOf(task)
  const bySeed = shown === undefined ? knownOf(source, tools).bySeed : undefined
  let known = bySeed?.get(seed)
  if (known === undefined) {
    try {
      known = expand({ source, seed, tools, shown: shown ?? new Map() })
    } catch (error) {
      if (!(error instanceof ExpansionError)) throw error
      known = error
    }
    bySeed?.set(seed, known)
  }
  if (known instanceof ExpansionError) throw known
  const { expected_trace, alternatives, expected_final_answer, world, task_id: _, ...expansion } = known
  origins.set(expected_trace.steps, { source, expansion })
  return {
    ...expansion,
    task: {
      ...task,
      expected_trace,
      ...defined({ alternatives, expected_final_answer }),
      world: { ...task.world, ...(world as NonNullable<Task['world']>) },
    },
  }
}

/** What a task that was expanded came to; undefined for one that depends on no world. */
export function expansionOf(task: Task): Expansion | undefined {
  const origin = origins.get(task.expected_trace.steps)
  return origin && { ...origin.expansion, task }
}

/**
 * A task as it is in the world of a seed: the same one where it depends on none, or was expanded there.
 *
 * @throws ExpansionError where the task has no expected trace there
 */
export function taskIn(task: Task, seed: number, tools: ToolTable): Task {
  const origin = origins.get(task.expected_trace.steps)
  if (origin === undefined ? !dependsOnWorld(task) : origin.expansion.seed === seed) return task
  const able = callable(tools)
  if (able === undefined)
    throw new TracewrightError(
      `Failed to expand ${task.task_id}: it depends on its world, and these tools are schemas alone. Pass \`registryOf(simulators)\`.`,
    )
  return expandTask(task, seed, able).task
}

/** Seeds that are looked at for one in which a task has the same shape. */
const MAX_SEEDS = 20

/** As {@link expandTask}; undefined where the task has no expected trace in that world. */
export function expansionIn(task: Task, seed: number, tools: Tools, shown?: Shown): Expansion | undefined {
  try {
    return expandTask(task, seed, tools, shown)
  } catch (error) {
    if (error instanceof ExpansionError) return undefined
    throw error
  }
}

/**
 * Seeds after that of a task's world in which it takes the same branches: every one for a task that depends on none.
 *
 * @param count How many are wanted; there may be fewer
 */
export function seedsOfShape(task: Task, count: number, tools: Tools): number[] {
  const seed = task.world?.seed ?? 0
  const plain = taskIn(task, seed, tools)
  const branch = expansionOf(plain)?.branch
  const isSame = (other: number): boolean =>
    branch === undefined || expansionIn(plain, other, tools)?.branch === branch
  const found: number[] = []
  for (let other = seed + 1; other <= seed + MAX_SEEDS && found.length < count; other++)
    if (isSame(other)) found.push(other)
  return found
}
