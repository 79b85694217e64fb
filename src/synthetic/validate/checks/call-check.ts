import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rule } from '../../tool-spec/rule.ts'

/** What a check across parameters may look at. */
export interface CallView {
  /** The arguments that the call gives; those that repeat a default of null count as not given. */
  args: JsonObject
  /** The value of a parameter: what is given, or else its default; undefined where there is neither. */
  valueOf(name: string): Json | undefined
  /** What the tool acts on: collections of records by name; undefined where it is not known. */
  state: JsonObject | undefined
}

/** What is wrong, and the parameter to blame. */
export interface Complaint {
  parameter: string
  expected: string
}

export type CallCheck<R extends Rule> = (call: CallView, rule: R) => Complaint | undefined
