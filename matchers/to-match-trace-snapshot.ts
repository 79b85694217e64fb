import {
  branchOf,
  explained,
  type SnapshotContext,
  type SnapshotResult,
  snapshotArguments,
  snapshotsFor,
  type TraceSnapshotOptions,
  treeOf,
} from './snapshot.ts'
import { subjectOf } from './subject.ts'

const NAME = 'toMatchTraceSnapshot'

/**
 * Passes when the calls are those of the stored snapshot, a tree in the test file's `.snap`. Values that an earlier
 * result gave are written as references to it, and other ids and times by their kind, so that only a change of
 * plan changes the snapshot. A task that depends on its world has a snapshot for each branch. With `-u` it is written anew.
 *
 * @param first A hint, for a test with several snapshots; or options, and the hint after them.
 * @example expect(run).toMatchTraceSnapshot()
 * @example expect(run).toMatchTraceSnapshot({ answer: true }, 'second question')
 */
export function toMatchTraceSnapshot(
  this: SnapshotContext,
  received: unknown,
  first?: TraceSnapshotOptions | string,
  second?: string,
): SnapshotResult {
  const { options, text } = snapshotArguments(first, second, NAME)
  const { toMatchSnapshot } = snapshotsFor(this, NAME)
  const subject = subjectOf(this, received, NAME)
  const hint = [text, branchOf(subject)].filter(Boolean).join(', ')
  const result = toMatchSnapshot.call(
    this as unknown as ThisParameterType<typeof toMatchSnapshot>,
    treeOf(subject, options),
    hint === '' ? undefined : hint,
  )
  return explained(result, this, NAME)
}
