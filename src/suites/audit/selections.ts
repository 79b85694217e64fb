import type { Calc, Pick } from '../../schema/binding.ts'
import { type OutputOf, resolve } from '../../scoring/bindings.ts'

/** Share of the winner by which it has to be ahead of the next candidate. */
const MARGIN = 0.01

/** Whether a choice is one between candidates. */
export const isSelection = (choice: Calc | Pick): boolean =>
  '$pick' in choice || choice.$calc === 'max' || choice.$calc === 'min'

/** Whether the best candidate of a selection is ahead of the next one by one percent. */
export function isClear(choice: Calc | Pick, outputOf: OutputOf): boolean {
  const scores = choice.of.flatMap((item) => resolve(item, outputOf) ?? Number.NaN).map(Number)
  if (scores.some(Number.isNaN)) return false
  const smallestFirst = ('$pick' in choice ? choice.$pick : choice.$calc) === 'min'
  const [best = 0, next] = scores.sort((a, b) => (smallestFirst ? a - b : b - a))
  return next === undefined || Math.abs(best - next) >= MARGIN * Math.abs(best)
}
