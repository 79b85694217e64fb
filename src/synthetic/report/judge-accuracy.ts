import { clopperPearson, type Interval, wilson } from '../../metrics/intervals.ts'
import type { Judgment } from '../audit/judgment.ts'
import { type JudgeCase, WRONGS, type Wrong } from './judge-cases.ts'

/** How a judge did on responses whose verdict is known. What it could not judge counts as neither right nor wrong. */
export interface JudgeAccuracy {
  cases: number
  /** Cases that it called right or wrong as they are. */
  right: number
  /** Of the cases that it judged; null where it judged none. */
  accuracy: ({ value: number } & Interval) | null
  /** Wrong responses that it called correct: what the paper calls false positives; with the bound of their share. */
  passed_wrong: { count: number; of: number; upper: number }
  /** Right responses that it called wrong. */
  false_alarms: { count: number; of: number }
  /** Cases whose very verdict it gave. */
  same_verdict: number
  unknown: number
  /** By the way in which responses were made wrong: those that it found. */
  found: Partial<Record<Wrong, { found: number; of: number }>>
}

/** The accuracy of a judge from its verdicts, one for each case. */
export function judgeAccuracy(
  cases: readonly Pick<JudgeCase, 'due' | 'wrong'>[],
  verdicts: readonly Judgment[],
): JudgeAccuracy {
  const all = cases.map((one, i) => ({ ...one, said: verdicts[i] ?? 'unknown' }))
  const judged = all.filter(({ said }) => said !== 'unknown')
  const isRight = ({ due, said }: (typeof all)[number]): boolean =>
    (said === 'correct') === (due === 'correct')
  const right = judged.filter(isRight).length
  const wrong = judged.filter(({ due }) => due !== 'correct')
  const sound = judged.filter(({ due }) => due === 'correct')
  const passed = wrong.filter((one) => !isRight(one)).length
  return {
    cases: all.length,
    right,
    accuracy: judged.length === 0 ? null : { value: right / judged.length, ...wilson(right, judged.length) },
    passed_wrong: {
      count: passed,
      of: wrong.length,
      upper: wrong.length === 0 ? 1 : clopperPearson(passed, wrong.length).high,
    },
    false_alarms: { count: sound.filter((one) => !isRight(one)).length, of: sound.length },
    same_verdict: judged.filter(({ due, said }) => due === said).length,
    unknown: all.length - judged.length,
    found: Object.fromEntries(
      WRONGS.flatMap((name) => {
        const own = wrong.filter((one) => one.wrong === name)
        return own.length === 0 ? [] : [[name, { found: own.filter(isRight).length, of: own.length }]]
      }),
    ),
  }
}
