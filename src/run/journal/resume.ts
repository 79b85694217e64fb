import { TracewrightError } from '../../shared/errors.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { listJournaledRuns, readLines } from './files.ts'
import type { Head } from './lines.ts'

/**
 * The run to resume: the newest one that left a journal, or the named one. Undefined if none did.
 *
 * @param requested What TRACEWRIGHT_RESUME says: `1`, or the id of a run
 * @throws TracewrightError where the run that is named left no journal
 */
export function runToResume(dir: string, requested: string | undefined): string | undefined {
  if (requested === undefined || requested === '' || requested === '0') return undefined
  const runs = listJournaledRuns(dir)
  if (['1', 'true'].includes(requested)) return runs.at(-1)
  if (runs.includes(requested)) return requested
  throw new TracewrightError(
    `Failed to resume run ${requested}: ${dir} has no journal of it. ${
      runs.length === 0 ? 'Run without TRACEWRIGHT_RESUME.' : `Name one of ${runs.join(', ')}.`
    }`,
  )
}

const formatValue = (value: Json | undefined): string =>
  value === undefined ? 'not stated' : stringifyStably(value)

/** What a project's attempts were made with and would be made with now, where that differs. */
export function listDifferences(then: Head, now: Head): string[] {
  const names = [...new Set([...Object.keys(then.options), ...Object.keys(now.options)])].sort()
  const sides: [string, Json | undefined, Json | undefined][] = [
    ['agent', then.agent, now.agent],
    ['modules of the agent', then.modules, now.modules],
    ['commit', then.commit, now.commit],
    ...names.map((name): [string, Json | undefined, Json | undefined] => [
      `option ${name}`,
      then.options[name],
      now.options[name],
    ]),
  ]
  return sides.flatMap(([what, before, after]) =>
    formatValue(before) === formatValue(after)
      ? []
      : [`${what} was ${formatValue(before)} and is ${formatValue(after)}`],
  )
}

/**
 * Refuses to count attempts that another agent, other options or another commit made.
 *
 * @throws TracewrightError naming what differs
 */
export function checkHead(dir: string, runId: string, now: Head): void {
  for (const then of readLines(dir, runId)) {
    if (then.kind !== 'head' || then.project !== now.project) continue
    const other = listDifferences(then, now)
    if (other.length === 0) continue
    throw new TracewrightError(
      `Failed to resume run ${runId}: ${other.join('; ')}. Run without TRACEWRIGHT_RESUME, or set TRACEWRIGHT_FORCE=1 to count its attempts anyway.`,
    )
  }
}
