import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { experimental_getRunnerTask as runnerTaskOf, type TestModule } from 'vitest/node'
import { RESUME } from '../run/journal/append.ts'
import { readLines } from '../run/journal/files.ts'
import type { JournalEntry, LateCall } from '../run/journal/journal.ts'
import type { Head, ProbedCase } from '../run/journal/lines.ts'
import { listDifferences } from '../run/journal/resume.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import type { Trace } from '../schema/trace.ts'
import { computeSha256 } from '../shared/digest.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { writeWhole } from '../shared/whole-file.ts'
import type { ShardStamp, TracewrightMeta } from './case-meta.ts'
import { parseSlice, readModuleFile } from './suite-id.ts'

/** Variables by which the machines of a run share an id: ours, and those of common CI services. */
const SHARED_IDS =
  'TRACEWRIGHT_RUN_ID GITHUB_RUN_ID CI_PIPELINE_ID CIRCLE_WORKFLOW_ID BUILDKITE_BUILD_ID'.split(' ')

const MERGED_FILE = 'merged.json'
const computeFileDigest = (file: string | undefined): string =>
  file !== undefined && existsSync(file) ? computeSha256(readFileSync(file, 'utf8')) : ''

function readMergedRuns(dir: string): string[] {
  try {
    const { merged } = JSON.parse(readFileSync(join(dir, MERGED_FILE), 'utf8')) as { merged?: unknown }
    return Array.isArray(merged) ? merged.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function stampShard(
  modules: readonly TestModule[],
  { outputDir, runId }: RuntimeSettings,
  baselineOf: (project: string) => string | undefined,
): void {
  const heads = new Map<string, Head>()
  for (const line of readLines(outputDir, runId)) if (line.kind === 'head') heads.set(line.project, line)
  const shared = SHARED_IDS.map((name) => process.env[name]).find((id) => id !== undefined && id !== '')
  const merged = readMergedRuns(outputDir)
  for (const module of modules) {
    const head = heads.get(module.project.name)
    const stamp: ShardStamp = {
      run: runId,
      ...dropUndefinedFields({ shared, head }),
      suite: computeFileDigest(readModuleFile(module.moduleId)),
      baseline: computeFileDigest(baselineOf(module.project.name)),
      merged,
    }
    ;(runnerTaskOf(module).meta as TracewrightMeta).tracewrightShard = stamp
  }
}

interface Stamped extends ShardStamp {
  shard: string
  file: string
  project: string
}

const AGAIN = 'Delete the blobs, run every shard again and merge those blobs'

/** Why two shards of a project cannot be of one run; undefined where they can. */
function describeDifference(one: Stamped, other: Stamped): string | undefined {
  const [then, now] = [one.head, other.head]
  const parted = [
    ...(one.shared === undefined || other.shared === undefined || one.shared === other.shared
      ? []
      : [`the run changed from ${one.shared} to ${other.shared}`]),
    // An agent may take its name from the environment: its modules say which one it is.
    ...(then === undefined || now === undefined ? [] : listDifferences({ ...then, agent: now.agent }, now)),
    ...(one.baseline === other.baseline ? [] : ['the baseline was changed']),
    ...(one.file !== other.file || one.suite === other.suite ? [] : ['the suite was changed']),
  ]
  return parted.length === 0 ? undefined : `between ${one.shard} and ${other.shard} ${parted.join('; ')}`
}

/** Why the blobs of a merge are not those of one run, or not of what is merged; none where they may be. */
export function listMixedRunErrors(modules: readonly TestModule[], { commit }: RuntimeSettings): string[] {
  const stamps = modules.flatMap((module): Stamped[] => {
    const stamp = (module.meta() as TracewrightMeta).tracewrightShard
    const slice = parseSlice(module.moduleId)
    if (stamp === undefined) return []
    const shard = slice === undefined ? 'one blob' : `shard ${slice.index}/${slice.count}`
    return [{ ...stamp, shard, file: readModuleFile(module.moduleId), project: module.project.name }]
  })
  const describeMix = (why: string): string[] => [
    `Failed to merge the shards: they belong to several runs, because ${why}. ${AGAIN}.`,
  ]
  const first = new Map<string, Stamped>()
  const suites = new Map<string, string>()
  const mergedBefore = new Set(stamps.flatMap(({ merged }) => merged))
  for (const one of stamps) {
    if (mergedBefore.has(one.run)) return describeMix(`${one.shard} was merged before another shard began`)
    const ranAt = one.head?.commit
    if (ranAt !== undefined && commit !== undefined && ranAt !== commit)
      return describeMix(`${one.shard} ran at commit ${ranAt}, but ${commit} is checked out`)
    for (const name of [JSON.stringify([one.project]), JSON.stringify([one.project, one.file])]) {
      const other = first.get(name)
      const why = other === undefined ? undefined : describeDifference(other, one)
      if (why !== undefined) return describeMix(why)
      first.set(name, other ?? one)
    }
    const onDisk = suites.get(one.file) ?? computeFileDigest(one.file)
    suites.set(one.file, onDisk)
    if (one.suite !== onDisk) return describeMix(`the suite was changed after ${one.shard} had run`)
  }
  return []
}

/** Notes which runs of shards were merged: a blob of theirs beside one of a later run is stale. */
export function noteMerged(modules: readonly TestModule[], outputDir: string): void {
  const runs = modules.flatMap((module) => (module.meta() as TracewrightMeta).tracewrightShard?.run ?? [])
  if (runs.length === 0) return
  writeWhole(join(outputDir, MERGED_FILE), [`${JSON.stringify({ merged: [...new Set(runs)].sort() })}\n`], {
    retry: RESUME,
  })
}

/** What a run leaves beside its cases. */
export interface Leavings {
  /** Attempts that were made on suspicion. */
  reruns: JournalEntry[]
  /** Calls that came after their attempts. */
  late: LateCall[]
  probed: ProbedCase[]
  /** A JSON document each. */
  traces: string[]
}

/** Puts what belongs to each suite into the meta of its module, which the blob of a shard keeps. */
export function attach(
  suites: readonly TestModule[],
  { reruns, late, probed, traces }: Leavings,
  root: string,
): void {
  for (const module of suites) {
    const suite = relative(root, readModuleFile(module.moduleId))
    const meta = runnerTaskOf(module).meta as TracewrightMeta
    const isOfModule = (of: Pick<Trace, 'suite' | 'project'>): boolean =>
      of.suite === suite && (of.project ?? '') === module.project.name
    meta.tracewrightTraces = traces.filter((trace) => isOfModule(JSON.parse(trace) as Trace))
    meta.tracewrightReruns = reruns.filter(isOfModule)
    meta.tracewrightLate = late.filter(isOfModule)
    meta.tracewrightProbes = probed.filter(isOfModule)
  }
}

/** What shards put into the blobs that are merged, but for the traces. */
export function collectAttached(suites: readonly TestModule[]): Omit<Leavings, 'traces'> {
  const metas = suites.map((module) => module.meta() as TracewrightMeta)
  return {
    reruns: metas.flatMap(({ tracewrightReruns = [] }) => tracewrightReruns),
    late: metas.flatMap(({ tracewrightLate = [] }) => tracewrightLate),
    probed: metas.flatMap(({ tracewrightProbes = [] }) => tracewrightProbes),
  }
}

/** Traces that shards put into the blobs that are merged, a JSON document each. */
export const collectAttachedTraces = (suites: readonly TestModule[]): string[] =>
  suites.flatMap((module) => (module.meta() as TracewrightMeta).tracewrightTraces ?? [])
