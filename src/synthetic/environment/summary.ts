import { type Interval, shareInterval } from '../../metrics/intervals.ts'
import type { EnvironmentResult, VerifierName } from '../../schema/environment-result.ts'
import { DIFFICULTIES } from '../../schema/environment-result.ts'
import { TracewrightError } from '../../shared/errors.ts'

type Difficulty = (typeof DIFFICULTIES)[number]

/** Figures of some tasks. */
export interface EnvironmentFigures {
  tasks: number
  /** Solved at the first attempt: the headline. */
  solved_first: number
  /** Solved by the last attempt that was allowed. */
  solved: number
  /** Share solved at the first attempt, with its interval at 95 %; null without tasks. */
  share: ({ value: number } & Interval) | null
  /** Mean number of calls that the agent made; null without tasks. */
  turns: number | null
}

/** Figures of tasks that can be done, or of those that cannot. */
interface KindFigures extends EnvironmentFigures {
  difficulties: Partial<Record<Difficulty, EnvironmentFigures>>
}

export interface EnvironmentSummary {
  agent: string
  verifier: VerifierName
  tasks: number
  valid: KindFigures
  invalid: KindFigures
  /** Tasks at which the agent failed before it was done. */
  failures: number
}

function figuresOf(results: readonly EnvironmentResult[]): EnvironmentFigures {
  const tasks = results.length
  const first = results.filter(({ solved_at }) => solved_at === 1).length
  const turns = results.reduce((sum, result) => sum + result.turns, 0)
  return {
    tasks,
    solved_first: first,
    solved: results.filter(({ solved_at }) => solved_at !== null).length,
    share: tasks === 0 ? null : { value: first / tasks, ...shareInterval(first, tasks) },
    turns: tasks === 0 ? null : turns / tasks,
  }
}

function kindOf(results: readonly EnvironmentResult[]): KindFigures {
  const by = DIFFICULTIES.flatMap((difficulty) => {
    const own = results.filter((result) => result.difficulty === difficulty)
    return own.length === 0 ? [] : [[difficulty, figuresOf(own)] as const]
  })
  return { ...figuresOf(results), difficulties: Object.fromEntries(by) }
}

/**
 * Sums up the results of one agent by one verifier: tasks that can be done and tasks that cannot apart.
 *
 * @throws TracewrightError for no results, and for results of several agents or verifiers
 */
export function summarise(results: readonly EnvironmentResult[]): EnvironmentSummary {
  const [first] = results
  if (first === undefined)
    throw new TracewrightError('Failed to sum up: there are no results. Run at least one task.')
  const { agent, verifier } = first
  if (results.some((result) => result.agent !== agent || result.verifier !== verifier))
    throw new TracewrightError(
      'Failed to sum up: the results are of several agents or verifiers. Sum up each alone.',
    )
  const valid = kindOf(results.filter((result) => result.valid))
  const invalid = kindOf(results.filter((result) => !result.valid))
  return {
    agent,
    verifier,
    tasks: results.length,
    valid,
    invalid,
    failures: results.filter(({ failure }) => failure !== undefined).length,
  }
}
