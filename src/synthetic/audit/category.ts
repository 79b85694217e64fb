import type { Judgment } from './judgment.ts'
import type { StressKind } from './stress/stress-test.ts'

/**
 * The six categories of the paper's audit: a call that does not fit the schema (1), that breaks a documented rule (2)
 * or that is correct (3) was handled rightly (success) or not (failure); and what could not be judged.
 */
export const JUDGMENT_CATEGORIES = [
  'success_1',
  'success_2',
  'success_3',
  'failure_1',
  'failure_2',
  'failure_3',
  'unknown',
] as const
export type JudgmentCategory = (typeof JUDGMENT_CATEGORIES)[number]

const NUMBER: Readonly<Record<StressKind, 1 | 2 | 3>> = { schema: 1, constraint: 2, correct: 3 }

export function judgmentCategoryOf(kind: StressKind, judgment: Judgment): JudgmentCategory {
  if (judgment === 'unknown') return 'unknown'
  return `${judgment === 'correct' ? 'success' : 'failure'}_${NUMBER[kind]}`
}
