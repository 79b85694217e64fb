import type { Baseline } from '../schema/baseline.ts'
import type { Gate } from '../schema/gate.ts'
import { formatShortList } from '../shared/problem-list.ts'
import type { Attempt, GateTask } from './attempt.ts'
import { type GateRun, hasUncompared, preflight, type SuiteChanges } from './preflight.ts'
import { UNSTEADY } from './thresholds.ts'

/** A task that the baseline says is solved at a seed, and that failed there. */
export interface Flip extends GateTask {
  seed: number
}

/** What comparing a deterministic agent seed by seed gives. */
export interface DeterministicVerdict extends Pick<SuiteChanges, 'edited' | 'added' | 'removed'> {
  /** `inconclusive` if nothing flipped, and tasks were edited or are gone since. */
  verdict: Gate['verdict']
  exit: Gate['exit']
  errors: string[]
  real: Flip[]
  /** Flips that did not come again: the agent is not deterministic there. */
  unsteady: Flip[]
  /** Pairs of task and seed that were compared. */
  compared: number
}

const place = ({ key }: GateTask, seed: number): string => `${key} ${seed}`
const outcomeOf = (baseline: Baseline, { key }: GateTask, seed: number): 0 | 1 | undefined =>
  baseline.tasks[key]?.seeds?.[String(seed)]

/** Attempts at task and seed pairs that the baseline knows, errored ones left out. */
const comparable = (attempts: readonly Attempt[], baseline: Baseline): (Attempt & { seed: number })[] =>
  attempts.flatMap((attempt) => {
    const { seed, outcome } = attempt
    if (seed === undefined || outcome === 'errored' || outcomeOf(baseline, attempt, seed) === undefined)
      return []
    return [{ ...attempt, seed }]
  })

/** Solved in the baseline, failed now: each is to be repeated once at the same seed. One entry a task and seed. */
export function flips(attempts: readonly Attempt[], baseline: Baseline): Flip[] {
  const found = new Map<string, Flip>()
  for (const { key, task_id, level, seed, outcome } of comparable(attempts, baseline)) {
    if (outcome === 'solved' || outcomeOf(baseline, { key, task_id, level }, seed) !== 1) continue
    found.set(place({ key, task_id, level }, seed), { key, task_id, level, seed })
  }
  return [...found.values()]
}

/** Why an agent is not deterministic: too many of its tasks failed and were solved at one seed. */
function unsteadyErrors(unsteady: readonly Flip[], tasks: number): string[] {
  const flipped = [...new Set(unsteady.map(({ task_id }) => task_id))]
  if (flipped.length <= Math.max(UNSTEADY.least, UNSTEADY.share * tasks)) return []
  return [
    `Failed to gate the run: the agent is not deterministic: ${flipped.length} of ${tasks} tasks failed and were solved ` +
      `when they were repeated at the same seed, first ${flipped[0]}. Look for state that an attempt leaves behind, or ` +
      'remove the option `deterministic`.',
  ]
}

/** Why no outcome of a run can be compared: the records are of before `deterministic`, or of other seeds. */
function describeNoSeed({ attempts }: GateRun, { tasks }: Baseline): string {
  const seeds = new Set(Object.values(tasks).flatMap((record) => Object.keys(record.seeds ?? {})))
  const renew = '`npx tracewright baseline update --accept REASON` replaces them by outcomes of this run'
  if (seeds.size === 0)
    return `Failed to gate the run: the records of the baseline keep no seeds, because they were written without the option \`deterministic\`. ${renew}.`
  const made = new Set(attempts.flatMap(({ seed }) => seed ?? []))
  return `Failed to gate the run: it has the seeds ${formatShortList([...made].map(String))}, and the records of the baseline have ${formatShortList([...seeds])}. Run those seeds, or ${renew}.`
}

/**
 * Compares a deterministic agent with its baseline seed by seed: a flip that comes again is a regression. Flips that do
 * not come again say that the agent is not deterministic; where they are more than a few, no verdict is given.
 */
export function deterministicVerdict(
  run: GateRun,
  baseline: Baseline,
  repeats: readonly Attempt[] = [],
): DeterministicVerdict {
  const { attempts } = run
  const { errors: problems, wanted, edited, added, removed } = preflight(run, baseline, { reruns: repeats })
  problems.push(
    ...wanted.map(
      ({ task_id }) =>
        `No verdict for ${task_id}: the model's API failed in every attempt. Run again when it answers.`,
    ),
  )
  const compared = comparable(attempts, baseline).length
  const result = { errors: [], real: [], unsteady: [], compared, edited, added, removed }
  const failed = (errors: string[]): DeterministicVerdict => ({
    ...result,
    verdict: 'error',
    exit: 2,
    errors,
  })
  if (problems.length > 0) return failed(problems)
  if (!run.complete) return { ...result, verdict: 'ungated', exit: 0 }
  if (compared === 0) {
    return failed([describeNoSeed(run, baseline)])
  }
  const again = new Map<string, Attempt['outcome']>()
  for (const repeat of repeats) {
    if (repeat.seed !== undefined) again.set(place(repeat, repeat.seed), repeat.outcome)
  }
  const all = flips(attempts, baseline)
  const lost = all.filter((flip) => !['solved', 'failed'].includes(again.get(place(flip, flip.seed)) ?? ''))
  if (lost.length > 0) {
    return failed(
      lost.map(({ task_id, seed }) => {
        const cause = `${task_id} failed at seed ${seed} and could not be repeated`
        return `Failed to gate the run: ${cause}. Run the suite again.`
      }),
    )
  }
  const real = all.filter((flip) => again.get(place(flip, flip.seed)) === 'failed')
  const unsteady = all.filter((flip) => again.get(place(flip, flip.seed)) === 'solved')
  const tasks = new Set(comparable(attempts, baseline).map(({ key }) => key)).size
  const mixed = unsteadyErrors(unsteady, tasks)
  if (mixed.length > 0) return { ...failed(mixed), real, unsteady }
  const word = (): Pick<DeterministicVerdict, 'verdict' | 'exit'> => {
    if (real.length > 0) return { verdict: 'regressed', exit: 1 }
    return { verdict: hasUncompared(run, { edited, removed }) ? 'inconclusive' : 'ok', exit: 0 }
  }
  return { ...result, ...word(), real, unsteady }
}
