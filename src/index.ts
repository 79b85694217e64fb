export {
  type CalibrationRow,
  type CalibrationRun,
  calibrate,
  calibrationAgents,
  rowsOf,
} from './calibration/calibrate.ts'
export { idle } from './calibration/idle.ts'
export { oracle } from './calibration/oracle.ts'
export { type Counts, DEFAULT_COUNTS, generateSuite, type SuiteOptions } from './generate/generate-suite.ts'
export { taskToLine } from './generate/task-line.ts'
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
export { defineSimulator, type Simulator, type SimulatorSpec } from './simulators/define-simulator.ts'
export { executeTool, type ToolResult } from './simulators/execute.ts'
export { type Registry, registry, registryOf } from './simulators/registry.ts'
export { ToolError } from './simulators/tool-error.ts'
export { loadSuite, parseSuite, SuiteError, type SuiteLine } from './suites/load.ts'
export { type ImportedTrace, importTrace, type TraceFormat } from './trace/import/index.ts'
export { World } from './world/world.ts'
