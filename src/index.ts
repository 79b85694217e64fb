/**
 * Running, scoring, defining tools, and reading and writing suites.
 *
 * @packageDocumentation
 */
export {
  type CalibrationRow,
  type CalibrationRun,
  calibrate,
  calibrationAgents,
  rowsOf as calibrationRows,
} from './calibration/calibrate.ts'
export { oracle } from './calibration/oracle.ts'
export type { RoutePattern } from './network/routes/pattern.ts'
export { type Route, type RoutedRequest, type RouteOptions, route } from './network/routes/route.ts'
export type { PyFloat, PyJson } from './python/json.ts'
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
export type { Call, Trace, Usage } from './schema/trace.ts'
export {
  type CallExplanation,
  explainTrace,
  type LeafExplanation,
  type LeafSource,
} from './scoring/explain.ts'
export { type GoldRun, goldRun } from './scoring/gold-run.ts'
export type { Settled as SettledLineages, ToolTable } from './scoring/judge-trace.ts'
export { type MatchTraceOptions, matchTrace, type TraceMatch } from './scoring/match-trace.ts'
export type { Order as TraceOrder } from './scoring/plan.ts'
export type { PublishedCall } from './scoring/published/match-calls.ts'
export { scorePublished } from './scoring/published/score.ts'
export { scoreTrace } from './scoring/score.ts'
export { type SettledScore, settle as scoreInOtherWorlds } from './scoring/settle.ts'
export { TracewrightError } from './shared/errors.ts'
export type { Json, JsonObject } from './shared/json.ts'
export type { CallContext } from './simulators/call.ts'
export {
  defineSimulator,
  type Simulator,
  type SimulatorCall,
  type SimulatorSpec,
  type ToolDeclaration,
} from './simulators/define-simulator.ts'
export { executeTool, type ToolResult } from './simulators/execute.ts'
export { withFaults } from './simulators/faults/with-faults.ts'
export { type Registry, registry, registryOf } from './simulators/registry.ts'
export type { Draws, SimulatorWorld } from './simulators/simulator-world.ts'
export { ToolError } from './simulators/tool-error.ts'
export type { WireReply } from './simulators/wire-reply.ts'
export { loadSuite, parseSuite } from './suites/load.ts'
export { readSuite } from './suites/read-suite.ts'
export { SuiteError, type SuiteProblem } from './suites/suite-error.ts'
export { taskToLine } from './suites/task-line.ts'
export type { SuiteLine } from './suites/tasks-of.ts'
export { writeSuite } from './suites/write-suite.ts'
export { type ImportedTrace, importTrace, type OfferedTool, type TraceFormat } from './trace/import/index.ts'
export type { Clock } from './world/clock.ts'
export type { Draw, FigureRange } from './world/draw.ts'
export type { DrawMemory, RememberedDraws } from './world/draw-memory.ts'
export type { Domain as DrawDomain, DrawName, Drawn, Lens, Look, Overlay } from './world/overlay.ts'
export {
  type CommittedEffect,
  type Store as WorldStore,
  World,
  type WorldSnapshot,
} from './world/world.ts'
