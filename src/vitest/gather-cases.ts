import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TestModule } from 'vitest/node'
import type { Case } from '../schema/run.ts'
import { createActiveRedactor } from '../shared/redact/active.ts'
import { readMeta } from './case-meta.ts'
import { buildCase, createLinesReader, describeUnloaded, NOT_FINISHED } from './cases.ts'
import { parseSlice, readModuleFile } from './suite-id.ts'

/** What the suite modules of a run came to. */
export interface GatheredCases {
  cases: Case[]
  /** Why the run cannot come to a verdict. */
  errors: string[]
  /** What agents say of themselves, by their names. */
  notes: Record<string, string>
  /** The shard that ran a case; undefined for a case of a run without shards. */
  shardOf(item: Case): number | undefined
}

const buildCaseName = ({ project = '', suite, line, task_id }: Case): string =>
  JSON.stringify([project, suite, line, task_id])

/**
 * Gathers the cases of suite modules.
 *
 * @param isRefused Whether the run has its problems as errors already, each once
 */
export function gatherCases(
  suites: readonly TestModule[],
  journal: Parameters<typeof buildCase>[3],
  { root, isRefused }: { root: string; isRefused: boolean },
): GatheredCases {
  const cases: Case[] = []
  const errors: string[] = []
  const notes: Record<string, string> = {}
  const shards = new Map<string, number>()
  for (const module of suites) {
    const shard = parseSlice(module.moduleId)?.index
    const suite = relative(root, readModuleFile(module.moduleId))
    if (!isRefused) for (const error of module.errors()) errors.push(stripVTControlCharacters(error.message))
    const unloaded = describeUnloaded(module, suite, journal.blocked)
    if (unloaded !== undefined) errors.push(unloaded)
    const lines = createLinesReader(module)
    for (const test of module.children.allTests()) {
      const item = buildCase(test, suite, lines, journal)
      if (item !== undefined) cases.push(item)
      if (item !== undefined && shard !== undefined) shards.set(buildCaseName(item), shard)
      const meta = readMeta(test)
      if (meta?.agentNote !== undefined) notes[meta.agent] = createActiveRedactor().text(meta.agentNote)
      if (meta?.runError !== undefined) errors.push(meta.runError)
    }
  }
  return { cases, errors, notes, shardOf: (item) => shards.get(buildCaseName(item)) }
}

/** Cases whose worker ended before they did, in a line. */
export function describeUnfinishedCases(cases: readonly Case[]): string[] {
  const broken = cases.filter((item) => item.outcome === 'errored' && item.agent === undefined)
  const [first] = broken
  if (first === undefined) return []
  const culprit = broken.find(({ note }) => note?.includes('blocked')) ?? first
  const rest = broken.length > 1 ? `; ${broken.length - 1} more did not finish` : ''
  // Whatever else ended the case ends it again.
  const advice = culprit.note === NOT_FINISHED ? '. Resume with TRACEWRIGHT_RESUME=1' : ''
  return [`${culprit.task_id} (${culprit.suite}:${culprit.line}): ${culprit.note}${rest}${advice}`]
}

/** Why attempts could not be replayed or recorded, each task once. */
export const listMissed = (cases: readonly Case[]): string[] =>
  cases.flatMap(({ attempts = [] }) => attempts.find(({ missed }) => missed === true)?.note ?? [])
