import { expect } from 'vitest'
import type { TracewrightMatchers } from './list.ts'
import * as list from './list.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'
import { carryReasons } from './reasons.ts'
import { treeSerializer } from './snapshot.ts'

/** A matcher as Vitest calls it, with the arguments that `expect` shows. */
type Implemented<Shown> = Shown extends (...given: infer Given) => unknown
  ? (this: MatcherContext, received: unknown, ...given: Given) => MatcherResult | Promise<MatcherResult>
  : never

/** The matchers, for an `expect` of one's own: `expect.extend(matchers)`. */
export const matchers = { ...list } satisfies {
  [Name in keyof TracewrightMatchers | Exclude<keyof typeof list, 'toolCall'>]: Implemented<
    TracewrightMatchers[Name]
  >
}

expect.extend(matchers)
carryReasons(expect, matchers)
expect.addSnapshotSerializer(treeSerializer)

export type { MatchTraceOptions } from '../src/scoring/match-trace.ts'
export type { JudgeModel, JudgeOptions } from '../src/synthetic/judge/judge-model.ts'
export type { ExpectedArguments } from './argument-match.ts'
export type { CallList, ListedCall } from './expected.ts'
export type { FlowEnd } from './flow-end.ts'
export type { SnapshotArguments, TracewrightMatchers } from './list.ts'
export type { TraceSnapshotOptions } from './snapshot.ts'
export type { CallToolOptions } from './to-call-tool.ts'
export type { ArgumentsByTool } from './to-match-arguments.ts'
export { traceFileOf } from './to-match-trace-file-snapshot.ts'
export type { SelectToolsOptions } from './to-select-tools.ts'
export type { SolveEnvironmentOptions } from './to-solve-environment.ts'
export type { Budget } from './to-stay-within.ts'
