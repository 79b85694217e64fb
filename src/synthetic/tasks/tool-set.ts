import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { DIFFICULTIES } from './environment-task.ts'

export type Difficulty = (typeof DIFFICULTIES)[number]

/** A plan of a tool set: tools, one after another, that get such a task done. */
export interface PlanItem {
  /** Its number in the set, from 1. */
  readonly number: number
  readonly difficulty: Difficulty
  readonly tools: readonly string[]
}

/** The tools of one task of a field, and the plans that use them. */
export interface ToolSet {
  /** The same for the same task of a field. */
  readonly key: string
  /** Name of its files and of its toolkit. */
  readonly name: string
  readonly field: string
  readonly subdomain: string
  readonly task: string
  readonly tools: readonly ToolSpec[]
  readonly plans: readonly PlanItem[]
}
