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

/**
 * Passes when the calls are those of the snapshot that stands in the test; see `toMatchTraceSnapshot`. Vitest
 * writes it there when it is left out, and anew with `-u`.
 *
 * @param first The snapshot; or options, and the snapshot after them.
 * @example
 * expect(run).toMatchTraceInlineSnapshot(`
 *   get_weather city="Tokyo"
 *   └─ unit_convert value=<get_weather.temperature_celsius> from_unit="celsius" to_unit="fahrenheit"
 * `)
 */
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
