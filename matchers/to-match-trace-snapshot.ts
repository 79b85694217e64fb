import {
  buildSnapshotTree,
  explainSnapshotResult,
  formatBranch,
  parseSnapshotArguments,
  readSnapshotSubject,
  resolveSnapshots,
  type SnapshotContext,
  type SnapshotResult,
  type TraceSnapshotOptions,
} from './snapshot.ts'

const NAME = 'toMatchTraceSnapshot'

/** `expect(run).toMatchTraceSnapshot`, which `TracewrightMatchers` documents. */
export function toMatchTraceSnapshot(
  this: SnapshotContext,
  received: unknown,
  first?: TraceSnapshotOptions | string,
  second?: string,
): SnapshotResult {
  const { options, text } = parseSnapshotArguments(first, second, NAME)
  const { toMatchSnapshot } = resolveSnapshots(this, NAME)
  const subject = readSnapshotSubject(this, received, NAME)
  const hint = [text, formatBranch(subject)].filter(Boolean).join(', ')
  const result = toMatchSnapshot.call(
    this as unknown as ThisParameterType<typeof toMatchSnapshot>,
    buildSnapshotTree(subject, options),
    hint === '' ? undefined : hint,
  )
  return explainSnapshotResult(result, this, NAME)
}
