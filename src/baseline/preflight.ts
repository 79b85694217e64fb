import type { Baseline } from '../schema/baseline.ts'
import { LEVELS } from '../schema/task.ts'
import { formatCount } from '../shared/english.ts'
import { formatShortList } from '../shared/problem-list.ts'
import { type Attempt, attemptsByKey, countsOf, type GateTask, type MadeTask, type Pair } from './attempt.ts'
import { withoutKnownWorlds } from './known-by-heart.ts'
import { baselineRuns, failuresSince, keptRuns } from './records.ts'
import { LEVEL_COVERAGE, OUTAGE, REMADE, REMOVED } from './thresholds.ts'

export interface SuiteChanges {
  /** Tasks whose id the baseline knows with another key: what is asked or graded was changed. */
  edited: MadeTask[]
  /** Tasks whose id the baseline does not know. */
  added: MadeTask[]
  /** Records whose task the suite no longer holds, not even edited. */
  removed: { key: string; task_id: string }[]
  /** Records of tasks as they were before they were edited. */
  outdated: string[]
}

/** Tells edited, new and removed tasks apart. Suites may share an id: a record in use is not an earlier state. */
function standingOf(suite: readonly MadeTask[], { tasks }: Baseline): SuiteChanges {
  const inSuite = new Set(suite.map(({ key }) => key))
  const unused = Object.entries(tasks).filter(([key]) => !inSuite.has(key))
  const unusedIds = new Set(unused.map(([, { task_id }]) => task_id))
  const isEdited = ({ task_id }: GateTask): boolean => unusedIds.has(task_id)
  const unknown = suite.filter(({ key }) => tasks[key] === undefined)
  const edited = unknown.filter(isEdited)
  const editedIds = new Set(edited.map(({ task_id }) => task_id))
  return {
    edited,
    added: unknown.filter((task) => !isEdited(task)),
    removed: unused
      .filter(([, { task_id }]) => !editedIds.has(task_id))
      .map(([key, { task_id }]) => ({ key, task_id })),
    outdated: unused.filter(([, { task_id }]) => editedIds.has(task_id)).map(([key]) => key),
  }
}

/** The attempts of a run, and the reruns, after tasks that errored in every attempt were attempted once more. */
interface Remade {
  /** Attempts of the run; where all of a task errored, also its reruns up to the first with an outcome. */
  attempts: Attempt[]
  reruns: Map<string, Attempt[]>
  wanted: GateTask[]
  /** Tasks without an outcome that were attempted again often enough. */
  lost: GateTask[]
}

function remade(run: readonly Attempt[], reruns: readonly Attempt[]): Remade {
  const rest = attemptsByKey(reruns)
  const result: Remade = { attempts: [...run], reruns: rest, wanted: [], lost: [] }
  for (const [key, keyAttempts] of attemptsByKey(run)) {
    const [first] = keyAttempts
    if (first === undefined || keyAttempts.some(({ outcome }) => outcome !== 'errored')) continue
    const again = rest.get(key) ?? []
    const found = again.findIndex(({ outcome }) => outcome !== 'errored')
    const { task_id, level } = first
    if (found >= 0) {
      result.attempts.push(...again.slice(0, found + 1))
      rest.set(key, again.slice(found + 1))
    } else if (again.length >= REMADE) result.lost.push({ key, task_id, level })
    else result.wanted.push({ key, task_id, level })
  }
  return result
}

export interface GateRun {
  /** Every task of the suite, also those that were not attempted. */
  suite: readonly MadeTask[]
  /** Attempts of the run, none of them repeated on suspicion. */
  attempts: readonly Attempt[]
  /** False for a filtered run, one that was cut short, or one shard. */
  complete: boolean
  /** Tasks of the baseline may be gone from the suite. */
  prune?: boolean
}

/** Whether tasks of the baseline were not compared, as they were edited or did not run: such a run is never `ok`. */
export const hasUncompared = (
  { prune = false }: Pick<GateRun, 'prune'>,
  { edited, removed }: Pick<SuiteChanges, 'edited' | 'removed'>,
): boolean => edited.length > 0 || (removed.length > 0 && !prune)

export interface Preflight extends SuiteChanges {
  /** Why there can be no verdict; empty where there can. */
  errors: string[]
  /** Tasks with attempts in both, in the order of the suite. */
  pairs: Pair[]
  /** Tasks that errored in every attempt and are to be attempted once more before there can be a verdict. */
  wanted: GateTask[]
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`

/** More than 5 % of the attempts, and at least three, were errored. */
function outageIn(attempts: readonly Attempt[]): string[] {
  const errored = attempts.filter(({ outcome }) => outcome === 'errored').length
  if (errored < OUTAGE.least || errored <= OUTAGE.share * attempts.length) return []
  return [
    `Failed to gate the run: the model endpoint failed in ${errored} of ${attempts.length} attempts. ` +
      'Run again once it answers.',
  ]
}

const named = ({ task_id, place }: MadeTask): string =>
  place === undefined ? task_id : `${task_id} (${place})`

function shapeErrors({ suite, attempts }: GateRun): string[] {
  if (suite.length === 0) return ['Failed to gate the run: the suite holds no task. Name another suite.']
  const byKey = new Map<string, MadeTask>()
  for (const task of suite) {
    const twin = byKey.get(task.key)
    if (twin !== undefined) {
      return [
        `Failed to gate the run: ${named(twin)} and ${named(task)} are the same task. Remove one of them.`,
      ]
    }
    byKey.set(task.key, task)
  }
  const stranger = attempts.find(({ key }) => !byKey.has(key))
  if (stranger !== undefined) {
    return [
      `Failed to gate the run: ${stranger.task_id} was attempted but is not in the suite. ` +
        'Run the suite of the baseline.',
    ]
  }
  if (attempts.length === 0) return ['Failed to gate the run: it holds no attempt. Run the suite first.']
  return []
}

/** Levels of which too few tasks have an attempt that was not errored. */
function unmeasured(suite: readonly GateTask[], attempts: readonly Attempt[]): string[] {
  const measured = new Set(attempts.filter(({ outcome }) => outcome !== 'errored').map(({ key }) => key))
  return LEVELS.flatMap((level) => {
    const levelTasks = suite.filter((task) => task.level === level)
    const there = levelTasks.filter(({ key }) => measured.has(key)).length
    if (there >= LEVEL_COVERAGE * levelTasks.length) return []
    return [
      `Failed to gate the run: only ${there} of ${formatCount(levelTasks.length, 'task')} of ${level} have an outcome, ` +
        `under ${percent(LEVEL_COVERAGE)}. Run the whole suite again.`,
    ]
  })
}

/** Too many records whose task is gone: perhaps the wrong suites, or a glob that misses some. */
function goneErrors({ removed }: SuiteChanges, known: number, prune: boolean): string[] {
  if (prune || removed.length <= Math.max(REMOVED.least, REMOVED.share * known)) return []
  return [
    `Failed to gate the run: ${removed.length} of ${formatCount(known, 'task')} of the baseline are missing in the suite: ` +
      `${formatShortList(removed.map(({ task_id }) => task_id))}. ` +
      'If you removed them, run `npx tracewright baseline update --prune`, then run again.',
  ]
}

const lostError = ({ task_id }: GateTask): string =>
  `No verdict for ${task_id}: the model's API failed in every attempt, and in ${REMADE} more. Run again when it answers.`

function strangeErrors({ edited }: SuiteChanges): string[] {
  if (edited.length > 0) {
    return [
      'Failed to gate the run: every task was edited after its records were made, or an older tracewright ' +
        'made them. Run `tracewright baseline update`.',
    ]
  }
  return [
    'Failed to gate the run: the baseline knows none of its tasks. Check that it is the baseline of this suite, ' +
      'or run `tracewright baseline update`.',
  ]
}

/** Whether any attempt that a baseline counts was solved. */
export const hasSuccess = ({ tasks }: Baseline): boolean =>
  Object.values(tasks).some(({ successes }) => successes > 0)

/**
 * Sets a run beside the baseline and says what stands against a verdict.
 *
 * @param firstRun The baseline may know none of the tasks, since it is about to learn them
 * @param reruns Attempts that the gate asked for
 */
export function preflight(
  run: GateRun,
  baseline: Baseline,
  { firstRun = false, reruns = [] }: { firstRun?: boolean; reruns?: readonly Attempt[] } = {},
): Preflight {
  const standing = standingOf(run.suite, baseline)
  const none = { ...standing, pairs: [], wanted: [] }
  const wrong = shapeErrors(run)
  if (wrong.length > 0) return { ...none, errors: wrong }

  const counted = withoutKnownWorlds(run.attempts, reruns, baseline)
  const all = remade(counted.run, counted.reruns)
  const byKey = attemptsByKey(all.attempts)
  const rerunsByKey = attemptsByKey(counted.reruns)
  const pairs = run.suite.flatMap(({ key, task_id, level }): Pair[] => {
    const record = baseline.tasks[key]
    const counts = countsOf(byKey.get(key) ?? [])
    if (record === undefined || counts.attempts === 0) return []
    const { successes, attempts } = record
    const later = all.reruns.get(key) ?? []
    return [
      {
        key,
        task_id,
        level,
        run: counts,
        baseline: { successes, attempts },
        ...keptRuns(record),
        ...baselineRuns(record),
        ...failuresSince(record),
        reruns: later.flatMap(({ outcome }) => (outcome === 'errored' ? [] : [outcome === 'solved'])),
        made: later.length,
        stoodIn: (rerunsByKey.get(key)?.length ?? 0) > later.length ? 1 : 0,
      },
    ]
  })
  if (!run.complete) return { ...standing, errors: [], pairs, wanted: [] }

  const outage = outageIn(run.attempts)
  if (outage.length > 0) return { ...none, pairs, errors: outage }
  const known = Object.keys(baseline.tasks).length
  const gone = goneErrors(standing, known, run.prune === true)
  const lost = firstRun ? [] : all.lost.map(lostError)
  const wanted = firstRun || lost.length > 0 ? [] : all.wanted
  const errors = [...gone, ...lost]
  if (wanted.length === 0) {
    errors.push(...unmeasured(run.suite, all.attempts))
    if (pairs.length === 0 && !firstRun) errors.push(...strangeErrors(standing))
    else if (!firstRun && !hasSuccess(baseline)) {
      errors.push(
        'Failed to gate the run: no attempt in the baseline solved a task, so nothing can get worse. ' +
          'Make the agent solve a task, then run `tracewright baseline update`.',
      )
    }
  }
  return { ...standing, errors, pairs, wanted: errors.length > 0 ? [] : wanted }
}
