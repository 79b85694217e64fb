import * as vitest from 'vitest'
import { findFlow } from '../src/scoring/flow.ts'
import { scoreTrace } from '../src/scoring/score.ts'
import { openWorlds } from '../src/tasks/task-worlds.ts'
import { createTraceRedactor, redactTrace } from '../src/trace/redact-trace.ts'
import { renderTraceTree } from '../src/trace/render-tree.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'
import { readSubject, type Subject } from './subject.ts'

/** Options of the snapshot matchers. */
export interface TraceSnapshotOptions {
  /** Whether the snapshot has the final answer; default false, because a model words it differently each time. */
  answer?: boolean
}

/** What Vitest's own snapshot matchers need beside the rest. */
export interface SnapshotContext extends MatcherContext {
  /** Vitest's assertion that the matcher was called on. */
  assertion?: unknown
  /** The test that runs; undefined where the `expect` in use does not know it. */
  task?: SnapshotTask | undefined
}

/** The part of Vitest's test that snapshots need. */
interface SnapshotTask {
  /** Id of the test. */
  id: string
  /** The file of the test. */
  file: object
  /** How often the test was tried and repeated so far. */
  result?: { retryCount?: number; repeatCount?: number }
}

/** Result of one of Vitest's snapshot matchers. */
export interface SnapshotResult extends MatcherResult {
  /** Text that was found. */
  actual?: unknown
  /** Text of the snapshot. */
  expected?: unknown
}

const TREE = Symbol.for('tracewright.trace-tree')

/** A text that snapshots hold as it is, without quotes. */
const wrapTree = (text: string): object => ({ [TREE]: text })

export const treeSerializer = {
  test: (value: unknown): boolean => typeof value === 'object' && value !== null && TREE in value,
  serialize: (value: Record<typeof TREE, string>): string => value[TREE],
}

/** Takes `(text?)` or `(options, text?)` apart, as Vitest's own snapshot matchers have it. */
export function parseSnapshotArguments(
  first: TraceSnapshotOptions | string | undefined,
  second: string | undefined,
  matcher: string,
): { options: TraceSnapshotOptions; text: string | undefined } {
  const options = typeof first === 'object' ? first : {}
  const text = typeof first === 'string' ? first : second
  const unknown = Object.keys(options).find((name) => name !== 'answer')
  if (unknown !== undefined) {
    throwMatcherError(matcher, `unknown option ${unknown}. The only option is { answer: true }.`)
  }
  if (text !== undefined && typeof text !== 'string') {
    throwMatcherError(matcher, `${JSON.stringify(text)} is not a text. Options come first, then the text.`)
  }
  return { options, text }
}

/** Vitest's matchers to build on. Throws where they cannot be used, and says why. */
export function resolveSnapshots(context: SnapshotContext, matcher: string): typeof vitest.Snapshots {
  if (context.assertion === undefined && vitest.Snapshots !== undefined) {
    throwMatcherError(matcher, 'it cannot be used inside another value. Call it on expect(run).')
  }
  if (vitest.Snapshots === undefined || context.assertion === undefined) {
    throwMatcherError(
      matcher,
      'this Vitest exports no snapshot matchers. Update vitest to the latest 4.1 or 5.',
    )
  }
  if (context.isNot) {
    throwMatcherError(
      matcher,
      '`.not` does not work with a snapshot. Name what must not happen, for example .not.toCallTool(name).',
    )
  }
  if ('task' in context && context.task === undefined) {
    throwMatcherError(
      matcher,
      'no test is running. Take `expect` from the test: test(name, async ({ run, expect }) => ...).',
    )
  }
  return vitest.Snapshots
}

/** What was received. Throws for an agent that failed: its calls break off anywhere, and `-u` would keep them. */
export function readSnapshotSubject(context: SnapshotContext, received: unknown, matcher: string): Subject {
  const subject = readSubject(context, received, matcher)
  const { failure } = subject.trace
  if (failure !== undefined)
    throwMatcherError(
      matcher,
      `the agent failed: ${joinMessageLines([failure])}. A failed run has no snapshot, also with vitest -u. Repair the agent.`,
    )
  return subject
}

/**
 * The branches that a task took in the world of a trace: another plan is right there, and has a snapshot of its own.
 * Empty where the task depends on no world.
 */
export function formatBranch({ trace, task, tools }: Subject): string {
  if (trace.branch !== undefined || task === undefined || !('expected_trace' in task))
    return trace.branch ?? ''
  return openWorlds(task, tools).in(trace.seed).expansion?.branch ?? ''
}

/** The tree of what was received, under the branch that was taken. */
const renderSnapshotText = (subject: Subject, { answer = false }: TraceSnapshotOptions): string => {
  const { trace, task, tools } = subject
  const prompt = task?.prompt ?? ''
  const branch = formatBranch(subject)
  const title = branch === '' ? '' : `# ${branch}\n`
  const score = task !== undefined && 'expected_trace' in task ? scoreTrace(task, trace, tools) : undefined
  return (
    title +
    renderTraceTree(redactTrace(trace, createTraceRedactor(trace, prompt)), {
      references: findFlow(trace, tools, prompt, score),
      tools,
      prompt,
      answer,
    })
  )
}

export const buildSnapshotTree = (subject: Subject, options: TraceSnapshotOptions): object =>
  wrapTree(renderSnapshotText(subject, options))

export const renderTreeFile = (subject: Subject, options: TraceSnapshotOptions): string =>
  `${renderSnapshotText(subject, options)}\n`

/** Vitest's result with a message that says what to do. */
export function explainSnapshotResult(
  result: SnapshotResult,
  context: MatcherContext,
  matcher: string,
): SnapshotResult {
  const buildMessage = (): string => {
    const why =
      result.expected === undefined
        ? 'The snapshot is missing, and CI does not write snapshots. Run the test locally and commit the snapshot.'
        : "The agent's calls differ from the snapshot. If the new calls are right, run vitest -u."
    return [formatHint(context, matcher), '', result.message(), why].join('\n')
  }
  // Vitest trims both texts. Without its end, the last line differs from the same line before an added one.
  const endLine = (text: unknown): unknown => (typeof text === 'string' ? `${text}\n` : text)
  const { actual, expected } = result
  return { ...result, actual: endLine(actual), expected: endLine(expected), message: buildMessage }
}
