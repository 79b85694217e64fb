import { expect } from 'vitest'
import type { ToolTable } from '../src/schema/tools.ts'
// Lets the matchers use the built-in tools.
import '../src/tools/builtin/provide-built-in.ts'
import { readServedRegistry } from '../src/tools/served.ts'
import type { TracewrightMatchers } from './list.ts'
import * as list from './list.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'
import { treeSerializer } from './snapshot.ts'

/** A matcher as Vitest calls it, with the arguments that `expect` shows. */
type Implemented<Shown> = Shown extends (...given: infer Given) => unknown
  ? (this: MatcherContext, received: unknown, ...given: Given) => MatcherResult | Promise<MatcherResult>
  : never

/** The matchers, for a table of tools that is not the served one. */
const unbound = { ...list } satisfies {
  [Name in keyof TracewrightMatchers | Exclude<keyof typeof list, 'toolCall'>]: Implemented<
    TracewrightMatchers[Name]
  >
}

/** The matchers, bound to tools. */
export type BoundMatchers = { [Name in keyof typeof unbound]: OmitThisParameter<(typeof unbound)[Name]> }

/**
 * The matchers over tools, for an `expect` of one's own: `expect.extend(matchersFor(tools))`. A run that was made with
 * other tools is judged by those.
 *
 * @param tools What `registryOf` returns, or a function that returns it when a matcher is called. Schemas and effects
 * alone will do for traces that hold every result.
 */
export function matchersFor(tools: ToolTable | (() => ToolTable)): BoundMatchers {
  const toolsNow = typeof tools === 'function' ? tools : () => tools
  const bind = (matcher: (this: never, ...given: never[]) => unknown) =>
    // A context that inherits from Vitest's: its state changes while a test runs.
    function (this: object, ...given: unknown[]): unknown {
      return Reflect.apply(matcher, Object.create(this, { tools: { get: toolsNow } }), given)
    }
  const bound = Object.entries(unbound).map(([name, matcher]) => [name, bind(matcher)])
  return Object.fromEntries(bound) as BoundMatchers
}

/** The matchers for the built-in tools and the tools of the plugin's options. */
export const matchers = matchersFor(readServedRegistry)

expect.extend(matchers)
expect.addSnapshotSerializer(treeSerializer)

export type { MatchTraceOptions } from '../src/scoring/match-trace.ts'
export type { ExpectedArguments } from './argument-match.ts'
export type { TracewrightMatchers } from './list.ts'
export type { TraceSnapshotOptions } from './snapshot.ts'
export type { CallToolOptions } from './to-call-tool.ts'
export type { SelectToolsOptions } from './to-select-tools.ts'
export type { Budget } from './to-stay-within.ts'
export { traceFileOf } from './trace-file.ts'
