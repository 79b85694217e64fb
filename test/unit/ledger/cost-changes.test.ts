import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/ledger/attempt.ts'
import { costChanges, signTest } from '../../../src/ledger/cost-changes.ts'
import { verdict } from '../../../src/ledger/gate.ts'
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
  changes.find(({ metric }) => metric === 'tokens')
/** Whether tokens rose from what the ledger says of each task. */
const isRisen = (tokens: (i: number) => number, before: (i: number) => number[], limit?: number, size = 40) =>
  tokensOf(costChanges(runWith(tokens, size), ledgerWith(before, size), limit))?.risen

describe('costChanges', () => {
  it('sets medians of a task beside the ledger, and knows a rise', () => {
    const changes = costChanges(
      runWith(() => 150),
      ledgerWith(() => [90, 100, 110]),
    )
    expect(changes).toMatchObject([
      { metric: 'calls', before: 2, now: 2, ratio: 1, risen: false },
      { metric: 'tokens', tasks: 40, before: 100, now: 150, ratio: 1.5, risen: true },
    ])
  })

  it('is no rise up to the limit, nor where only a few tasks cost much more', () => {
    const before = () => [100]
    expect(isRisen(() => 120, before)).toBe(false)
    expect(isRisen(() => 121, before)).toBe(true)
    expect(isRisen(() => 121, before, 0.5)).toBe(false)
    expect(isRisen((i) => (i < 2 ? 900 : 100), before)).toBe(false)
  })

  it.each([12, 24, 40])('is a rise where half of %i tasks cost ten times as much', (size) => {
    const half = runWith((i) => (i < size / 2 ? 10_000 : 1000), size)
    const [, tokens] = costChanges(
      half,
      ledgerWith(() => [1000], size),
    )
    expect(tokens).toMatchObject({ ratio: 1, total: { ratio: 5.5 }, risen: true })
    expect(tokens?.p).toBeGreaterThan(0.3)
    expect(tokens?.total.low).toBeGreaterThan(1.2)
    expect(tokens?.total.high).toBeGreaterThan(5.5)
  })

  it('needs ten tasks that rise', () => {
    const risen = (size: number) =>
      isRisen(
        () => 500,
        () => [100],
        undefined,
        size,
      )
    expect([9, 10].map(risen)).toEqual([false, true])
  })

  it('leaves out errored attempts and tasks that state nothing', () => {
    const run = runWith(() => 500)
    const attempts = run.attempts.map((own) => ({ ...own, outcome: 'errored' as const }))
    const before = ledgerWith(() => [100])
    expect(costChanges({ ...run, attempts }, before)).toEqual([])
    expect(costChanges(run, ledgerOf(suite))).toEqual([])
  })

  it('does not fire on noise, with a limit of nothing and records of one or two attempts', () => {
    const chance = chanceOf(5)
    // Exponential: the median of an attempt differs from its mean, and attempts differ by factors.
    const draw = (): number => Math.ceil(-1000 * Math.log(1 - chance()))
    const alarmsAt = (limit: number) =>
      Array.from({ length: 200 }, (_, at) => {
        const before = () => Array.from({ length: 1 + (at % 3) }, draw)
        return isRisen(draw, before, limit)
      }).filter((isAlarm) => isAlarm === true).length
    expect(alarmsAt(0)).toBeLessThanOrEqual(4)
    expect(alarmsAt(0.2)).toBeLessThanOrEqual(1)
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

  it('is looked for in the total too: half of the tasks ten times as expensive', () => {
    const [run, ledger] = [runWith((i) => (i % 2 === 0 ? 10_000 : 1000)), ledgerWith(() => [1000])]
    const limited = verdict(run, ledger, [], { maxCostIncrease: 0.2 })
    expect(limited).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(verdict(run, ledger)).toMatchObject({ verdict: 'ok', exit: 0 })
  })

  it('cannot be judged where the agent stops to state its usage, and a limit is set', () => {
    const ledger = ledgerWith(() => [1000])
    const silent = (size: number) => ({
      ...runWith(() => 1000),
      attempts: attemptsWith(() => 1000).map((own, i) => (i < size ? { ...own, costs: { calls: 2 } } : own)),
    })
    const at = (size: number, maxCostIncrease?: number) =>
      verdict(silent(size), ledger, [], maxCostIncrease === undefined ? {} : { maxCostIncrease })
    expect(at(40, 0.2)).toMatchObject({
      verdict: 'error',
      exit: 2,
      errors: [expect.stringMatching(/no longer reports tokens for 40 of 40 tasks, first for task_0/)],
    })
    expect(at(40)).toMatchObject({ verdict: 'ok', exit: 0 })
    expect(at(2, 0.2)).toMatchObject({ verdict: 'ok', exit: 0 })
    expect(at(3, 0.2)).toMatchObject({ verdict: 'error', exit: 2 })
  })
})

it('the sign test counts tosses of a coin', () => {
  expect(signTest(10, 10)).toBeCloseTo(2 ** -10, 14)
  expect(signTest(3, 4)).toBeCloseTo(5 / 16, 14)
  expect(signTest(0, 5)).toBeCloseTo(1, 12)
  expect(signTest(0, 0)).toBe(1)
})
