import { type Call, hasSucceeded } from '../schema/trace.ts'
import { groupBy } from '../shared/group.ts'
import { isObject, type Json, stringifyStably } from '../shared/json.ts'
import { appendKey } from '../shared/pointer.ts'
import type { LeafType } from '../tasks/equality.ts'
import { mayFeed } from './order.ts'
import { type IndexedLeaf, type Leaf, ValueIndex } from './value-index.ts'

/** Whether an argument of a call counts as left out. */
type IsDefault = (name: string, value: Json) => boolean

/** What tells arguments of a tool that count as left out; undefined if none do. */
type DefaultsOf = (toolName: string) => IsDefault | undefined

/** Text that is the same for calls of one tool that ask for the same. */
function formatCall(call: Call, isDefault: IsDefault | undefined): string {
  const names = Object.keys(call.arguments)
  let text = ''
  for (const name of names.length > 1 ? names.sort() : names) {
    const value = call.arguments[name]
    if (value === undefined || isDefault?.(name, value) === true) continue
    // The length before the name keeps one name with a colon from passing for another.
    text += `${name.length}:${name}=${typeof value === 'object' ? stringifyStably(value) : JSON.stringify(value)},`
  }
  return text
}

/** Calls of a trace in groups that ask the same tool for the same; those of a tool are grouped when one is asked about. */
class EqualCalls {
  private readonly defaultsOf: DefaultsOf | undefined
  private readonly ofTool: Map<string, Call[]>
  private readonly groups = new Map<Call, readonly Call[]>()

  constructor(calls: readonly Call[], defaultsOf: DefaultsOf | undefined) {
    this.defaultsOf = defaultsOf
    this.ofTool = groupBy(calls, (call) => call.tool_name)
  }

  /** The calls that ask for the same, the call among them; undefined if no other call of the trace does. */
  findGroup(call: Call): readonly Call[] | undefined {
    const calls = this.ofTool.get(call.tool_name)
    if (calls !== undefined) {
      this.ofTool.delete(call.tool_name)
      this.group(calls, this.defaultsOf?.(call.tool_name))
    }
    return this.groups.get(call)
  }

  private group(calls: readonly Call[], isDefault: IsDefault | undefined): void {
    for (const group of groupBy(calls, (call) => formatCall(call, isDefault)).values())
      if (group.length > 1) for (const call of group) this.groups.set(call, group)
  }
}

export type { Leaf }

function collect(value: Json, pointer: string, leaves: Leaf[]): Leaf[] {
  if (Array.isArray(value) && value.length > 0) {
    for (const [i, item] of value.entries()) collect(item, `${pointer}/${i}`, leaves)
    return leaves
  }
  if (isObject(value)) {
    const keys = Object.keys(value)
    for (const key of keys) collect(value[key] as Json, appendKey(pointer, key), leaves)
    if (keys.length > 0) return leaves
  }
  leaves.push({ pointer, value })
  return leaves
}

/** The scalars of a value with their pointers; an empty array or object counts as one leaf. */
export const leavesOf = (value: Json, pointer = ''): Leaf[] => collect(value, pointer, [])

/** A successful call with the leaves and the text of its result, which are made when they are asked for. */
export class CallEvidence {
  readonly call: Call
  private ownLeaves: readonly Leaf[] | undefined
  private ownText: string | undefined

  constructor(call: Call) {
    this.call = call
  }

  get leaves(): readonly Leaf[] {
    this.ownLeaves ??= leavesOf(this.call.result as Json)
    return this.ownLeaves
  }

  get text(): string {
    this.ownText ??= JSON.stringify(this.call.result)
    return this.ownText
  }
}

export const isSameCall = (a: Call, b: Call): boolean =>
  a === b || (a.tool_name === b.tool_name && stringifyStably(a.arguments) === stringifyStably(b.arguments))

/** What an agent could know: the prompt and the results of its calls so far. */
export class Evidence {
  readonly prompt: string
  readonly results: readonly CallEvidence[]
  private readonly equal: EqualCalls
  private index: ValueIndex | undefined

  /** @param defaultsOf Tells arguments that count as left out where calls are held against each other; none by default */
  constructor(prompt: string, calls: readonly Call[], defaultsOf?: DefaultsOf) {
    const answered = calls.filter((call) => hasSucceeded(call) && call.result !== undefined)
    this.prompt = prompt
    this.results = answered.map((call) => new CallEvidence(call))
    this.equal = new EqualCalls(answered, defaultsOf)
  }

  /** Whether two successful calls ask the same tool for the same. */
  isSame(a: Call, b: Call): boolean {
    if (a === b) return true
    const group = this.equal.findGroup(a)
    return group !== undefined && group === this.equal.findGroup(b)
  }

  /** Whether one of some calls was made more than once. */
  areRepeated(calls: readonly (Call | undefined)[] = []): boolean {
    return calls.some((call) => call !== undefined && this.equal.findGroup(call) !== undefined)
  }

  /** Calls equal to a producer whose results could have been known when a call was issued, itself included. */
  readsLike(producer: Call, consumer: Call | null): readonly Call[] {
    const group = this.equal.findGroup(producer)
    if (group === undefined) return [producer]
    if (consumer === null) return group
    return group.filter((call) => call === producer || mayFeed(call, consumer))
  }

  /** Results that could have been known when a call was issued; all of them for the final answer. */
  listResultsBefore(consumer: Call | null): readonly CallEvidence[] {
    return consumer === null ? this.results : this.results.filter(({ call }) => mayFeed(call, consumer))
  }

  private get values(): ValueIndex {
    this.index ??= new ValueIndex(this.results)
    return this.index
  }

  /** Where a value appears, perhaps in another lossless form, in the results that a call could have known, first to last. */
  findPlaces(value: Json, type: LeafType, consumer: Call | null): IndexedLeaf[] {
    const places = this.values.findPlaces(value, type)
    return places.filter(({ call }) => consumer === null || mayFeed(call, consumer))
  }

  /** Whether a value appears, perhaps in another lossless form, in such a place of a result that a call could have known. */
  appears(
    value: Json,
    type: LeafType,
    consumer: Call | null,
    matches: (place: IndexedLeaf) => boolean,
  ): boolean {
    const holds = (place: IndexedLeaf): boolean =>
      (consumer === null || mayFeed(place.call, consumer)) && matches(place)
    return this.values.appears(value, type, holds)
  }
}
