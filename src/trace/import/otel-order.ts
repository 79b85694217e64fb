import type { DraftCall } from './calls.ts'

/** When something began and ended, on any clock. */
interface Ranged {
  from: bigint
  to: bigint
}

/** A call with times in place of positions. */
export type TimedDraft = DraftCall & Ranged

/** Order of what falls on one moment: ends, then starts, then the ends of what took no time. */
const ENDS = 0
const STARTS = 1
const ENDS_AT_ONCE = 2

type Moment = readonly [time: bigint, kind: number]

const startOf = ({ from }: Ranged): Moment => [from, STARTS]
const endOf = ({ from, to }: Ranged): Moment => (to > from ? [to, ENDS] : [from, ENDS_AT_ONCE])

const compare = ([a, x]: Moment, [b, y]: Moment): number => (a < b ? -1 : a > b ? 1 : x - y)

/** Calls with positions in one logical order in place of times, sorted by their start. */
export function ranked(drafts: readonly TimedDraft[]): DraftCall[] {
  const moments = drafts.flatMap((draft) => [startOf(draft), endOf(draft)]).sort(compare)
  const positions = new Map<string, number>()
  for (const moment of moments)
    if (!positions.has(moment.join())) positions.set(moment.join(), positions.size)
  const at = (moment: Moment): number => positions.get(moment.join()) as number
  return drafts
    .map(({ from, to, ...draft }) => ({
      ...draft,
      started: at(startOf({ from, to })),
      ended: at(endOf({ from, to })),
    }))
    .sort((a, b) => a.started - b.started)
}
