export {
  type AuditFinding as Finding,
  type AuditOptions,
  type AuditReport,
  auditSuite,
  type RuleReport,
} from './audit/audit-suite.ts'
export { RULES, type RuleName } from './audit/rule.ts'
export {
  type CalibrationRow,
  type CalibrationRun,
  calibrate,
  calibrationAgents,
  rowsOf,
} from './calibration/calibrate.ts'
export { idle } from './calibration/idle.ts'
export { oracle } from './calibration/oracle.ts'
export type { OwnTools } from './generate/catalogue.ts'
export type { Distractors } from './generate/distractors.ts'
export type { Shape } from './generate/drawn/shape.ts'
export { type Counts, DEFAULT_COUNTS, generateSuite, type SuiteOptions } from './generate/generate-suite.ts'
export type { Port } from './generate/graph/ports.ts'
export { type Corrections, type Edge, type ToolGraph, toolGraph } from './generate/graph/tool-graph.ts'
export { toolsFromMcp } from './generate/import-tools/from-mcp.ts'
export { toolsFromOpenApi } from './generate/import-tools/from-openapi.ts'
export { toolFromZod, type ZodTool } from './generate/import-tools/from-zod.ts'
export { type MendedTask as Change, mendSuite } from './mend/mend-suite.ts'
export { regroundSuite, type Untraced } from './mend/reground/reground-suite.ts'
export { type PublishedFigures, publishedFiguresOf } from './metrics/published-figures.ts'
export type { Agent, AgentReply, AgentRequest, AgentTool, CalibrationAgent } from './schema/agent.ts'
export type { PublishedScore } from './schema/published-score.ts'
export { type Figures, type Run, runSchema } from './schema/run.ts'
export {
  type Cause,
  type LeafScore,
  type StepScore,
  type TaskScore,
  taskScoreSchema,
} from './schema/score.ts'
export { field, type SemanticType } from './schema/semantic.ts'
export { type ExpectedTrace, LEVELS, type Level, type Step, type Task, taskSchema } from './schema/task.ts'
export { type Tool, toolSchema } from './schema/tool.ts'
export { type Call, type Trace, traceSchema } from './schema/trace.ts'
export {
  type CallExplanation,
  explainTrace,
  type LeafExplanation,
  type LeafSource,
} from './scoring/explain.ts'
export { type GoldRun, goldRun } from './scoring/gold-run.ts'
export { type MatchTraceOptions, matchTrace, type TraceMatch } from './scoring/match-trace.ts'
export type { PublishedCall } from './scoring/published/match-calls.ts'
export { scorePublished } from './scoring/published/score.ts'
export { scoreTrace } from './scoring/score.ts'
export { type SettledScore, settle } from './scoring/settle.ts'
export { TracewrightError } from './shared/errors.ts'
export type { Json, JsonObject } from './shared/json.ts'
export {
  defineSimulator,
  type Simulator,
  type SimulatorCall,
  type SimulatorSpec,
  type ToolDeclaration,
} from './simulators/define-simulator.ts'
export { executeTool, type ToolResult } from './simulators/execute.ts'
export {
  type Answer,
  type AnswerLeaf,
  definePhrases,
  type Phrases,
  type Words,
} from './simulators/phrases.ts'
export { type Registry, registry, registryOf } from './simulators/registry.ts'
export type { Draws, SimulatorWorld } from './simulators/simulator-world.ts'
export { ToolError } from './simulators/tool-error.ts'
export { loadSuite, parseSuite } from './suites/load.ts'
export { readSuite } from './suites/read-suite.ts'
export { SuiteError, type SuiteProblem } from './suites/suite-error.ts'
export { taskToLine } from './suites/task-line.ts'
export type { SuiteLine } from './suites/tasks-of.ts'
export { writeSuite } from './suites/write-suite.ts'
export { compileRules } from './synthetic/rules/compile.ts'
export { respond } from './synthetic/simulate/respond.ts'
export type { SyntheticResponse } from './synthetic/simulate/response.ts'
export { simulatorsOf } from './synthetic/simulate/simulators.ts'
export { readPublishedTool } from './synthetic/tool-spec/read-published.ts'
export type { ToolSpec } from './synthetic/tool-spec/tool-spec.ts'
export { readToolkit } from './synthetic/toolkit/read-toolkit.ts'
export type { Toolkit } from './synthetic/toolkit/toolkit.ts'
export { validateCall } from './synthetic/validate/validate.ts'
export type { Validation as Verdict } from './synthetic/validate/validation.ts'
export { type ImportedTrace, importTrace, type TraceFormat } from './trace/import/index.ts'
export { World } from './world/world.ts'
