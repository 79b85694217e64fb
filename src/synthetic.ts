/**
 * Synthetic tools: specifications and records in place of code, validated and simulated.
 *
 * @packageDocumentation
 */
export type { JudgeModel } from './models/judge/judge-model.ts'
export { rubricCheck } from './run/checks/rubric-check.ts'
export { compileRules } from './synthetic/rules/compile.ts'
export { simulatorsOf } from './synthetic/simulate/simulators.ts'
export type { ToolSpec } from './synthetic/tool-spec/tool-spec.ts'
export type { SyntheticToolkit } from './synthetic/toolkit/toolkit.ts'
export { readToolkit } from './synthetic/toolkit/toolkit.ts'
export { type Validation, validateCall } from './synthetic/validate/validate.ts'
