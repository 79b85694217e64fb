import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import type { LeafType } from '../../../tasks/equality.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { isValue, valuesWithin } from './equal.ts'
import { callKey, type KnownCall, type KnownValue, KnownValues } from './known.ts'
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
  type ValueVisitor,
  visitValues,
} from './signature.ts'

/** Calls for one question; over that it is undecided. */
const MAX_CALLS = 20_000

/** Scalars in the results of one question: large results cost more than the calls. */
const MAX_VALUES = 100_000

/** Calls for one question with everything that is known; further ones take what the prompt states of them. */
const MAX_FREE_CALLS = 60

export interface Query {
  tools: readonly Simulator[]
  /** Tools whose results are looked at; those of all others are only passed on. Default: all. */
  givers?: ReadonlySet<string>
  sought: readonly { value: Json; type: LeafType }[]
  types: ReadonlySet<string>
  /** Steps of the expected trace whose results are not known. */
  lost: ReadonlySet<string>
  forbidden?: ReadonlySet<string>
  /** Whether calls keep to what the prompt states of them, and write nothing that it does not ask for. */
  isPlan: boolean
}

/** The tools whose results could hold something that is sought; they decide which calls are made. */
const directToolsOf = ({ tools, sought, types, givers }: Query): Simulator[] =>
  tools.filter(
    (tool) => givers?.has(tool.name) !== false && sought.some(({ value }) => couldGive(tool, value, types)),
  )

/** Sought values that became known, and the call that gives them; without a call they are known from the start. */
interface Find {
  call?: KnownCall
  result?: CallResult
  known: readonly KnownValue[]
}

/** One value for a parameter; without a known value the schema or the prompt names it. */
interface Option {
  argument: Json
  text: string
  known?: KnownValue
  /** Whether a first call, or a composed argument, gave it. */
  isFresh: boolean
}

interface Slot {
  parameter: ToolParameter
  isOptional: boolean
  options: readonly Option[]
}

/** The calls of a tool that are to be made: for each way every combination of its options. */
interface Turn {
  tool: Simulator
  ways: readonly (readonly Slot[])[]
  count: number
  /** Whether they take everything that is known: then they also write what the task does not ask for. */
  isFree: boolean
  /** The write that gave what is passed on, and that comes before. */
  first: KnownCall | undefined
}

interface MadeCall {
  tool: Simulator
  call: KnownCall
  result: CallResult
}

/**
 * What is known in one world within two calls: calls with what is known at the start, then calls with something that
 * one of these gave, in the world that it left. A call has at most one optional argument beside those that the prompt
 * states. Of results only what is sought, or can be passed on, is kept.
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
  private readonly isSought = new Map<Json, boolean>()
  private readonly seeksContainers: boolean
  private readonly steps: ReadonlyMap<string, string>
  private readonly made: Set<string>
  private freeCalls = 0
  private values = 0

  constructor(query: Query, taskSearch: TaskSearch, world: SearchWorld) {
    this.query = query
    this.taskSearch = taskSearch
    this.world = world
    this.made = new Set(query.forbidden)
    this.seeksContainers = query.sought.some(
      ({ value }) => typeof value === 'object' || (typeof value === 'string' && /^\s*[[{]/.test(value)),
    )
    const calls = world.run.calls
    this.steps = new Map(calls.map(({ id, tool_name, arguments: args }) => [callKey(tool_name, args), id]))
    for (const known of taskSearch.given) this.start.add(known)
    for (const tool of query.tools) {
      for (const { name, named } of signatureOf(tool).parameters) {
        const origin = { from: 'start', what: `the schema of ${tool.name} ${name}` } as const
        for (const value of named) this.start.add({ value, types: [], origin })
      }
    }
    const taken = new Set(calls.flatMap(({ arguments: args }) => valuesWithin(args).map(stableJson)))
    for (const { id, tool_name, arguments: args } of calls) {
      const tool = query.tools.find(({ name }) => name === tool_name)
      const output = world.run.outputOf(id)
      if (query.lost.has(id) || tool === undefined || output === undefined) continue
      this.made.add(callKey(tool_name, args))
      visitValues(tool, output, (value, schema, path) => {
        if (!isAhead(path) && !taken.has(stableJson(value))) return
        const origin = { from: 'step', step: id, pointer: pointerOf(path) } as const
        this.start.add({ value, types: typesOf(value, schema), origin })
      })
    }
    for (const known of this.composed(this.start)) this.start.add(known)
  }

  /** Finds sought values, the nearest first, until the caller stops or the budget is used up. */
  *finds(): Generator<Find> {
    const { tools } = this.query
    const known = this.start.all.filter(({ value }) => this.seeks(value))
    if (known.length > 0) yield { known }
    const direct = directToolsOf(this.query)
    const parameters = direct.flatMap((tool) => signatureOf(tool).parameters)
    const taken = new Set(parameters.flatMap(({ closed, takes }) => (closed ? [] : takes)))
    const lost = this.world.composed
      .flatMap(({ sources }) => sources.flat())
      .filter((text) => this.start.withText(text) === undefined)
    const feeding = tools.filter(
      (tool) =>
        direct.includes(tool) ||
        [...signatureOf(tool).gives].some((type) => taken.has(type)) ||
        lost.some((text) => couldGive(tool, JSON.parse(text) as Json, new Set())),
    )
    const between = new KnownValues()
    const groups: KnownValue[][] = []
    for (const made of this.make(this.turnsOf(feeding))) {
      const group: KnownValue[] = []
      const found = this.look(made, (value, schema, path) => {
        if (!isAhead(path)) return
        const given = typesOf(value, schema)
        const isPart = lost.length > 0 && lost.includes(stableJson(value))
        if (!isPart && !given.some((type) => taken.has(type))) return
        const text = stableJson(value)
        if (given.every((type) => this.start.has(text, type))) return
        const origin = { from: 'call', call: made.call, pointer: pointerOf(path) } as const
        const one = { value, types: given, origin }
        if (between.add(one)) group.push(one)
      })
      if (group.length > 0) groups.push(group)
      if (found.length > 0 && direct.includes(made.tool)) yield { ...made, known: found }
    }
    const composed = this.composed(between)
    const sightings = composed.filter(({ value }) => this.seeks(value))
    if (sightings.length > 0) yield { known: sightings }
    const turns = [...composed.map((one) => [one]), ...groups].flatMap((group) => this.turnsOf(direct, group))
    if (
      this.isOver(
        turns.reduce((sum, { count }) => sum + count, 0),
        direct[0],
      )
    )
      return
    for (const made of this.make(turns)) {
      const found = this.look(made)
      if (found.length > 0) yield { ...made, known: found }
    }
  }

  private seeks(known: Json): boolean {
    if (typeof known === 'object' && !this.seeksContainers) return false
    let isSought = this.isSought.get(known)
    if (isSought === undefined) {
      isSought = this.query.sought.some(({ value, type }) => isValue(value, known, type))
      this.isSought.set(known, isSought)
    }
    return isSought
  }

  private look({ tool, call, result }: MadeCall, visitor?: ValueVisitor): KnownValue[] {
    const found: KnownValue[] = []
    visitValues(tool, result.output, (value, schema, path) => {
      visitor?.(value, schema, path)
      this.values++
      if (!this.seeks(value)) return
      const origin = { from: 'call', call, pointer: pointerOf(path) } as const
      found.push({ value, types: typesOf(value, schema), origin })
    })
    if (this.values > MAX_VALUES) this.undecided ??= `results of ${tool.name} hold too many values`
    return found
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

  /** Whether this many further calls are over the budget, which then is noted. */
  private isOver(count: number, tool: Simulator | undefined): boolean {
    if (count > MAX_CALLS - this.calls) {
      this.undecided ??= `known values allow more than ${MAX_CALLS} calls, some of ${tool?.name}`
    }
    return this.undecided !== undefined
  }

  private *make(turns: readonly Turn[]): Generator<MadeCall> {
    for (const turn of turns) {
      if (this.isOver(turn.count, turn.tool)) return
      for (const way of turn.ways) {
        for (const chosen of product(way.map(({ options }) => options))) {
          const made = this.call(turn, way, chosen)
          if (made !== undefined) yield made
          if (this.undecided !== undefined) return
        }
      }
    }
  }

  private call(
    { tool, isFree, first }: Turn,
    way: readonly Slot[],
    chosen: readonly Option[],
  ): MadeCall | undefined {
    const named = chosen.map((option, i) => ({ ...option, name: (way[i] as Slot).parameter.name }))
    const key = `${tool.name} {${named.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join(',')}}`
    if (this.made.has(key)) return undefined
    this.made.add(key)
    const args: JsonObject = Object.fromEntries(named.map(({ name, argument }) => [name, argument]))
    const step = this.steps.get(key)
    const isWrite = tool.effect !== 'read' && tool.commits?.(args) !== false
    if (isWrite && step === undefined && !isFree) return undefined
    this.calls++
    this.taskSearch.budget.calls--
    const result = this.world.make(tool, args, key, first)
    if (result === undefined) return undefined
    const taken = new Map(named.flatMap(({ name, known }) => (known === undefined ? [] : [[name, known]])))
    return {
      tool,
      call: { key, tool: tool.name, arguments: args, taken, step, committed: result.committed },
      result,
    }
  }

  /** The calls of tools with what is known at the start, or with at least one value of a group: few calls first. */
  private turnsOf(tools: readonly Simulator[], group?: readonly KnownValue[]): Turn[] {
    const origin = group?.[0]?.origin
    const first = origin?.from === 'call' && origin.call.committed ? origin.call : undefined
    return tools
      .map((tool): Turn => ({ tool, first, ...this.waysTo(tool, group) }))
      .sort((a, b) => a.count - b.count)
  }

  private waysTo(tool: Simulator, group: readonly KnownValue[] | undefined): Omit<Turn, 'tool' | 'first'> {
    const slots = this.slotsOf(tool, group)
    if (group !== undefined && slots.every(({ options }) => options.every(({ isFresh }) => !isFresh))) {
      return { ways: [], count: 0, isFree: false }
    }
    const needsFresh = group !== undefined
    const all = waysToFill(slots, needsFresh)
    const count = countOf(all)
    if (!this.query.isPlan && this.freeCalls + count <= MAX_FREE_CALLS) {
      this.freeCalls += count
      return { ways: all, count, isFree: true }
    }
    const ways = (this.taskSearch.stated.get(tool.name) ?? [{}]).flatMap((stated) =>
      waysToFill(
        slots.map((slot) => pinnedTo(slot, stated[slot.parameter.name])),
        needsFresh,
      ),
    )
    return { ways, count: countOf(ways), isFree: false }
  }

  private slotsOf(tool: Simulator, group: readonly KnownValue[] | undefined): readonly Slot[] {
    let slots = this.slots.get(tool)
    if (slots === undefined) {
      const calls = this.world.run.calls.filter(({ tool_name }) => tool_name === tool.name)
      const parameters = signatureOf(tool).parameters.filter(
        ({ name }) =>
          !tool.idleParameters?.includes(name) || calls.some((call) => Object.hasOwn(call.arguments, name)),
      )
      slots = parameters.map((parameter) => {
        const { named, closed, takes, required } = parameter
        const known = closed ? [] : this.start.ofTypes(takes)
        const options = optionsOf(parameter, [...named.map((value) => ({ value })), ...known], [], false)
        return { parameter, isOptional: !required, options }
      })
      this.slots.set(tool, slots)
    }
    if (group === undefined) return slots
    return slots.map((slot) => {
      const { parameter, options } = slot
      const fitting = parameter.closed
        ? []
        : group.filter(({ types }) => types.some((type) => parameter.takes.includes(type)))
      if (fitting.length === 0) return slot
      return { ...slot, options: [...options, ...optionsOf(parameter, fitting, options, true)] }
    })
  }
}

/** An optional parameter for any text takes what the request says, not every text of every result. */
const fits = ({ origin }: KnownValue, { required, takes: [type = ''] }: ToolParameter): boolean =>
  required || !OPEN_TYPES.includes(type) || origin.from === 'start' || origin.from === 'parts'

/** Values in the form in which a parameter takes them, each once; its default is the same as leaving it out. */
function optionsOf(
  parameter: ToolParameter,
  values: readonly ({ value: Json } | KnownValue)[],
  before: readonly Option[],
  isFresh: boolean,
): Option[] {
  const { schema, required } = parameter
  const seen = new Set(before.map(({ text }) => text))
  if (!required && schema.default !== undefined) seen.add(stableJson(schema.default))
  return values.flatMap((known): Option[] => {
    const argument = asArgument(known.value, parameter)
    const text = argument === undefined ? '' : stableJson(argument)
    if (argument === undefined || seen.has(text)) return []
    if ('origin' in known && !fits(known, parameter)) return []
    seen.add(text)
    return [{ argument, text, isFresh, ...('origin' in known ? { known } : {}) }]
  })
}

/** A slot that takes one value alone, where the prompt states it. */
const pinnedTo = (slot: Slot, value: Json | undefined): Slot =>
  value === undefined
    ? slot
    : {
        ...slot,
        isOptional: false,
        options: [{ argument: value, text: stableJson(value), isFresh: false }],
      }

function waysToFill(slots: readonly Slot[], needsFresh: boolean): Slot[][] {
  const optional: (Slot | undefined)[] = slots.filter(({ isOptional }) => isOptional)
  const ways = [undefined, ...optional].map((one) => slots.filter((slot) => !slot.isOptional || slot === one))
  return needsFresh ? ways.flatMap(withFresh) : ways
}

const withFresh = (way: readonly Slot[]): Slot[][] =>
  way.flatMap(({ options }, at) =>
    options.every(({ isFresh }) => !isFresh)
      ? []
      : [
          way.map((slot, i) => {
            if (i > at) return slot
            return { ...slot, options: slot.options.filter(({ isFresh }) => isFresh === (i === at)) }
          }),
        ],
  )

const countOf = (ways: readonly (readonly Slot[])[]): number =>
  ways.reduce((sum, way) => sum + way.reduce((product, { options }) => product * options.length, 1), 0)

function* product<T>(lists: readonly (readonly T[])[]): Generator<readonly T[]> {
  const [head, ...rest] = lists
  if (head === undefined) yield []
  else for (const one of head) for (const others of product(rest)) yield [one, ...others]
}
