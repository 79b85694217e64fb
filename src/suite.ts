/**
 * Suites as code: a task with its expected trace as a function of its tools.
 *
 * @packageDocumentation
 */
export { nothing, task } from './suites/code/task.ts'
export { any, exactly, oneOf, optional, text, unordered } from './tasks/reference/markers.ts'
export { Refused } from './tasks/reference/reference-error.ts'
export { turn } from './tasks/reference/run-function.ts'
export type {
  BuiltInTools,
  CallOf,
  CallsOf,
  Draw,
  InitialState,
  Marked,
  MarkerOf,
  OfferedTools,
  TaskFunction,
  TaskOptions,
  ToolFunction,
  ToolName,
  Tools,
  TypedReference,
} from './tasks/reference/tool-types.ts'
