import type { JudgeOptions } from '../src/models/judge/judge-model.ts'
import type { Task } from '../src/schema/task.ts'
import type { Trace } from '../src/schema/trace.ts'
import type { MatchTraceOptions } from '../src/scoring/match-trace.ts'
import type { ExpectedArguments } from './argument-match.ts'
import type { CallList } from './expected.ts'
import type { FlowEnd } from './flow-end.ts'
import type { TraceSnapshotOptions } from './snapshot.ts'
import type { CallToolOptions } from './to-call-tool.ts'
import type { ArgumentsByTool } from './to-match-arguments.ts'
import type { SelectToolsOptions } from './to-select-tools.ts'
import type { SolveEnvironmentOptions } from './to-solve-environment.ts'
import type { Budget } from './to-stay-within.ts'

export { toCallTool } from './to-call-tool.ts'
export { toFlow } from './to-flow.ts'
export { toMatchArguments } from './to-match-arguments.ts'
export { toMatchTrace } from './to-match-trace.ts'
export { toMatchTraceFileSnapshot } from './to-match-trace-file-snapshot.ts'
export { toMatchTraceInlineSnapshot } from './to-match-trace-inline-snapshot.ts'
export { toMatchTraceSnapshot } from './to-match-trace-snapshot.ts'
export { toRespectDataFlow } from './to-respect-data-flow.ts'
export { toSatisfyRubric } from './to-satisfy-rubric.ts'
export { toScoreAtLeast } from './to-score-at-least.ts'
export { toSelectTools } from './to-select-tools.ts'
export { toSolve } from './to-solve.ts'
export { toSolveEnvironment } from './to-solve-environment.ts'
export { toStayWithin } from './to-stay-within.ts'
export { toolCall } from './tool-call.ts'

/** A text alone, or options with the text after them. One signature, since `resolves` drops all overloads but one. */
export type SnapshotArguments = [text?: string] | [options: TraceSnapshotOptions, text?: string]

/** The matchers of `expect`. */
export interface TracewrightMatchers<R = void> {
  /**
   * A successful call of the tool contains the given arguments, or exactly `times` such calls do. The matcher compares
   * values like the scorer, and accepts asymmetric matchers anywhere inside.
   * @example expect(run).toCallTool('send_email', { to: 'ana@example.com', body: expect.stringContaining('Oslo') })
   */
  toCallTool(name: string, args?: ExpectedArguments, options?: CallToolOptions): R
  /**
   * What the first tool gave reached an argument of the second one, in a form that loses nothing or as a whole token of a
   * text. A stale value, which a later identical call replaced, does not count.
   * @param from `'get_weather.temperature_celsius'`, or `{ tool, at, call }`; `*` stands for any item of a list. Without a
   * path it is anything that the tool returned.
   * @param to `'unit_convert.value'`, in the same forms.
   * @throws TracewrightError for a path that is in no call of the tool and not in its schema
   * @example expect(run).toFlow('web_search.results.*.url', { tool: 'fetch_page', at: '/url', call: 1 })
   */
  toFlow(from: string | FlowEnd, to: string | FlowEnd): R
  /**
   * The agent made every expected call with right arguments, in any order; other calls are allowed.
   * @param expected A task, a list of calls, or arguments by tool. Default: the task of the run.
   */
  toMatchArguments(expected?: Task | Trace | CallList | readonly object[] | ArgumentsByTool): R
  /**
   * The calls match an expected trace. Any alternative of a task counts. A list of calls is a sequence, and an
   * empty one means that nothing may be called; of a trace the calls of one turn have no order.
   * @param expected A task, a list of calls, a trace or messages. Default: the task of the run.
   * @example expect(run).toMatchTrace([{ name: 'get_weather', args: { city: 'Tokyo' } }], { extra: 'none' })
   */
  toMatchTrace(expected?: Task | Trace | CallList | readonly object[], options?: MatchTraceOptions): R
  /**
   * The plan equals the snapshot in its own file; await it.
   * @param given The file, relative to the test's file. Default: `__traces__/<task_id>.txt`.
   */
  toMatchTraceFileSnapshot(...given: SnapshotArguments): Promise<R>
  /**
   * The plan equals the snapshot in the test.
   * @param given The snapshot. If it is missing, Vitest writes it here.
   */
  toMatchTraceInlineSnapshot(...given: SnapshotArguments): R
  /**
   * The plan equals the stored snapshot.
   * @param given A hint that tells several snapshots of one test apart.
   */
  toMatchTraceSnapshot(...given: SnapshotArguments): R
  /** Each argument that the task binds to an earlier result has the value of that result in this run. */
  toRespectDataFlow(task?: Task): R
  /** A chat model judges that the run meets the rubric; await it. */
  toSatisfyRubric(rubric: string, options: JudgeOptions): Promise<R>
  /** The score, from 0 to 1, is at least the given score. */
  toScoreAtLeast(least: number, task?: Task): R
  /** The agent called the named tools and, unless `exact` is false, no other tool. */
  toSelectTools(names: readonly string[], options?: SelectToolsOptions): R
  /** Every step and a graded answer are right, and the agent wrote nothing else. */
  toSolve(task?: Task): R
  /** The agent solved the task of an environment, at the first attempt unless `by` allows more. */
  toSolveEnvironment(options?: SolveEnvironmentOptions): R
  /** The run stays within the limits. A limit that the trace does not record is an error. */
  toStayWithin(budget: Budget): R
}

/** What stands for a value within another one, as `expect` shows it. */
interface AsymmetricTracewrightMatchers
  // biome-ignore lint/suspicious/noExplicitAny: what stands for a value has to fit everywhere, as Vitest's own do
  extends Omit<TracewrightMatchers<any>, `toMatchTrace${'' | 'File' | 'Inline'}Snapshot`> {
  /** Stands for a successful call of the tool whose arguments contain the given ones. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  toolCall(name: string, args?: ExpectedArguments): any
}

declare global {
  namespace Chai {
    interface Assertion extends TracewrightMatchers {}
  }
}

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends AsymmetricTracewrightMatchers {}
}
