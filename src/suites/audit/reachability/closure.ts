import type { LeafType } from '../../../scoring/equality.ts'
import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { quoteValue } from '../quote-value.ts'
import type { RuleCheck } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'
import { isValue, valuesWithin } from './equal.ts'
import { callKey, type KnownCall, type KnownValue, KnownValues, type Origin } from './known.ts'
import type { CallResult, SearchWorld, TaskSearch } from './search-world.ts'
import {
  asArgument,
  couldGive,
  isAhead,
  OPEN_TYPES,
  pointerOf,
  signatureOf,
  type ToolParameter,
  typesOf,
  type ValueSchema,
  visitValues,
} from './signature.ts'

/** Calls for one question; over that it is undecided. */
const MAX_CALLS = 20_000

/** Calls for one question with every combination of known values; further calls take narrowed arguments. */
const MAX_FREE_CALLS = 500

/** Second calls that are made for a question that all of them would leave undecided. */
const MAX_UNDECIDED_CALLS = 1_000

/** Scalars in the results of one question: large results cost more than the calls. */
const MAX_VALUES = 20_000

/** Values of an optional parameter that are tried to see whether it changes a result at all. */
const PROBES = 3

/** A value that is looked for, and what its consumer takes. */
export interface Sought {
  value: Json
  type: LeafType
}

export interface Query {
  tools: readonly Simulator[]
  /** Tools whose results are looked at; those of all others are only passed on. Default: all. */
  givers?: ReadonlySet<string>
  sought: readonly Sought[]
  types: ReadonlySet<string>
  /** Steps of the expected trace whose results are not known. */
  lost: ReadonlySet<string>
  /** Keys of calls that must not be made. */
  forbidden?: ReadonlySet<string>
  /** Whether calls keep to what the prompt states of them, and write nothing that it does not ask for. */
  isPlan: boolean
}

/** Sought values that became known, and the call that gives them; without a call they are known from the start. */
export interface Find {
  call?: KnownCall
  result?: CallResult
  known: readonly KnownValue[]
}

/** One value for a parameter; without a known value the schema or the prompt names it. */
interface Option {
  argument: Json
  text: string
  known?: KnownValue
}

interface Slot {
  parameter: ToolParameter
  /** Whether the parameter can be left out. */
  isOptional: boolean
  /** What was known before. */
  old: readonly Option[]
  /** What a first call, or a composed argument, gave. */
  fresh: readonly Option[]
}

/** The calls of a tool: the product of what each slot may hold; undefined leaves the parameter out. */
interface Shape {
  slots: readonly Slot[]
  old: readonly (readonly (Option | undefined)[])[]
  fresh: readonly (readonly Option[])[]
}

/**
 * What is known in one world within two calls: calls with what is known at the start, then calls with something that
 * one of these gave, in the world that it left. Of results only what is sought, or can be passed on, is kept.
 */
export class Closure {
  calls = 0
  /** The budget that is used up, as the end of a sentence; undefined where every call was made. */
  undecided: string | undefined
  private readonly query: Query
  private readonly taskSearch: TaskSearch
  private readonly world: SearchWorld
  private readonly start = new KnownValues()
  private readonly slots = new Map<Simulator, readonly Slot[]>()
  private readonly inert = new Map<ToolParameter, boolean>()
  private readonly isSought = new Map<Json, boolean>()
  private readonly seeksContainers: boolean
  private readonly steps: ReadonlyMap<string, string>
  private readonly made = new Set<string>()
  private readonly barren = new Map<string, number>()
  private freeCalls = 0
  private maxCalls = MAX_CALLS
  private valuesSeen = 0

  constructor(query: Query, taskSearch: TaskSearch, world: SearchWorld) {
    this.query = query
    this.taskSearch = taskSearch
    this.world = world
    this.seeksContainers = query.sought.some(
      ({ value }) => typeof value === 'object' || (typeof value === 'string' && /^\s*[[{]/.test(value)),
    )
    const calls = world.run.calls
    this.steps = new Map(calls.map(({ id, tool_name, arguments: args }) => [callKey(tool_name, args), id]))
    for (const known of [...taskSearch.given, ...namedValues(query.tools)]) this.start.add(known)
    const taken = new Set(calls.flatMap(({ arguments: args }) => valuesWithin(args).map(stableJson)))
    for (const { id, tool_name, arguments: args } of calls) {
      const tool = query.tools.find(({ name }) => name === tool_name)
      const output = world.run.outputOf(id)
      if (query.lost.has(id) || tool === undefined || output === undefined) continue
      this.made.add(callKey(tool_name, args))
      visitValues(tool, output, (value, schema, path) => {
        if (!isAhead(path) && !taken.has(stableJson(value))) return false
        const origin = { from: 'step', step: id, pointer: pointerOf(path) } as const
        return this.start.add({ value, types: typesOf(value, schema), origin })
      })
    }
    for (const known of this.composed(this.start)) this.start.add(known)
  }

  /** Finds sought values, the nearest first, until the caller stops or the budget is used up. */
  *finds(): Generator<Find> {
    const { tools, sought, types, givers } = this.query
    const known = this.start.all.filter(({ value }) => this.seeks(value))
    if (known.length > 0) yield { known }
    const direct = tools.filter(
      (tool) => givers?.has(tool.name) !== false && sought.some(({ value }) => couldGive(tool, value, types)),
    )
    const taken = takenBy(direct)
    const lost = this.lostParts()
    const between = new KnownValues()
    const groups: KnownValue[][] = []
    const feeding = tools.filter(
      (tool) =>
        direct.includes(tool) ||
        [...signatureOf(tool).gives].some((type) => taken.has(type)) ||
        lost.some((text) => couldGive(tool, JSON.parse(text) as Json, new Set())),
    )
    for (const { call, result, tool } of this.turn(feeding, undefined)) {
      const group: KnownValue[] = []
      const found = this.found(tool, call, result, (value, schema, path) => {
        if (!isAhead(path)) return
        const given = typesOf(value, schema)
        const isPart = lost.length > 0 && lost.includes(stableJson(value))
        if (!isPart && !given.some((type) => taken.has(type))) return
        const text = stableJson(value)
        if (given.every((type) => this.start.has(text, type))) return
        const one = { value, types: given, origin: { from: 'call', call, pointer: pointerOf(path) } } as const
        if (between.add(one)) group.push(one)
      })
      if (group.length > 0) groups.push(group)
      if (found.length > 0 && direct.includes(tool)) yield { call, result, known: found }
    }
    const composed = this.composed(between)
    const sightings = composed.filter(({ value }) => this.seeks(value))
    if (sightings.length > 0) yield { known: sightings }
    const all = [...composed.map((one) => [one]), ...groups]
    const count = all.reduce((sum, group) => sum + this.countOf(direct, group), 0)
    if (count > this.maxCalls - this.calls) {
      this.undecided ??= overCalls(direct[0])
      this.maxCalls = Math.min(this.maxCalls, this.calls + MAX_UNDECIDED_CALLS)
    }
    for (const group of all) {
      for (const { call, result, tool } of this.turn(direct, group)) {
        const found = this.found(tool, call, result)
        if (found.length > 0) yield { call, result, known: found }
      }
    }
  }

  private seeks(value: Json): boolean {
    if (typeof value === 'object') return this.seeksContainers && this.equalsSought(value)
    let isSought = this.isSought.get(value)
    if (isSought === undefined) {
      isSought = this.equalsSought(value)
      this.isSought.set(value, isSought)
    }
    return isSought
  }

  private equalsSought(known: Json): boolean {
    return this.query.sought.some(({ value, type }) => isValue(value, known, type))
  }

  /** The sought values of a result. */
  private found(
    tool: Simulator,
    call: KnownCall,
    { output }: CallResult,
    visitor?: (value: Json, schema: ValueSchema | undefined, path: readonly (string | number)[]) => void,
  ): KnownValue[] {
    const found: KnownValue[] = []
    this.valuesSeen += visitValues(
      tool,
      output,
      (value, schema, path) => {
        visitor?.(value, schema, path)
        if (!this.seeks(value)) return false
        found.push({
          value,
          types: typesOf(value, schema),
          origin: { from: 'call', call, pointer: pointerOf(path) },
        })
        return true
      },
      this.barren,
    )
    if (this.valuesSeen > MAX_VALUES) {
      this.undecided ??= `results hold more than ${MAX_VALUES} values, those of ${tool.name} among them`
      this.maxCalls = 0
    }
    return found
  }

  /** Parts of composed arguments that are not known at the start, as texts. */
  private lostParts(): string[] {
    return this.world.composed
      .flatMap(({ sources }) => sources.flat())
      .filter((text) => this.start.withText(text) === undefined)
  }

  /** The composed arguments whose parts are known at the start or among further values, and that are not known yet. */
  private composed(more: KnownValues): KnownValue[] {
    return this.world.composed.flatMap(({ what, type, value, sources }, place): KnownValue[] => {
      const parts = sources.map((ways) =>
        ways.map((text) => this.start.withText(text) ?? more.withText(text)).find((one) => one !== undefined),
      )
      if (this.start.has(stableJson(value), type) || !parts.every((part) => part !== undefined)) return []
      return [{ value, types: [type], origin: { from: 'parts', what, place, parts } }]
    })
  }

  /** Calls tools with what is known at the start, or with at least one value of a group. */
  private *turn(tools: readonly Simulator[], group: readonly KnownValue[] | undefined) {
    const after = group?.[0]?.origin
    const first = after?.from === 'call' && after.call.committed ? after.call : undefined
    const turns = tools
      .map((tool) => ({ tool, ...this.shapesOf(tool, group) }))
      .sort((a, b) => a.count - b.count)
    for (const { tool, shapes, count, isFree } of turns) {
      if (count > this.maxCalls - this.calls && group === undefined) {
        this.undecided ??= overCalls(tool)
        return
      }
      for (const shape of shapes) {
        for (const chosen of combinations(shape, group !== undefined)) {
          if (this.calls >= this.maxCalls) return
          const call = this.call(tool, shape.slots, chosen, isFree, first)
          if (call !== undefined) yield { ...call, tool }
        }
      }
    }
  }

  private call(
    tool: Simulator,
    slots: readonly Slot[],
    chosen: readonly (Option | undefined)[],
    isFree: boolean,
    first: KnownCall | undefined,
  ): { call: KnownCall; result: CallResult } | undefined {
    const args: JsonObject = {}
    const texts: string[] = []
    const taken = new Map<string, KnownValue>()
    for (const [i, { parameter }] of slots.entries()) {
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

  private countOf(tools: readonly Simulator[], group: readonly KnownValue[]): number {
    const { freeCalls } = this
    const count = tools.reduce((sum, tool) => sum + this.shapesOf(tool, group).count, 0)
    this.freeCalls = freeCalls
    return count
  }

  /**
   * The calls of a tool: with every combination of known values where these are few, else with what the prompt states of
   * them and at most one optional argument beside.
   */
  private shapesOf(
    tool: Simulator,
    group: readonly KnownValue[] | undefined,
  ): { shapes: readonly Shape[]; count: number; isFree: boolean } {
    const needsFresh = group !== undefined
    const slots = this.slotsOf(tool, group)
    if (needsFresh && slots.every(({ fresh }) => fresh.length === 0)) {
      return { shapes: [], count: 0, isFree: false }
    }
    const free = shapeOf(slots)
    const freeCount = countCombinations(free, needsFresh)
    if (!this.query.isPlan && this.freeCalls + freeCount <= MAX_FREE_CALLS) {
      this.freeCalls += freeCount
      return { shapes: [free], count: freeCount, isFree: true }
    }
    const shapes = (this.taskSearch.stated.get(tool.name) ?? [{}]).flatMap((stated) => {
      const pinned = slots.map((slot) => pinnedTo(slot, stated[slot.parameter.name]))
      return this.narrowed(tool, pinned, needsFresh)
    })
    const count = shapes.reduce((sum, shape) => sum + countCombinations(shape, needsFresh), 0)
    return { shapes, count, isFree: false }
  }

  /** The shape without optional parameters, and those with one each; in a second turn that one is fresh. */
  private narrowed(tool: Simulator, slots: readonly Slot[], needsFresh: boolean): Shape[] {
    const fixed = slots.filter(({ isOptional }) => !isOptional)
    const withOne = slots.filter(
      (slot) =>
        slot.isOptional &&
        (needsFresh ? slot.fresh : slot.old).length > 0 &&
        !this.isInert(tool, fixed, slot),
    )
    return [
      shapeOf(fixed),
      ...withOne.map((one) =>
        shapeOf(
          slots
            .filter((slot) => !slot.isOptional || slot === one)
            .map((slot) =>
              slot === one ? { ...slot, isOptional: false, old: needsFresh ? [] : slot.old } : slot,
            ),
        ),
      ),
    ]
  }

  /** Whether an optional parameter with many values changes nothing: the first few give what the call without it gives. */
  private isInert(tool: Simulator, fixed: readonly Slot[], { parameter, old, fresh }: Slot): boolean {
    const known = this.inert.get(parameter)
    const options = [...old, ...fresh]
    if (known !== undefined || options.length < PROBES || tool.effect !== 'read') return known === true
    const args: JsonObject = {}
    for (const slot of fixed) {
      const option = slot.old[0] ?? slot.fresh[0]
      if (option === undefined) return false
      args[slot.parameter.name] = option.argument
    }
    const textOf = (given: JsonObject): string | undefined => {
      const result = this.world.make(tool, given, callKey(tool.name, given))
      return result && JSON.stringify(result.output)
    }
    const bare = textOf(args)
    if (bare === undefined) return false
    const isInert = options
      .slice(0, PROBES)
      .every(({ argument }) => textOf({ ...args, [parameter.name]: argument }) === bare)
    this.inert.set(parameter, isInert)
    return isInert
  }

  private slotsOf(tool: Simulator, group: readonly KnownValue[] | undefined): readonly Slot[] {
    let slots = this.slots.get(tool)
    if (slots === undefined) {
      slots = signatureOf(tool).parameters.map((parameter) => {
        const { named, closed, takes } = parameter
        const known = closed ? [] : this.start.ofTypes(takes).filter((one) => fits(one, parameter))
        const old = optionsOf(parameter, [...named.map((value) => ({ value })), ...known], new Set())
        return { parameter, isOptional: !parameter.required, old, fresh: [] }
      })
      this.slots.set(tool, slots)
    }
    if (group === undefined) return slots
    return slots.map((slot) => {
      const { parameter, old } = slot
      if (parameter.closed) return slot
      const fitting = group.filter(
        (known) => known.types.some((type) => parameter.takes.includes(type)) && fits(known, parameter),
      )
      if (fitting.length === 0) return slot
      return { ...slot, fresh: optionsOf(parameter, fitting, new Set(old.map(({ text }) => text))) }
    })
  }
}

/** Types of the values that the parameters of some tools take. */
const takenBy = (tools: readonly Simulator[]): ReadonlySet<string> =>
  new Set(
    tools.flatMap((tool) =>
      signatureOf(tool).parameters.flatMap(({ closed, takes }) => (closed ? [] : takes)),
    ),
  )

const namedValues = (tools: readonly Simulator[]): KnownValue[] =>
  tools.flatMap((tool) =>
    signatureOf(tool).parameters.flatMap(({ name, named }) =>
      named.map((value: Json): KnownValue => {
        const origin = { from: 'start', what: `the schema of ${tool.name} ${name}` } as const
        return { value, types: [], origin }
      }),
    ),
  )

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
const pinnedTo = (slot: Slot, value: Json | undefined): Slot =>
  value === undefined
    ? slot
    : { ...slot, isOptional: false, old: [{ argument: value, text: stableJson(value) }], fresh: [] }

const shapeOf = (slots: readonly Slot[]): Shape => ({
  slots,
  old: slots.map(({ isOptional, old }) => (isOptional ? [undefined, ...old] : old)),
  fresh: slots.map(({ fresh }) => fresh),
})

const productOf = (counts: readonly number[]): number => counts.reduce((product, count) => product * count, 1)

/** How many combinations there are: all, or those in which at least one option is fresh. */
function countCombinations({ old, fresh }: Shape, needsFresh: boolean): number {
  const before = productOf(old.map(({ length }) => length))
  if (!needsFresh) return before
  return productOf(old.map(({ length }, i) => length + (fresh[i] as readonly Option[]).length)) - before
}

/** One option of each slot; at least one of them fresh where that is wanted. */
function* combinations(
  { old, fresh }: Shape,
  needsFresh: boolean,
): Generator<readonly (Option | undefined)[]> {
  if (!needsFresh) yield* product(old)
  else
    for (const [at, own] of fresh.entries()) {
      if (own.length === 0) continue
      yield* product(old.map((list, i) => (i < at ? list : i === at ? own : [...list, ...(fresh[i] ?? [])])))
    }
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

/** A call as it is written: `get_weather {"city":"Oslo"}`. */
export const describeCall = ({ tool, arguments: args }: Pick<KnownCall, 'tool' | 'arguments'>): string =>
  `${tool} ${quoteValue(args)}`

/** Where a known value comes from, as the end of a sentence. */
export function describeOrigin(origin: Origin): string {
  if (origin.from === 'start') return origin.what
  if (origin.from === 'parts') return `what is known of ${origin.what}`
  return `${origin.from === 'step' ? origin.step : describeCall(origin.call)} ${origin.pointer}`
}

/** Why a question about a task stays open. */
export const describeUndecided = (question: string, budget: string): string =>
  `${question} is undecided: ${budget}`

const overCalls = (tool: Simulator | undefined): string =>
  `known values allow more than ${MAX_CALLS} calls, among them calls of ${tool?.name}`

export interface SearchCosts {
  calls: number[]
  undecided: number
}

/** A check of a rule that looks at what is known, with the costs of its searches as figures. */
export function searchCheck(
  visit: (subject: AuditSubject, count: (closure: Closure) => void) => string[],
): RuleCheck {
  const costs: SearchCosts = { calls: [], undecided: 0 }
  const count = ({ calls, undecided }: Closure): void => {
    costs.calls.push(calls)
    if (undecided !== undefined) costs.undecided++
  }
  return {
    visit: (subject) => visit(subject, count),
    figures() {
      const sorted = costs.calls.toSorted((a, b) => a - b)
      return {
        closures: sorted.length,
        median_calls: sorted[Math.floor(sorted.length / 2)] ?? 0,
        most_calls: sorted.at(-1) ?? 0,
        undecided: costs.undecided,
      }
    },
    notes: () => costs,
    add({ calls, undecided }: SearchCosts) {
      costs.calls.push(...calls)
      costs.undecided += undecided
    },
  }
}
