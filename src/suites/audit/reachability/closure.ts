import { type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import type { LeafType } from '../../../tasks/equality.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { isValue, listValuesWithin } from './equal.ts'
import { buildCallKey, type FoundCall, type KnownValue, KnownValues } from './known.ts'
import type { CallResult, SearchWorld, TaskSearch } from './search-world.ts'
import {
  buildPointer,
  convertToArgument,
  couldGive,
  isAhead,
  listTypes,
  OPEN_TYPES,
  signatureOf,
  type ToolParameter,
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
const listDirectTools = ({ tools, sought, types, givers }: Query): Simulator[] =>
  tools.filter(
    (tool) => givers?.has(tool.name) !== false && sought.some(({ value }) => couldGive(tool, value, types)),
  )

/** Sought values that became known, and the call that gives them; without a call they are known from the start. */
interface SearchFind {
  call?: FoundCall
  result?: CallResult
  known: readonly KnownValue[]
}

/** One value for a parameter; without a known value the schema or the prompt names it. */
interface SlotOption {
  argument: Json
  text: string
  known?: KnownValue
  /** Whether a first call, or a composed argument, gave it. */
  isFresh: boolean
}

interface ArgumentSlot {
  parameter: ToolParameter
  /** The parameter's name as the key of a call has it. */
  label: string
  isOptional: boolean
  options: readonly SlotOption[]
}

/** The calls of a tool that are to be made: for each way every combination of its options. */
interface ToolTurn {
  tool: Simulator
  ways: readonly (readonly ArgumentSlot[])[]
  count: number
  /** Whether they take everything that is known: then they also write what the task does not ask for. */
  isFree: boolean
  /** The write that gave what is passed on, and that comes before. */
  first: FoundCall | undefined
}

interface MadeCall {
  tool: Simulator
  call: FoundCall
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
  private readonly slots = new Map<Simulator, readonly ArgumentSlot[]>()
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
    this.steps = new Map(
      calls.map(({ id, tool_name, arguments: args }) => [buildCallKey(tool_name, args), id]),
    )
    for (const known of taskSearch.given) this.start.add(known)
    for (const tool of query.tools) {
      for (const { name, named } of signatureOf(tool).parameters) {
        const origin = { from: 'start', what: `the schema of ${tool.name} ${name}` } as const
        for (const value of named) this.start.add({ value, types: [], origin })
      }
    }
    const taken = new Set(calls.flatMap(({ arguments: args }) => listValuesWithin(args).map(stringifyStably)))
    for (const { id, tool_name, arguments: args } of calls) {
      const tool = query.tools.find(({ name }) => name === tool_name)
      const output = world.run.outputOf(id)
      if (query.lost.has(id) || tool === undefined || output === undefined) continue
      this.made.add(buildCallKey(tool_name, args))
      visitValues(tool, output, (value, schema, path) => {
        if (!isAhead(path) && !taken.has(stringifyStably(value))) return
        const origin = { from: 'step', step: id, pointer: buildPointer(path) } as const
        this.start.add({ value, types: listTypes(value, schema), origin })
      })
    }
    for (const known of this.composeValues(this.start)) this.start.add(known)
  }

  /** Finds sought values, the nearest first, until the caller stops or the budget is used up. */
  *finds(): Generator<SearchFind> {
    const { tools } = this.query
    const known = this.start.all.filter(({ value }) => this.seeks(value))
    if (known.length > 0) yield { known }
    const direct = listDirectTools(this.query)
    const parameters = direct.flatMap((tool) => signatureOf(tool).parameters)
    const taken = new Set(parameters.flatMap(({ closed, takes }) => (closed ? [] : takes)))
    const lost = this.world.composed
      .flatMap(({ sources }) => sources.flat())
      .filter((text) => this.start.findByText(text) === undefined)
    const feeding = tools.filter(
      (tool) =>
        direct.includes(tool) ||
        [...signatureOf(tool).gives].some((type) => taken.has(type)) ||
        lost.some((text) => couldGive(tool, JSON.parse(text) as Json, new Set())),
    )
    const between = new KnownValues()
    const groups: KnownValue[][] = []
    for (const made of this.make(this.listTurns(feeding))) {
      const group: KnownValue[] = []
      const found = this.look(made, (value, schema, path) => {
        if (!isAhead(path)) return
        const given = listTypes(value, schema)
        const isPart = lost.length > 0 && lost.includes(stringifyStably(value))
        if (!isPart && !given.some((type) => taken.has(type))) return
        const text = stringifyStably(value)
        if (given.every((type) => this.start.has(text, type))) return
        const origin = { from: 'call', call: made.call, pointer: buildPointer(path) } as const
        const one = { value, types: given, origin }
        if (between.add(one)) group.push(one)
      })
      if (group.length > 0) groups.push(group)
      if (found.length > 0 && direct.includes(made.tool)) yield { ...made, known: found }
    }
    const composed = this.composeValues(between)
    const sightings = composed.filter(({ value }) => this.seeks(value))
    if (sightings.length > 0) yield { known: sightings }
    const turns = [...composed.map((one) => [one]), ...groups].flatMap((group) =>
      this.listTurns(direct, group),
    )
    const count = turns.reduce((sum, turn) => sum + turn.count, 0)
    if (this.isOver(count, direct[0])) return
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
      const origin = { from: 'call', call, pointer: buildPointer(path) } as const
      found.push({ value, types: listTypes(value, schema), origin })
    })
    if (this.values > MAX_VALUES) this.undecided ??= `results of ${tool.name} hold too many values`
    return found
  }

  /** The composed arguments whose parts are known at the start or among further values, and that are not known yet. */
  private composeValues(more: KnownValues): KnownValue[] {
    return this.world.composed.flatMap(({ what, type, value, sources }, place): KnownValue[] => {
      const parts = sources.map((ways) =>
        ways
          .map((text) => this.start.findByText(text) ?? more.findByText(text))
          .find((one) => one !== undefined),
      )
      if (this.start.has(stringifyStably(value), type) || !parts.every((part) => part !== undefined))
        return []
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

  private *make(turns: readonly ToolTurn[]): Generator<MadeCall> {
    for (const turn of turns) {
      if (this.isOver(turn.count, turn.tool)) return
      for (const way of turn.ways) {
        for (const chosen of iterateProduct(way.map(({ options }) => options))) {
          const made = this.performCall(turn, way, chosen)
          if (made !== undefined) yield made
          if (this.undecided !== undefined) return
        }
      }
    }
  }

  private performCall(
    { tool, isFree, first }: ToolTurn,
    way: readonly ArgumentSlot[],
    chosen: readonly SlotOption[],
  ): MadeCall | undefined {
    const fields = way.map(({ label }, i) => label + (chosen[i] as SlotOption).text).join(',')
    const key = `${tool.name} {${fields}}`
    if (this.made.has(key)) return undefined
    this.made.add(key)
    const named = way.map(({ parameter }, i) => [parameter.name, chosen[i] as SlotOption] as const)
    const args: JsonObject = Object.fromEntries(named.map(([name, { argument }]) => [name, argument]))
    const step = this.steps.get(key)
    const isWrite = tool.effect !== 'read' && tool.commits?.(args) !== false
    if (isWrite && step === undefined && !isFree) return undefined
    this.calls++
    this.taskSearch.budget.calls--
    const result = this.world.make(tool, args, key, first)
    if (result === undefined) return undefined
    const taken = new Map(named.flatMap(([name, { known }]) => (known === undefined ? [] : [[name, known]])))
    return {
      tool,
      call: { key, tool: tool.name, arguments: args, taken, step, committed: result.committed },
      result,
    }
  }

  /** The calls of tools with what is known at the start, or with at least one value of a group: few calls first. */
  private listTurns(tools: readonly Simulator[], group?: readonly KnownValue[]): ToolTurn[] {
    const origin = group?.[0]?.origin
    const first = origin?.from === 'call' && origin.call.committed ? origin.call : undefined
    return tools
      .map((tool): ToolTurn => ({ tool, first, ...this.listWaysTo(tool, group) }))
      .sort((a, b) => a.count - b.count)
  }

  private listWaysTo(
    tool: Simulator,
    group: readonly KnownValue[] | undefined,
  ): Omit<ToolTurn, 'tool' | 'first'> {
    const slots = this.buildSlots(tool, group)
    if (group !== undefined && slots.every(({ options }) => options.every(({ isFresh }) => !isFresh))) {
      return { ways: [], count: 0, isFree: false }
    }
    const needsFresh = group !== undefined
    const all = listWaysToFill(slots, needsFresh)
    const count = countCombinations(all)
    if (!this.query.isPlan && this.freeCalls + count <= MAX_FREE_CALLS) {
      this.freeCalls += count
      return { ways: all, count, isFree: true }
    }
    const ways = (this.taskSearch.stated.get(tool.name) ?? [{}]).flatMap((stated) =>
      listWaysToFill(
        slots.map((slot) => pinSlot(slot, stated[slot.parameter.name])),
        needsFresh,
      ),
    )
    return { ways, count: countCombinations(ways), isFree: false }
  }

  private buildSlots(tool: Simulator, group: readonly KnownValue[] | undefined): readonly ArgumentSlot[] {
    let slots = this.slots.get(tool)
    if (slots === undefined) {
      const calls = this.world.run.calls.filter(({ tool_name }) => tool_name === tool.name)
      const parameters = signatureOf(tool).parameters.filter(
        ({ name }) =>
          !tool.idleParameters?.includes(name) || calls.some((call) => Object.hasOwn(call.arguments, name)),
      )
      slots = parameters.map((parameter) => {
        const { named, closed, takes, required } = parameter
        const known = closed ? [] : this.start.listOfTypes(takes)
        const options = listOptions(parameter, [...named.map((value) => ({ value })), ...known], [], false)
        return { parameter, label: `${JSON.stringify(parameter.name)}:`, isOptional: !required, options }
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
      return { ...slot, options: [...options, ...listOptions(parameter, fitting, options, true)] }
    })
  }
}

/** An optional parameter for any text takes what the request says, not every text of every result. */
const fits = ({ origin }: KnownValue, { required, takes: [type = ''] }: ToolParameter): boolean =>
  required || !OPEN_TYPES.includes(type) || origin.from === 'start' || origin.from === 'parts'

/** Values in the form in which a parameter takes them, each once; its default is the same as leaving it out. */
function listOptions(
  parameter: ToolParameter,
  values: readonly ({ value: Json } | KnownValue)[],
  before: readonly SlotOption[],
  isFresh: boolean,
): SlotOption[] {
  const { schema, required } = parameter
  const seen = new Set(before.map(({ text }) => text))
  if (!required && schema.default !== undefined) seen.add(stringifyStably(schema.default))
  return values.flatMap((known): SlotOption[] => {
    const argument = convertToArgument(known.value, parameter)
    const text = argument === undefined ? '' : stringifyStably(argument)
    if (argument === undefined || seen.has(text)) return []
    if ('origin' in known && !fits(known, parameter)) return []
    seen.add(text)
    return [{ argument, text, isFresh, ...('origin' in known ? { known } : {}) }]
  })
}

/** A slot that takes one value alone, where the prompt states it. */
const pinSlot = (slot: ArgumentSlot, value: Json | undefined): ArgumentSlot =>
  value === undefined
    ? slot
    : {
        ...slot,
        isOptional: false,
        options: [{ argument: value, text: stringifyStably(value), isFresh: false }],
      }

function listWaysToFill(slots: readonly ArgumentSlot[], needsFresh: boolean): ArgumentSlot[][] {
  const optional: (ArgumentSlot | undefined)[] = slots.filter(({ isOptional }) => isOptional)
  const ways = [undefined, ...optional].map((one) => slots.filter((slot) => !slot.isOptional || slot === one))
  return needsFresh ? ways.flatMap(requireFresh) : ways
}

const requireFresh = (way: readonly ArgumentSlot[]): ArgumentSlot[][] =>
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

const countCombinations = (ways: readonly (readonly ArgumentSlot[])[]): number =>
  ways.reduce((sum, way) => sum + way.reduce((product, { options }) => product * options.length, 1), 0)

function* iterateProduct<T>(lists: readonly (readonly T[])[]): Generator<readonly T[]> {
  const [head, ...rest] = lists
  if (head === undefined) yield []
  else for (const one of head) for (const others of iterateProduct(rest)) yield [one, ...others]
}
