import type { Case } from '../schema/run.ts'
import type { TaskScore } from '../schema/score.ts'

/** Verdicts on every attempt that the run asked for; those made on suspicion tell of the suspected alone. */
export const scoresOf = (cases: readonly Case[]): Omit<TaskScore, 'steps'>[] =>
  cases.flatMap(({ score, attempts }) => {
    if (attempts === undefined) return score === undefined ? [] : [score]
    return attempts.flatMap((attempt) =>
      attempt.fresh === true || attempt.score === undefined ? [] : [attempt.score],
    )
  })
