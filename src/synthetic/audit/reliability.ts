import { computeWilsonInterval } from '../../metrics/intervals.ts'
import type { Judgment, StressKind } from './judgment.ts'

/**
 * The least reliability of a tool that is kept. At 0.5 a tool is kept that answers more often rightly than not, shown
 * with 95 % confidence. At the 8 to 10 calls of the paper's audit that lets one wrong answer through (9 of 10: .596)
 * and not two (8 of 10: .490). A tool with fewer than four calls cannot be kept at all (3 of 3: .438, 4 of 4: .510).
 */
export const DEFAULT_MIN_RELIABILITY = 0.5

/** Reliability of a tool from the categories of its first responses. Without any that was checked it is 0 and the tool is not kept. */
export function computeReliability(
  tool: string,
  firsts: readonly JudgmentCategory[],
  least = DEFAULT_MIN_RELIABILITY,
) {
  const count = (test: (category: JudgmentCategory) => boolean): number => firsts.filter(test).length
  const correct = count((category) => category.startsWith('success'))
  const checked = firsts.length - count((category) => category === 'unknown')
  const interval = checked === 0 ? { low: 0, high: 1 } : computeWilsonInterval(correct, checked)
  const categories = JUDGMENT_CATEGORIES.map(
    (category) => [category, count((one) => one === category)] as const,
  )
  return {
    tool,
    tests: checked,
    correct,
    reliability: checked === 0 ? 0 : correct / checked,
    interval,
    categories: Object.fromEntries(categories) as Record<JudgmentCategory, number>,
    // Refusals alone say nothing of what a tool gives.
    kept: interval.low >= least && count((category) => category === 'success_3') > 0,
  }
}

/**
 * The six categories of the paper's audit: a call that does not fit the schema (1), that breaks a documented rule (2)
 * or that is correct (3) was handled rightly (success) or not (failure). And what could not be judged.
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

export function categorizeJudgment(kind: StressKind, judgment: Judgment): JudgmentCategory {
  if (judgment === 'unknown') return 'unknown'
  return `${judgment === 'correct' ? 'success' : 'failure'}_${NUMBER[kind]}`
}
