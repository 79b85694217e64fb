import { append } from '@hyperjump/json-pointer'
import type { Call } from '../schema/trace.ts'
import { succeeded } from '../schema/trace.ts'
import { isObject, type Json } from '../shared/json.ts'
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

/** What an agent could know: the prompt and the results of its calls so far. */
export class Evidence {
  readonly prompt: string
  readonly results: readonly Result[]

  constructor(prompt: string, calls: readonly Call[]) {
    this.prompt = prompt
    this.results = calls
      .filter((call) => succeeded(call) && call.result !== undefined)
      .map((call) => ({
        call,
        leaves: leavesOf(call.result as Json),
        text: JSON.stringify(call.result),
      }))
  }

  /** Results that could have been known when a call was issued; all of them for the final answer. */
  before(consumer: Call | null): Result[] {
    return consumer === null ? [...this.results] : this.results.filter(({ call }) => mayFeed(call, consumer))
  }
}
