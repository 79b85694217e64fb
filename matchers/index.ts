import { expect } from 'vitest'
import { carryReasons } from './reasons.ts'
import { treeSerializer } from './snapshot.ts'
import { toCallTool } from './to-call-tool.ts'
import { toFlow } from './to-flow.ts'
import { toMatchArguments } from './to-match-arguments.ts'
import { toMatchTrace } from './to-match-trace.ts'
import { toMatchTraceFileSnapshot } from './to-match-trace-file-snapshot.ts'
import { toMatchTraceInlineSnapshot } from './to-match-trace-inline-snapshot.ts'
import { toMatchTraceSnapshot } from './to-match-trace-snapshot.ts'
import { toRespectDataFlow } from './to-respect-data-flow.ts'
import { toScoreAtLeast } from './to-score-at-least.ts'
import { toSelectTools } from './to-select-tools.ts'
import { toSolve } from './to-solve.ts'
import { toSolveEnvironment } from './to-solve-environment.ts'
import { toStayWithin } from './to-stay-within.ts'
import { toolCall } from './tool-call.ts'

/** The matchers, for an `expect` of one's own: `expect.extend(matchers)`. */
export const matchers = {
  toCallTool,
  toFlow,
  toMatchArguments,
  toMatchTrace,
  toMatchTraceFileSnapshot,
  toMatchTraceInlineSnapshot,
  toMatchTraceSnapshot,
  toRespectDataFlow,
  toScoreAtLeast,
  toSelectTools,
  toSolve,
  toSolveEnvironment,
  toStayWithin,
  toolCall,
}

expect.extend(matchers)
carryReasons(expect, matchers)
expect.addSnapshotSerializer(treeSerializer)

export type { MatchTraceOptions } from '../src/scoring/match-trace.ts'
export type { ExpectedArguments } from './argument-match.ts'
export type { SnapshotArguments, TracewrightMatchers } from './augment.ts'
export type { CallList, ListedCall } from './expected.ts'
export type { FlowEnd } from './flow-end.ts'
export type { TraceSnapshotOptions } from './snapshot.ts'
export type { CallToolOptions } from './to-call-tool.ts'
export type { ArgumentsByTool } from './to-match-arguments.ts'
export { traceFileOf } from './to-match-trace-file-snapshot.ts'
export type { SelectToolsOptions } from './to-select-tools.ts'
export type { SolveEnvironmentOptions } from './to-solve-environment.ts'
export type { Budget } from './to-stay-within.ts'
