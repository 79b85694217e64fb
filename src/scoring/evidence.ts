import { append } from '@hyperjump/json-pointer'
import type { Call } from '../schema/trace.ts'
import { succeeded } from '../schema/trace.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../shared/json.ts'
import { mayFeed } from './order.ts'

/** A scalar and the JSON Pointer that leads to it. */
export interface Leaf {
  pointer: string
  value: Json
}

/** The scalars of a value with their pointers; an empty array or object counts as one leaf. */
export function leavesOf(value: Json, pointer = ''): Leaf[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item, i) => leavesOf(item, append(String(i), pointer)))
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, item]) => leavesOf(item, append(key, pointer)))
  }
  return [{ pointer, value }]
}

/** A successful call with the leaves and the text of its result. */
export interface Result {
  call: Call
  leaves: Leaf[]
  text: string
}

/** Whether two calls ask the same tool for the same. */
export const sameCall = (a: Call, b: Call): boolean =>
  a === b || (a.tool_name === b.tool_name && stableJson(a.arguments) === stableJson(b.arguments))

/** What an agent could know: the prompt and the results of its calls so far. */
export class Evidence {
  readonly prompt: string
  readonly results: readonly Result[]

  /**
   * @param argumentsOf Arguments by which calls are the same; as they were written by default.
   */
  constructor(
    prompt: string,
    calls: readonly Call[],
    argumentsOf: (call: Call) => JsonObject = (call) => call.arguments,
  ) {
    this.prompt = prompt
    this.results = calls
      .filter((call) => succeeded(call) && call.result !== undefined)
      .map((call) => ({
        call,
        leaves: leavesOf(call.result as Json),
        text: JSON.stringify(call.result),
      }))
    const groups = new Map<string, Call[]>()
    for (const { call } of this.results) {
      const key = `${call.tool_name} ${stableJson(argumentsOf(call))}`
      const group = groups.get(key) ?? []
      group.push(call)
      groups.set(key, group)
      this.groupOf.set(call, group)
    }
  }

  private readonly groupOf = new Map<Call, Call[]>()

  /** Whether two successful calls ask the same tool for the same. */
  isSame(a: Call, b: Call): boolean {
    return a === b || (this.groupOf.has(a) && this.groupOf.get(a) === this.groupOf.get(b))
  }

  /** Calls equal to a producer whose results could have been known when a call was issued, itself included. */
  readsLike(producer: Call, consumer: Call | null): Call[] {
    const group = this.groupOf.get(producer) ?? [producer]
    return consumer === null ? group : group.filter((call) => call === producer || mayFeed(call, consumer))
  }

  /** Results that could have been known when a call was issued; all of them for the final answer. */
  before(consumer: Call | null): Result[] {
    return consumer === null ? [...this.results] : this.results.filter(({ call }) => mayFeed(call, consumer))
  }
}
