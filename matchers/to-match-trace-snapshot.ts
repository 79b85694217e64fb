import {
  branchOf,
  explained,
  type SnapshotContext,
  type SnapshotResult,
  snapshotArguments,
  snapshotSubject,
  snapshotsFor,
  type TraceSnapshotOptions,
  treeOf,
} from './snapshot.ts'

const NAME = 'toMatchTraceSnapshot'

/** `expect(run).toMatchTraceSnapshot`, which `TracewrightMatchers` documents. */
export function toMatchTraceSnapshot(
  this: SnapshotContext,
  received: unknown,
  first?: TraceSnapshotOptions | string,
  second?: string,
): SnapshotResult {
  const { options, text } = snapshotArguments(first, second, NAME)
  const { toMatchSnapshot } = snapshotsFor(this, NAME)
  const subject = snapshotSubject(this, received, NAME)
  const hint = [text, branchOf(subject)].filter(Boolean).join(', ')
  const result = toMatchSnapshot.call(
    this as unknown as ThisParameterType<typeof toMatchSnapshot>,
    treeOf(subject, options),
    hint === '' ? undefined : hint,
  )
  return explained(result, this, NAME)
}
