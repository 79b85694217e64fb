import { type Interval, wilson } from '../../metrics/intervals.ts'
import { JUDGMENT_CATEGORIES, type JudgmentCategory } from './category.ts'

/**
 * The least reliability of a tool that is kept. At 0.5 a tool is kept that answers more often rightly than not, shown
 * with 95 % confidence; at the 8 to 10 calls of the paper's audit that lets one wrong answer through (9 of 10: .596) and
 * not two (8 of 10: .490), and a tool with fewer than four calls cannot be kept at all (3 of 3: .438, 4 of 4: .510).
 */
export const DEFAULT_MIN_RELIABILITY = 0.5

export interface Reliability {
  readonly tool: string
  /** First responses, those among them that could not be judged. */
  readonly tests: number
  readonly correct: number
  /** Share of correct first responses; what could not be judged is not correct. */
  readonly reliability: number
  /** Wilson's interval of it, 95 %. */
  readonly interval: Interval
  readonly categories: Readonly<Record<JudgmentCategory, number>>
  readonly kept: boolean
}

/** Reliability of a tool from the categories of its first responses. Without any it is 0 and the tool is not kept. */
export function reliabilityOf(
  tool: string,
  firsts: readonly JudgmentCategory[],
  least = DEFAULT_MIN_RELIABILITY,
): Reliability {
  const count = (test: (category: JudgmentCategory) => boolean): number => firsts.filter(test).length
  const correct = count((category) => category.startsWith('success'))
  const interval = firsts.length === 0 ? { low: 0, high: 1 } : wilson(correct, firsts.length)
  const categories = JUDGMENT_CATEGORIES.map(
    (category) => [category, count((one) => one === category)] as const,
  )
  return {
    tool,
    tests: firsts.length,
    correct,
    reliability: firsts.length === 0 ? 0 : correct / firsts.length,
    interval,
    categories: Object.fromEntries(categories) as Record<JudgmentCategory, number>,
    kept: firsts.length > 0 && interval.low >= least,
  }
}
