/**
 * Suites as code: a task is a function of its tools.
 *
 * @packageDocumentation
 */
export { any, exactly, oneOf, optional, text, unordered } from './tasks/reference/markers.ts'
export { Refused } from './tasks/reference/reference-error.ts'
export type {
  BuiltInTools,
  CallOf,
  CallsOf,
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
