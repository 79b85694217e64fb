import type { ModelUsage } from '../../../models/limits.ts'
import { moneyText } from '../../../models/prices.ts'
import {
  SERVICE_FAILED,
  type StageProgress,
  type StageReport,
} from '../../../synthetic/generate/run-items.ts'
import { type Countdown, countdown } from '../../countdown.ts'
import { printText, warn } from '../../output.ts'

/** What a model used, for people: tokens, and costs where they are counted. */
export const spentText = ({ inputTokens, outputTokens, cost }: ModelUsage): string =>
  `${inputTokens} tokens in, ${outputTokens} out${cost === undefined ? '' : `, ${moneyText(cost)}`}`

/** Shows how far a stage is that asks a model, with the time that is left. */
export function progressShower(): (progress: StageProgress) => void {
  const told = new Map<string, Countdown>()
  return ({ stage, done, total, failed, calls, replayed, cost }) => {
    const tell = told.get(stage) ?? countdown(stage, 'items')
    told.set(stage, tell)
    const spent = cost === undefined ? '' : `; ${moneyText(cost)}`
    tell(done, total, `${failed} failed; ${calls} calls, ${replayed} answers from the file${spent}`)
  }
}

/** Prints the items without a usable answer, with what was wrong with the answers. */
export function showFailed({ failed }: StageReport): void {
  for (const { item, problems } of failed) printText(`failed: ${item}: ${problems.join('; ')}`)
}

/**
 * Says what a stage left out, and what is to be done about what is left open.
 *
 * @param without What a stage that was stopped has not yet done, as a sentence
 */
export function warnOfRest({ notes, stopped, done, items, failed }: StageReport, without = ''): void {
  for (const note of notes) warn(note)
  if (stopped !== null)
    warn(
      `Stopped with ${done} of ${items} done: ${stopped}. ${without}` +
        'Run the same command to go on; nothing is asked twice.',
    )
  else if (failed.length > 0) {
    const refused = failed.find(({ problems }) => problems[0]?.startsWith(SERVICE_FAILED))?.problems[0]
    warn(
      refused === undefined
        ? `${failed.length} of ${items} have no usable answer. Give more --attempts to ask on.`
        : `${failed.length} of ${items} have no answer: ${refused}. Correct that, and run the same command to go on.`,
    )
  }
}
