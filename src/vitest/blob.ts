import { relative } from 'node:path'
import type { TestModule } from 'vitest/node'
import { experimental_getRunnerTask as runnerTaskOf } from 'vitest/node'
import type { JournalEntry, LateCall } from '../run/journal/journal.ts'
import type { ProbedCase } from '../run/journal/lines.ts'
import type { Trace } from '../schema/trace.ts'
import type { TracewrightMeta } from './case-meta.ts'
import { fileOf } from './suite-id.ts'

/** What a run leaves beside its cases. */
export interface Leavings {
  /** Attempts that were made on suspicion. */
  fresh: JournalEntry[]
  /** Calls that came after their attempts. */
  late: LateCall[]
  probed: ProbedCase[]
  /** A JSON document each. */
  traces: string[]
}

/** Puts what belongs to each suite into the meta of its module, which the blob of a shard keeps. */
export function attach(
  suites: readonly TestModule[],
  { fresh, late, probed, traces }: Leavings,
  root: string,
): void {
  for (const module of suites) {
    const suite = relative(root, fileOf(module.moduleId))
    const meta = runnerTaskOf(module).meta as TracewrightMeta
    const isOfModule = (of: Pick<Trace, 'suite' | 'project'>): boolean =>
      of.suite === suite && (of.project ?? '') === module.project.name
    meta.tracewrightTraces = traces.filter((trace) => isOfModule(JSON.parse(trace) as Trace))
    meta.tracewrightFresh = fresh.filter(isOfModule)
    meta.tracewrightLate = late.filter(isOfModule)
    meta.tracewrightProbes = probed.filter(isOfModule)
  }
}

/** What shards put into the blobs that are merged, but for the traces. */
export function attached(suites: readonly TestModule[]): Omit<Leavings, 'traces'> {
  const metas = suites.map((module) => module.meta() as TracewrightMeta)
  return {
    fresh: metas.flatMap(({ tracewrightFresh = [] }) => tracewrightFresh),
    late: metas.flatMap(({ tracewrightLate = [] }) => tracewrightLate),
    probed: metas.flatMap(({ tracewrightProbes = [] }) => tracewrightProbes),
  }
}

/** Traces that shards put into the blobs that are merged, a JSON document each. */
export const attachedTraces = (suites: readonly TestModule[]): string[] =>
  suites.flatMap((module) => (module.meta() as TracewrightMeta).tracewrightTraces ?? [])
