import { throwMatcherError } from './matcher.ts'
import {
  explainSnapshotResult,
  formatBranch,
  parseSnapshotArguments,
  readSnapshotSubject,
  renderTreeFile,
  resolveSnapshots,
  type SnapshotContext,
  type SnapshotResult,
  type TraceSnapshotOptions,
} from './snapshot.ts'
import { traceFileOf } from './trace-file.ts'

const NAME = 'toMatchTraceFileSnapshot'

/** By test file, as it was collected: what each snapshot file is written by. */
const writers = new WeakMap<object, Map<string, { writer: string; tree: string }>>()

/** Throws where two snapshots of one test file share a file and differ: each update would undo the other. */
function checkOwner({ task }: SnapshotContext, file: string, tree: string): void {
  if (task === undefined) return
  const known = writers.get(task.file) ?? new Map<string, { writer: string; tree: string }>()
  writers.set(task.file, known)
  const writer = [task.id, task.result?.retryCount ?? 0, task.result?.repeatCount ?? 0].join(' ')
  const other = known.get(file)
  const isAgain = other?.writer.startsWith(`${task.id} `) === true && other.writer !== writer
  if (other !== undefined && other.tree !== tree && !isAgain) {
    throwMatcherError(
      NAME,
      `${file} already holds another snapshot of this test file, which differs. Pass another file name.`,
    )
  }
  known.set(file, { writer, tree })
}

/** `expect(run).toMatchTraceFileSnapshot`, which `TracewrightMatchers` documents. */
export function toMatchTraceFileSnapshot(
  this: SnapshotContext,
  received: unknown,
  first?: TraceSnapshotOptions | string,
  second?: string,
): Promise<SnapshotResult> {
  const { options, text } = parseSnapshotArguments(first, second, NAME)
  const { toMatchFileSnapshot } = resolveSnapshots(this, NAME)
  const subject = readSnapshotSubject(this, received, NAME)
  const file = text ?? traceFileOf(subject.trace.task_id, formatBranch(subject))
  const tree = renderTreeFile(subject, options)
  checkOwner(this, file, tree)
  const state = this as unknown as ThisParameterType<typeof toMatchFileSnapshot>
  return toMatchFileSnapshot
    .call(state, tree, file)
    .then((result) => explainSnapshotResult(result, this, NAME))
}
