import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/ledger/attempt.ts'
import { costChanges } from '../../../src/ledger/cost-changes.ts'
import { verdict } from '../../../src/ledger/gate.ts'
import { signTest } from '../../../src/metrics/sign-test.ts'
import type { Ledger } from '../../../src/schema/ledger.ts'
import { chanceOf } from '../../support/synthetic-agents.ts'
import { attemptsAt, ledgerOf, suiteOf } from './records.ts'

const suite = suiteOf(40)
/** A ledger whose attempts cost what is given, task by task. */
const ledgerWith = (tokens: (i: number) => number[], size = 40): Ledger => {
  const ledger = ledgerOf(suite.slice(0, size))
  return {
    ...ledger,
    tasks: Object.fromEntries(
      Object.entries(ledger.tasks).map(([key, record], i) => [
        key,
        { ...record, costs: { tokens: tokens(i), calls: [2] } },
      ]),
    ),
  }
}
const attemptsWith = (tokens: (i: number) => number, size = 40): Attempt[] =>
  attemptsAt(suite.slice(0, size)).map((own, i) => ({ ...own, costs: { tokens: tokens(i), calls: 2 } }))
const runWith = (tokens: (i: number) => number, size = 40) => ({
  suite: suite.slice(0, size),
  attempts: attemptsWith(tokens, size),
  complete: true,
})
const tokensOf = (changes: ReturnType<typeof costChanges>) =>
  changes.find(({ figure }) => figure === 'tokens')

describe('costChanges', () => {
  it('sets medians of a task beside the ledger, and knows a rise', () => {
    const changes = costChanges(
      runWith(() => 150),
      ledgerWith(() => [90, 100, 110]),
    )
    expect(changes).toMatchObject([
      { figure: 'calls', before: 2, now: 2, ratio: 1, risen: false },
      { figure: 'tokens', tasks: 40, before: 100, now: 150, ratio: 1.5, risen: true },
    ])
  })

  it('is no rise up to the limit, nor where only a few tasks cost much more', () => {
    const ledger = ledgerWith(() => [100])
    expect(
      tokensOf(
        costChanges(
          runWith(() => 120),
          ledger,
        ),
      )?.risen,
    ).toBe(false)
    expect(
      tokensOf(
        costChanges(
          runWith(() => 121),
          ledger,
        ),
      )?.risen,
    ).toBe(true)
    expect(
      tokensOf(
        costChanges(
          runWith(() => 121),
          ledger,
          0.5,
        ),
      )?.risen,
    ).toBe(false)
    expect(
      tokensOf(
        costChanges(
          runWith((i) => (i < 25 ? 900 : 100)),
          ledger,
        ),
      )?.risen,
    ).toBe(false)
  })

  it('needs ten tasks that rise', () => {
    const risen = (size: number) =>
      tokensOf(
        costChanges(
          runWith(() => 500, size),
          ledgerWith(() => [100], size),
        ),
      )?.risen
    expect([9, 10].map(risen)).toEqual([false, true])
  })

  it('leaves out errored attempts and tasks that state nothing', () => {
    const run = runWith(() => 500)
    const attempts = run.attempts.map((own) => ({ ...own, outcome: 'errored' as const }))
    expect(
      costChanges(
        { ...run, attempts },
        ledgerWith(() => [100]),
      ),
    ).toEqual([])
    expect(costChanges(run, ledgerOf(suite))).toEqual([])
  })

  it('does not fire on noise, with a limit of nothing and records of one or two attempts', () => {
    const chance = chanceOf(5)
    // Exponential: the median of an attempt differs from its mean, and attempts differ by factors.
    const draw = (): number => Math.ceil(-1000 * Math.log(1 - chance()))
    const alarms = Array.from({ length: 400 }, (_, at) => {
      const ledger = ledgerWith(() => Array.from({ length: 1 + (at % 3) }, draw))
      return tokensOf(costChanges(runWith(draw), ledger, 0))?.risen === true
    })
    expect(alarms.filter(Boolean).length).toBeLessThanOrEqual(2)
  })
})

describe('a rise of costs', () => {
  it('only warns by default, and fails the run beyond the limit that was set', () => {
    const [run, ledger] = [runWith(() => 150), ledgerWith(() => [100])]
    const at = (maxCostIncrease?: number) =>
      verdict(run, ledger, [], maxCostIncrease === undefined ? {} : { maxCostIncrease })
    expect(at()).toMatchObject({ verdict: 'ok', exit: 0 })
    expect(tokensOf(at().costs)?.risen).toBe(true)
    expect(at(0.2)).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(at(0.6)).toMatchObject({ verdict: 'ok', exit: 0 })
  })
})

it('the sign test counts tosses of a coin', () => {
  expect(signTest(10, 10)).toBeCloseTo(2 ** -10, 14)
  expect(signTest(3, 4)).toBeCloseTo(5 / 16, 14)
  expect(signTest(0, 5)).toBeCloseTo(1, 12)
  expect(signTest(0, 0)).toBe(1)
})
