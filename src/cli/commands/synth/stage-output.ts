import type { ModelUsage } from '../../../models/limits.ts'
import { formatMoney } from '../../../models/prices.ts'
import {
  SERVICE_FAILED,
  type StageProgress,
  type StageReport,
} from '../../../synthetic/generate/run-items.ts'
import type { StageOptions } from '../../../synthetic/generate/while-asking.ts'
import { type Countdown, createCountdown } from '../../countdown.ts'
import { formatUsageJson, type ModelOptions, openRequiredModel } from '../../model-options.ts'
import { printJson, printText, runInterruptible, warn } from '../../output.ts'

/** What a model used, for people: calls, tokens, and costs where they are counted. */
export const formatUsage = ({ calls, replayed, inputTokens, outputTokens, cost }: ModelUsage): string =>
  `${calls} calls, ${replayed} answers from the file; ${inputTokens} tokens in, ${outputTokens} out` +
  (cost === undefined ? '' : `, ${formatMoney(cost)}`)

/** A file beside another: `shop.answers.jsonl` beside `shop.toolkit.json`. */
export const buildSiblingPath = (file: string, what: string): string =>
  `${file.replace(/((\.toolkit)?\.json|(\.suite|\.tasks)?\.jsonl|\.ndjson)$/, '')}.${what}.jsonl`

/** Says what came to nothing, of how many; the exit code is then 1. */
export function warnOfOpen(open: readonly string[], all: string, more: string): void {
  for (const one of open) warn(one)
  if (open.length === 0) return
  const rest = more === '' ? '' : `; ${more}`
  warn(`${open.length} of ${all} failed. Run the same command to resume${rest}.`)
  process.exitCode = 1
}

/** Shows how far a stage is that asks a model, with the time that is left. */
function createProgressShower(): (progress: StageProgress) => void {
  const countdowns = new Map<string, Countdown>()
  return ({ stage, done, total, failed, calls, replayed, cost }) => {
    const notify = countdowns.get(stage) ?? createCountdown(stage, 'items')
    countdowns.set(stage, notify)
    const spent = cost === undefined ? '' : `; ${formatMoney(cost)}`
    notify(done, total, `${failed} failed; ${calls} calls, ${replayed} answers from the file${spent}`)
  }
}

interface StageOutput<Report> {
  /** What `--json` prints; default nothing. */
  json?: (report: Report) => ModelUsage
  /** Prints what else there is to say. */
  text?: (report: Report) => void
  /** What a stage that was stopped has not yet done, as a sentence. */
  without?: string
}

/** Runs a stage that asks the model of the options item by item, and shows the items without a usable answer. */
export async function runStage<Report extends StageReport>(
  options: ModelOptions,
  work: (asking: Omit<StageOptions, 'cache'> & Partial<Pick<StageOptions, 'cache'>>) => Promise<Report>,
  { json, text, without = '' }: StageOutput<Report>,
): Promise<Report> {
  const { model, limits, attempts, cache } = await openRequiredModel(options)
  const report = await runInterruptible((signal) =>
    work({
      model,
      ...limits,
      attempts,
      onProgress: createProgressShower(),
      signal,
      ...(cache === undefined ? {} : { cache }),
    }),
  )
  if (!options.json) {
    for (const { item, problems } of report.failed) printText(`failed: ${item}: ${problems.join('; ')}`)
    text?.(report)
    const { retries, truncated, invalid } = report
    printText(`${formatUsage(report)}; ${retries} retries, ${truncated} answers cut off, ${invalid} invalid`)
  } else if (json !== undefined) printJson(formatUsageJson(json(report)))
  warnOfRest(report, without)
  if (report.done < report.items) process.exitCode = 1
  return report
}

/** Says what a stage left out, and what is to be done about what is left open. */
function warnOfRest({ notes, stopped, done, items, failed }: StageReport, without = ''): void {
  for (const note of notes) warn(note)
  if (stopped !== null)
    warn(
      `Stopped with ${done} of ${items} done: ${stopped}. ${without}` +
        'Run the same command to resume; no model call is repeated.',
    )
  else if (failed.length > 0) {
    const refused = failed.find(({ problems }) => problems[0]?.startsWith(SERVICE_FAILED))?.problems[0]
    warn(
      refused === undefined
        ? `${failed.length} of ${items} have no usable answer. Raise "attempts" of --model.`
        : `${failed.length} of ${items} have no answer: ${refused}. Correct that, and run the same command to resume.`,
    )
  }
}
