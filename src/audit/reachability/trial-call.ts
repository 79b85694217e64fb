import type { ToolResult } from '../../simulators/execute.ts'
import type { ResultValue } from './result-values.ts'
import type { Touch } from './watched-world.ts'

/** A value of a result, with its number. */
export interface TrialValue extends ResultValue {
  id: number
}

/** What came of a call. */
export interface TrialCall {
  result: ToolResult
  touch: Touch
  /** What it tells; nothing where the call was refused. */
  values: readonly TrialValue[]
  /** Whether what it touched is noted among the traits of its tool. */
  isNoted: boolean
}
