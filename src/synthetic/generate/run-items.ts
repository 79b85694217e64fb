import type { AskCounts, ModelAnswer } from '../../models/ask.ts'
import { isBudgetSpent, type Limits, type ModelUsage } from '../../models/limits.ts'
import { ModelUnreachable } from '../../models/unreachable.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'

export interface StageProgress extends ModelUsage {
  readonly stage: string
  /** Items that are settled, those of earlier runs among them. */
  readonly done: number
  readonly total: number
  readonly failed: number
}

/** What a stage did. It is complete when nothing failed and nothing stopped it. */
export interface StageReport extends ModelUsage, AskCounts {
  readonly stage: string
  readonly items: number
  readonly done: number
  /** Items that an earlier run had done. */
  readonly resumed: number
  readonly failed: readonly { readonly item: string; readonly problems: readonly string[] }[]
  readonly notes: readonly string[]
  /** Why items are left that were not asked for; null where none are. */
  readonly stopped: string | null
}

export interface StageContext {
  readonly limits: Limits
  readonly counts: AskCounts
  readonly onProgress?: ((progress: StageProgress) => void) | undefined
}

export const SERVICE_FAILED = 'the model failed: '

/** A problem in the words of the service alone. */
export const stripServicePrefix = (problem: string): string =>
  problem.startsWith(SERVICE_FAILED) ? problem.slice(SERVICE_FAILED.length) : problem

interface Items<In, Out> {
  readonly stage: string
  readonly items: readonly In[]
  readonly nameOf: (item: In) => string
  readonly isDone: (item: In) => boolean
  /** Questions that an item takes, for an estimate. Default 1. */
  readonly questions?: number
  readonly work: (item: In) => Promise<ModelAnswer<Out>>
  /** Keeps an answer; once it returns, a killed run will not ask again. */
  readonly save: (item: In, value: Out) => void
}

/** Asks for every item that is not done, as many at once as the limits let. */
export async function runItems<In, Out>(
  { stage, items, nameOf, isDone, questions = 1, work, save }: Items<In, Out>,
  { limits, counts, onProgress }: StageContext,
): Promise<StageReport> {
  const open = items.filter((item) => !isDone(item))
  const resumed = items.length - open.length
  const failed: { item: string; problems: readonly string[] }[] = []
  const notes: string[] = []
  let done = resumed
  const noteFailure = (item: In, problems: readonly string[]): void => {
    failed.push({ item: nameOf(item), problems })
  }
  const handle = async (item: In): Promise<void> => {
    if (limits.stopped !== undefined) return
    try {
      const answer = await work(item)
      limits.noteAnswer()
      if (answer.ok) {
        save(item, answer.value)
        done++
        notes.push(...answer.notes.map((note) => `${nameOf(item)}: ${note}`))
      } else noteFailure(item, answer.problems)
    } catch (error) {
      // A run that was stopped fails the calls that it no longer begins; those items are open, not failed.
      if (isBudgetSpent(error)) return
      limits.noteFailure(error)
      if (error instanceof ModelUnreachable) return
      noteFailure(item, [`${SERVICE_FAILED}${describeThrown(error)}`])
    }
    onProgress?.({ stage, done, total: items.length, failed: failed.length, ...limits.usage })
  }
  limits.announce(stage, questions * open.length)
  await Promise.all(open.map((item) => limits.turn(() => handle(item))))
  const left = items.length - done - failed.length
  return {
    stage,
    items: items.length,
    done,
    resumed,
    failed,
    notes,
    stopped: left > 0 ? (limits.stopped ?? 'it ended early') : null,
    ...limits.usage,
    ...counts,
  }
}

/** One report of stages that ran one after another. */
export function mergeReports(stage: string, reports: readonly StageReport[]): StageReport {
  const last = reports.at(-1)
  if (last === undefined) throw new TracewrightError('Failed to report: no stage has run.')
  const sum = (of: (report: StageReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0)
  return {
    ...last,
    stage,
    items: sum(({ items }) => items),
    done: sum(({ done }) => done),
    resumed: sum(({ resumed }) => resumed),
    failed: reports.flatMap(({ failed }) => failed),
    notes: reports.flatMap(({ notes }) => notes),
    stopped: reports.find(({ stopped }) => stopped !== null)?.stopped ?? null,
  }
}
