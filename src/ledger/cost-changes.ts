import { signTest } from '../metrics/sign-test.ts'
import { COST_FIGURES, type CostFigure, type Ledger } from '../schema/ledger.ts'
import { attemptsByKey } from './attempt.ts'
import type { GateRun } from './preflight.ts'
import { atMost, COST_RISE, COST_WARNING } from './rules.ts'

/** What tasks cost now and when their records were made. */
export interface CostChange {
  figure: CostFigure
  /** Tasks whose attempts state it in run and ledger. */
  tasks: number
  /** Median over these tasks of what an attempt cost in the ledger, and in the run. */
  before: number
  now: number
  /** Median over the tasks of the run's cost over the ledger's. */
  ratio: number
  /** Probability that so many tasks rise beyond the limit when no more than half of them do. */
  p: number
  /** Whether costs rose by more than the limit. */
  risen: boolean
}

/** The middle value; of two, the one that `upper` chooses. */
function median(values: readonly number[], upper: boolean): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = upper ? Math.floor(sorted.length / 2) : Math.floor((sorted.length - 1) / 2)
  return sorted[at] as number
}

/**
 * What each kind of cost came to beside the ledger. A task's costs are the median over its attempts that have an
 * outcome, fresh ones left out, since only suspicious tasks have those. Costs have risen when more tasks than not rose by
 * more than the limit, by a sign test at p <= .001. An attempt of an unchanged agent is above the median of its record in
 * half of the cases at most, whatever the distribution; of two middle values the ledger's larger and the run's smaller
 * one is taken to keep that true. Fewer than ten tasks cannot show a rise.
 *
 * @param limit Largest rise that is no matter, a share; default .2
 */
export function costChanges(
  { attempts, suite }: Pick<GateRun, 'attempts' | 'suite'>,
  { tasks }: Ledger,
  limit: number = COST_WARNING,
): CostChange[] {
  const byKey = attemptsByKey(attempts.filter(({ outcome }) => outcome !== 'errored'))
  return COST_FIGURES.flatMap((figure) => {
    const pairs = suite.flatMap(({ key }) => {
      const before = tasks[key]?.costs?.[figure] ?? []
      const now = (byKey.get(key) ?? []).flatMap(({ costs }) => costs?.[figure] ?? [])
      if (before.length === 0 || now.length === 0) return []
      return [{ before: median(before, true), now: median(now, false) }]
    })
    if (pairs.length === 0) return []
    const ratios = pairs.flatMap(({ before, now }) => (before > 0 ? [now / before] : []))
    const risen = pairs.filter(({ before, now }) => now > before * (1 + limit) * (1 + 1e-9)).length
    const p = signTest(risen, pairs.length)
    return [
      {
        figure,
        tasks: pairs.length,
        before: median(
          pairs.map(({ before }) => before),
          false,
        ),
        now: median(
          pairs.map(({ now }) => now),
          false,
        ),
        ratio: ratios.length === 0 ? 1 : median(ratios, false),
        p,
        risen: atMost(p, COST_RISE),
      },
    ]
  })
}
