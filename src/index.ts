/**
 * Running, scoring, defining tools, and reading and writing suites.
 *
 * @packageDocumentation
 */
export { callTool } from './adapters/call-tool.ts'
export { type Route, type RoutedRequest, type RouteOptions, route } from './network/routes/route.ts'
export type { Check, CheckSubject } from './run/checks/served-checks.ts'
export type { Agent, AgentReply, AgentRequest, AgentTool, User, UserTurnRequest } from './schema/agent.ts'
export type { CheckResult } from './schema/check.ts'
export type { FaultRule } from './schema/fault.ts'
export type { InjectionRule } from './schema/injection.ts'
export type { Run } from './schema/run.ts'
export type { TaskScore } from './schema/score.ts'
export { field as semanticField } from './schema/semantic.ts'
export type { Level, Step, Task } from './schema/task.ts'
export type { Tool } from './schema/tool.ts'
export { ToolError } from './schema/tool-error.ts'
export type { Call, Trace } from './schema/trace.ts'
export { scorePublished } from './scoring/published/score.ts'
export { scoreTrace } from './scoring/score.ts'
export { TracewrightError } from './shared/errors.ts'
export type { Json, JsonObject } from './shared/json.ts'
export { parseSuite, readSuite } from './suites/load/load.ts'
export { SuiteError } from './suites/load/suite-error.ts'
export type { SuiteLine } from './suites/load/tasks-of.ts'
export { writeSuite } from './suites/load/write-suite.ts'
export {
  defineSimulator,
  type Simulator,
  type SimulatorSpec,
  type TypedSimulator,
} from './tools/define-simulator.ts'
export { executeTool } from './tools/execute.ts'
export { withFaults } from './tools/faults/with-faults.ts'
export { type Registry, registryOf } from './tools/registry.ts'
export type { SimulatorWorld } from './tools/simulator-world.ts'
export { World } from './tools/world/world.ts'
