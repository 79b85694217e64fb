/**
 * Running, scoring, defining tools, and reading and writing suites.
 *
 * @packageDocumentation
 */
export type { RoutePattern } from './network/routes/pattern.ts'
export { type Route, type RoutedRequest, type RouteOptions, route } from './network/routes/route.ts'
export type { Check, CheckSubject } from './run/checks/served-checks.ts'
export type {
  Agent,
  AgentReply,
  AgentRequest,
  AgentTool,
  Approval,
  ApprovalRequest,
  AtHand,
  CalibrationAgent,
  InvokeOptions,
  User,
  UserTurnRequest,
} from './schema/agent.ts'
export type { CheckResult } from './schema/check.ts'
export type { CallFault, Fault, FaultRule, FaultScore } from './schema/fault.ts'
export type {
  Attack,
  AttackGoal,
  InjectionRule,
  InjectionScore,
  PlacedAttack,
} from './schema/injection.ts'
export type { ErrorType as PublishedErrorType, PublishedScore } from './schema/published-score.ts'
export type { Case, Run } from './schema/run.ts'
export type {
  Cause,
  LeafScore,
  Lineage,
  StepScore,
  TaskScore,
} from './schema/score.ts'
export { field as semanticField, type SemanticType } from './schema/semantic.ts'
export type { Figures } from './schema/summary.ts'
export { type ExpectedTrace, LEVELS, type Level, type Step, type Task } from './schema/task.ts'
export type {
  Capability,
  Effect,
  ErrorStatus,
  Tool,
  ToolErrorBody,
} from './schema/tool.ts'
export { ToolError } from './schema/tool-error.ts'
export type { OpenWorld, ToolResult, Tools, ToolTable, WireReply } from './schema/tools.ts'
export type { Call, Trace, Usage } from './schema/trace.ts'
export type {
  CommittedEffect,
  Domain as DrawDomain,
  DrawName,
  Drawn,
  Lens,
  Look,
  Overlay,
  Store as WorldStore,
  WorldSnapshot,
} from './schema/world.ts'
export {
  type CallExplanation,
  explainTrace,
  type LeafExplanation,
  type LeafSource,
} from './scoring/explain.ts'
export { type GoldRun, goldRun } from './scoring/gold-run.ts'
export type { Settled as SettledLineages } from './scoring/judge-trace.ts'
export { type MatchTraceOptions, matchTrace, type TraceMatch } from './scoring/match-trace.ts'
export type { Order as TraceOrder } from './scoring/plan.ts'
export type { PublishedCall } from './scoring/published/match-calls.ts'
export { scorePublished } from './scoring/published/score.ts'
export { scoreTrace } from './scoring/score.ts'
export { type SettledScore, settle as scoreInOtherWorlds } from './scoring/settle.ts'
export { TracewrightError } from './shared/errors.ts'
export type { Json, JsonObject } from './shared/json.ts'
export type { PyFloat, PyJson } from './shared/python/json.ts'
export { loadSuite, parseSuite } from './suites/load/load.ts'
export { readSuite } from './suites/load/read-suite.ts'
export { SuiteError, type SuiteProblem } from './suites/load/suite-error.ts'
export { taskToLine } from './suites/load/task-line.ts'
export type { SuiteLine } from './suites/load/tasks-of.ts'
export { writeSuite } from './suites/load/write-suite.ts'
export type { CallContext } from './tools/call.ts'
export {
  defineSimulator,
  type Simulator,
  type SimulatorCall,
  type SimulatorSpec,
  type ToolDeclaration,
} from './tools/define-simulator.ts'
export { executeTool } from './tools/execute.ts'
export { withFaults } from './tools/faults/with-faults.ts'
export { type Registry, registryOf } from './tools/registry.ts'
export type { Draws, SimulatorWorld } from './tools/simulator-world.ts'
export type { Clock } from './tools/world/clock.ts'
export type { Draw, FigureRange } from './tools/world/draw.ts'
export type { DrawMemory, RememberedDraws } from './tools/world/draw-memory.ts'
export { World } from './tools/world/world.ts'
