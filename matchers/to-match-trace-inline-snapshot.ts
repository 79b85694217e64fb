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
  return explainSnapshotResult(toMatchInlineSnapshot.call(state, tree, text), this, NAME)
}
