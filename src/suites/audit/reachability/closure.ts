import type { Json, JsonObject } from '../../../shared/json.ts'
import { stableJson } from '../../../shared/json.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { callKey, type KnownCall, type KnownValue, KnownValues } from './known-values.ts'
import type { CallResult, SearchWorld } from './search-world.ts'
import {
  asArgument,
  couldGive,
  OPEN_TYPES,
  resultValues,
  signatureOf,
  type ToolParameter,
} from './signature.ts'
import { namedValues, type TaskSearch } from './task-search.ts'

/** Calls for one question; over that it is undecided. */
export const MAX_CALLS = 20_000

/** Calls for one question with every combination of known values; further calls take narrowed arguments. */
const MAX_FREE_CALLS = 500

/** Values that the results of one question may hold; over that it is undecided. */
const MAX_VALUES = 30_000

/** What is looked for, and by which calls. */
export interface Query {
  /** Tools that may be called. */
  tools: readonly Simulator[]
  /** Tools whose results are looked at; those of all others are only passed on. Default: all. */
  givers?: ReadonlySet<string>
  /** The values that are looked for, and the types that they can be of. */
  sought: readonly Json[]
  types: ReadonlySet<string>
  /** Steps of the expected trace whose results are not known. */
  lost: ReadonlySet<string>
  /** Keys of calls that must not be made. */
  forbidden?: ReadonlySet<string>
  /** Whether calls keep to what the prompt states of them, and write nothing that it does not ask for. */
  isPlan: boolean
  /** Calls that may be made; default 20,000. */
  callBudget?: number
}

/** Values that became known, and the call that gives them; without a call they are known from the start. */
export interface Find {
  call?: KnownCall
  result?: CallResult
  /** Those that this search had not found before. */
  fresh: readonly KnownValue[]
}

/** A call, and what it gives. */
interface MadeCall {
  call: KnownCall
  result: CallResult
}

/** One value for a parameter; without a known value the schema or the prompt names it. */
interface Option {
  argument: Json
  text: string
  known?: KnownValue
}

/** The options of one parameter; undefined stands for leaving it out. */
interface Slot {
  parameter: ToolParameter
  /** What was known before. */
  old: readonly (Option | undefined)[]
  /** What a first call, or a composed argument, gave. */
  fresh: readonly Option[]
}

/** Options for every parameter of a tool. */
type Shape = readonly Slot[]

/**
 * What is known in one world within two calls: calls with what is known at the start, then calls with something that
 * one of these gave, in the world that it left.
 */
export class Closure {
  calls = 0
  /** The tool of the calls for which the budget is too small; undefined where every call was made. */
  undecided: string | undefined
  private readonly query: Query
  private readonly taskSearch: TaskSearch
  private readonly world: SearchWorld
  private readonly start = new KnownValues()
  private readonly startOptions = new Map<ToolParameter, Option[]>()
  private readonly found = new Set<string>()
  private readonly steps: ReadonlyMap<string, string>
  private readonly made = new Set<string>()
  private freeCalls = 0
  private valuesSeen = 0

  constructor(query: Query, taskSearch: TaskSearch, world: SearchWorld) {
    this.query = query
    this.taskSearch = taskSearch
    this.world = world
    const calls = world.run.calls
    this.steps = new Map(calls.map(({ id, tool_name, arguments: args }) => [callKey(tool_name, args), id]))
    for (const known of [...taskSearch.given, ...namedValues(query.tools)]) this.start.add(known)
    for (const { id, tool_name, arguments: args } of calls) {
      const tool = query.tools.find(({ name }) => name === tool_name)
      const output = world.run.outputOf(id)
      if (query.lost.has(id) || tool === undefined || output === undefined) continue
      this.made.add(callKey(tool_name, args))
      for (const { pointer, ...value } of resultValues(tool, output)) {
        this.start.add({ ...value, origin: { from: 'step', step: id, pointer } })
      }
    }
    for (const known of this.composed(this.start)) this.start.add(known)
  }

  /** Calls that may still be made. */
  private get callsLeft(): number {
    return (this.query.callBudget ?? MAX_CALLS) - this.calls
  }

  /** Finds values, the nearest first, until the caller stops or the budget is used up. */
  *finds(): Generator<Find> {
    const { tools, sought, types, givers } = this.query
    yield { fresh: this.start.all }
    const direct = tools.filter(
      (tool) => givers?.has(tool.name) !== false && sought.some((value) => couldGive(tool, value, types)),
    )
    const between = new KnownValues()
    const groups: KnownValue[][] = []
    const lost = this.lostParts()
    for (const { call, result } of this.turn(this.feeding(direct, lost), undefined)) {
      const fresh = this.freshOf(call, result)
      if (direct.some(({ name }) => name === call.tool)) yield { call, result, fresh }
      const useful = fresh.filter((known) => !this.start.has(known) && !between.has(known))
      for (const known of useful) between.add(known)
      if (useful.length > 0) groups.push(useful)
    }
    const composed = this.composed(between)
    if (composed.length > 0) yield { fresh: composed }
    for (const group of [...composed.map((known) => [known]), ...groups]) {
      for (const { call, result } of this.turn(direct, group)) {
        yield { call, result, fresh: this.freshOf(call, result) }
      }
    }
  }

  /** The tools that can give what is sought, or something that one of these takes. */
  private feeding(direct: readonly Simulator[], lost: readonly Json[]): Simulator[] {
    const taken = new Set(
      direct.flatMap((tool) =>
        signatureOf(tool).parameters.flatMap(({ closed, takes }) => (closed ? [] : takes)),
      ),
    )
    return this.query.tools.filter(
      (tool) =>
        direct.includes(tool) ||
        [...signatureOf(tool).gives].some((type) => taken.has(type)) ||
        lost.some((value) => couldGive(tool, value, new Set())),
    )
  }

  /** Parts of composed arguments that are not known at the start. */
  private lostParts(): Json[] {
    return this.world.composed
      .flatMap(({ sources }) => sources.flat())
      .filter((text) => this.start.withText(text) === undefined)
      .map((text) => JSON.parse(text) as Json)
  }

  /** The composed arguments whose parts are known at the start or among further values, and that are not known yet. */
  private composed(more: KnownValues): KnownValue[] {
    return this.world.composed.flatMap(({ what, type, value, sources }, place): KnownValue[] => {
      const parts = sources.map((ways) =>
        ways
          .map((text) => this.start.withText(text) ?? more.withText(text))
          .find((known) => known !== undefined),
      )
      const known = { value, text: stableJson(value), types: [type] }
      if (this.start.has(known) || !parts.every((part) => part !== undefined)) return []
      return [{ ...known, origin: { from: 'parts', what, place, parts } }]
    })
  }

  private freshOf(call: KnownCall, { values }: CallResult): KnownValue[] {
    this.valuesSeen += values.length
    if (this.valuesSeen > MAX_VALUES) this.undecided ??= call.tool
    const fresh: KnownValue[] = []
    for (const { pointer, value, text, types } of values) {
      if (this.found.has(text)) continue
      this.found.add(text)
      fresh.push({ value, text, types, origin: { from: 'call', call, pointer } })
    }
    return fresh
  }

  /** Calls tools with what is known at the start, or with at least one value of a group. */
  private *turn(tools: readonly Simulator[], group: readonly KnownValue[] | undefined): Generator<MadeCall> {
    const after = group?.[0]?.origin
    const first = after?.from === 'call' && after.call.committed ? after.call : undefined
    const turns = tools
      .map((tool) => ({ tool, ...this.shapesOf(tool, group) }))
      .sort((a, b) => a.count - b.count)
    for (const { tool, shapes, count, isFree } of turns) {
      if (count > this.callsLeft) this.undecided ??= tool.name
      if (this.undecided !== undefined) return
      for (const shape of shapes) {
        for (const chosen of combinations(shape, group !== undefined)) {
          const call = this.try(tool, shape, chosen, isFree, first)
          if (call !== undefined) yield call
          if (this.valuesSeen > MAX_VALUES) return
        }
      }
    }
  }

  private try(
    tool: Simulator,
    shape: Shape,
    chosen: readonly (Option | undefined)[],
    isFree: boolean,
    first: KnownCall | undefined,
  ): MadeCall | undefined {
    const args: JsonObject = {}
    const texts: string[] = []
    const taken = new Map<string, KnownValue>()
    for (const [i, { parameter }] of shape.entries()) {
      const option = chosen[i]
      if (option === undefined) continue
      args[parameter.name] = option.argument
      texts.push(`${JSON.stringify(parameter.name)}:${option.text}`)
      if (option.known !== undefined) taken.set(parameter.name, option.known)
    }
    const key = `${tool.name} {${texts.join(',')}}`
    const step = this.steps.get(key)
    if (this.made.has(key) || this.query.forbidden?.has(key)) return undefined
    const isExtraWrite = tool.effect !== 'read' && tool.commits?.(args) !== false && step === undefined
    if (isExtraWrite && !isFree) return undefined
    this.made.add(key)
    this.calls++
    const result = this.world.make(tool, args, key, first)
    if (result === undefined) return undefined
    const { committed } = result
    return { call: { key, tool: tool.name, arguments: args, taken, step, committed }, result }
  }

  /**
   * The calls of a tool: with every combination of known values where these are few, else with what the prompt states of
   * them and at most one optional argument beside.
   */
  private shapesOf(
    tool: Simulator,
    group: readonly KnownValue[] | undefined,
  ): { shapes: readonly Shape[]; count: number; isFree: boolean } {
    const free = signatureOf(tool).parameters.map((parameter) => this.slotOf(parameter, group))
    const countOf = (shapes: readonly Shape[]): number =>
      shapes.reduce((sum, shape) => sum + countCombinations(shape, group !== undefined), 0)
    const freeCount = countOf([free])
    if (!this.query.isPlan && this.freeCalls + freeCount <= MAX_FREE_CALLS) {
      this.freeCalls += freeCount
      return { shapes: [free], count: freeCount, isFree: true }
    }
    const stated = (this.taskSearch.stated.get(tool.name) ?? [{}]).map((args) =>
      free.map((slot) => pinned(slot, args[slot.parameter.name])),
    )
    const shapes = stated.flatMap((shape) => withOneOptional(shape, group !== undefined))
    return { shapes, count: countOf(shapes), isFree: false }
  }

  private slotOf(parameter: ToolParameter, group: readonly KnownValue[] | undefined): Slot {
    let options = this.startOptions.get(parameter)
    if (options === undefined) {
      const { named, closed, takes } = parameter
      const known = closed ? [] : this.start.ofTypes(takes).filter((one) => fits(one, parameter))
      options = optionsOf(parameter, [...named.map((value) => ({ value })), ...known], new Set())
      this.startOptions.set(parameter, options)
    }
    const old = parameter.required ? options : [undefined, ...options]
    if (group === undefined || parameter.closed) return { parameter, old, fresh: [] }
    const fitting = group.filter(
      (known) => known.types.some((type) => parameter.takes.includes(type)) && fits(known, parameter),
    )
    return { parameter, old, fresh: optionsOf(parameter, fitting, new Set(options.map(({ text }) => text))) }
  }
}

/** An optional parameter for any text takes what the request says, not every text of every result. */
const fits = ({ origin }: KnownValue, { required, takes: [type = ''] }: ToolParameter): boolean =>
  required || !OPEN_TYPES.includes(type) || origin.from === 'start' || origin.from === 'parts'

/** Values in the form in which a parameter takes them, each once; its default is the same as leaving it out. */
function optionsOf(
  parameter: ToolParameter,
  values: readonly ({ value: Json } | KnownValue)[],
  seen: Set<string>,
): Option[] {
  const { schema, required } = parameter
  if (!required && schema.default !== undefined) seen.add(stableJson(schema.default))
  return values.flatMap((known): Option[] => {
    const argument = asArgument(known.value, parameter)
    const text = argument === undefined ? '' : stableJson(argument)
    if (argument === undefined || seen.has(text)) return []
    seen.add(text)
    return ['origin' in known ? { argument, text, known } : { argument, text }]
  })
}

/** A slot that takes one value alone, where the prompt states it. */
const pinned = (slot: Slot, value: Json | undefined): Slot =>
  value === undefined ? slot : { ...slot, old: [{ argument: value, text: stableJson(value) }], fresh: [] }

/** Shapes in which at most one of the optional parameters that a shape leaves open is given; where needed, with something fresh. */
function withOneOptional(shape: Shape, needsFresh: boolean): Shape[] {
  const isOpen = ({ old }: Slot): boolean => old.includes(undefined)
  const leftOut = (slot: Slot): Slot => ({ ...slot, old: [undefined], fresh: [] })
  const given = (slot: Slot): Slot => ({
    ...slot,
    old: needsFresh ? [] : slot.old.filter((option) => option !== undefined),
  })
  const bare = shape.map((slot) => (isOpen(slot) ? leftOut(slot) : slot))
  const withOne = shape.flatMap((slot, i) => (isOpen(slot) ? [bare.with(i, given(slot))] : []))
  return [bare, ...withOne]
}

/** A shape as shapes without `fresh`: all its combinations, or by the first slot that takes something fresh. */
function* productsOf(shape: Shape, needsFresh: boolean): Generator<(readonly (Option | undefined)[])[]> {
  if (!needsFresh) yield shape.map(({ old }) => old)
  else
    for (const at of shape.keys()) {
      yield shape.map(({ old, fresh }, i) => (i < at ? old : i === at ? fresh : [...old, ...fresh]))
    }
}

function countCombinations(shape: Shape, needsFresh: boolean): number {
  let count = 0
  for (const lists of productsOf(shape, needsFresh))
    count += lists.reduce((product, { length }) => product * length, 1)
  return count
}

/** One option of each slot; at least one of them fresh where that is wanted. */
function* combinations(shape: Shape, needsFresh: boolean): Generator<readonly (Option | undefined)[]> {
  for (const lists of productsOf(shape, needsFresh)) yield* product(lists)
}

/** Every way to take one of each list. */
function* product<T>(lists: readonly (readonly T[])[]): Generator<readonly T[]> {
  if (lists.some(({ length }) => length === 0)) return
  const at = lists.map(() => 0)
  for (let i = 0; i >= 0; ) {
    yield lists.map((list, place) => list[at[place] as number] as T)
    for (i = lists.length - 1; i >= 0; i--) {
      at[i] = (at[i] as number) + 1
      if ((at[i] as number) < (lists[i] as readonly T[]).length) break
      at[i] = 0
    }
  }
}
