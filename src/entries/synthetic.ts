/**
 * Synthetic tools: specifications and records in place of code, validated and simulated.
 *
 * @packageDocumentation
 */
export type { JudgeModel, JudgeOptions } from '../models/judge/judge-model.ts'
export { rubricCheck } from '../run/checks/rubric-check.ts'
export { compileRules } from '../synthetic/rules/compile.ts'
export type {
  Failed,
  Passed,
  ResponseOrigin as OutputOrigin,
  SyntheticResponse,
} from '../synthetic/simulate/respond.ts'
export { respond as simulateCall } from '../synthetic/simulate/respond.ts'
export { type SyntheticAnswer, simulatorsOf } from '../synthetic/simulate/simulators.ts'
export { readPublishedTool } from '../synthetic/tool-spec/read-published.ts'
export type { ToolSpec } from '../synthetic/tool-spec/tool-spec.ts'
export type { SyntheticToolkit } from '../synthetic/toolkit/toolkit.ts'
export { readToolkit } from '../synthetic/toolkit/toolkit.ts'
export type { Validation } from '../synthetic/validate/validate.ts'
export { type SyntheticCall, validateCall } from '../synthetic/validate/validate.ts'
