import {
  explained,
  type SnapshotContext,
  type SnapshotResult,
  snapshotArguments,
  snapshotsFor,
  type TraceSnapshotOptions,
  treeOf,
} from './snapshot.ts'
import { subjectOf } from './subject.ts'

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
  const tree = treeOf(subjectOf(this, received, NAME), options)
  const state = this as unknown as ThisParameterType<typeof toMatchInlineSnapshot>
  return explained(toMatchInlineSnapshot.call(state, tree, text), this, NAME)
}
