import {
  buildSnapshotTree,
  explainSnapshotResult,
  parseSnapshotArguments,
  readSnapshotSubject,
  resolveSnapshots,
  type SnapshotContext,
  type SnapshotResult,
  type TraceSnapshotOptions,
} from './snapshot.ts'

const NAME = 'toMatchTraceInlineSnapshot'
/** Frames that may stand between the snapshot and the test. */
const WRAPPERS = 10

/** `expect(run).toMatchTraceInlineSnapshot`, which `TracewrightMatchers` documents. */
export function toMatchTraceInlineSnapshot(
  this: SnapshotContext,
  received: unknown,
  first?: TraceSnapshotOptions | string,
  second?: string,
): SnapshotResult {
  const { options, text } = parseSnapshotArguments(first, second, NAME)
  const { toMatchInlineSnapshot } = resolveSnapshots(this, NAME)
  const tree = buildSnapshotTree(readSnapshotSubject(this, received, NAME), options)
  const state = this as unknown as ThisParameterType<typeof toMatchInlineSnapshot>
  // Vitest finds the line of the test in the stack, whose usual ten frames may end in matchers and their wrappers.
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = limit + WRAPPERS
  try {
    return explainSnapshotResult(toMatchInlineSnapshot.call(state, tree, text), this, NAME)
  } finally {
    Error.stackTraceLimit = limit
  }
}
