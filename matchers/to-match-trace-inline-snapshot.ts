import {
  explained,
  type SnapshotContext,
  type SnapshotResult,
  snapshotArguments,
  snapshotSubject,
  snapshotsFor,
  type TraceSnapshotOptions,
  treeOf,
} from './snapshot.ts'

const NAME = 'toMatchTraceInlineSnapshot'

/** `expect(run).toMatchTraceInlineSnapshot`, which `TracewrightMatchers` documents. */
export function toMatchTraceInlineSnapshot(
  this: SnapshotContext,
  received: unknown,
  first?: TraceSnapshotOptions | string,
  second?: string,
): SnapshotResult {
  const { options, text } = snapshotArguments(first, second, NAME)
  const { toMatchInlineSnapshot } = snapshotsFor(this, NAME)
  const tree = treeOf(snapshotSubject(this, received, NAME), options)
  const state = this as unknown as ThisParameterType<typeof toMatchInlineSnapshot>
  return explained(toMatchInlineSnapshot.call(state, tree, text), this, NAME)
}
