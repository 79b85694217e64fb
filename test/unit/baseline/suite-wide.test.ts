import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/baseline/attempt.ts'
import { verdict } from '../../../src/baseline/gate.ts'
import { planReruns } from '../../../src/baseline/rerun-rounds.ts'
import {
  type Compared,
  computeSuiteMargin,
  computeWorseTail,
  estimateSharedLuck,
  sumCounts,
} from '../../../src/baseline/suite-wide.ts'
import { updateBaseline } from '../../../src/baseline/update.ts'
import { renderGateLines } from '../../../src/report/gate-lines.ts'
import type { Baseline } from '../../../src/schema/baseline.ts'
import { buildGateDocument } from '../../support/gates.ts'
import { played } from './played.ts'
import { attemptsAt, baselineOf, suiteOf, task } from './records.ts'

const suite = suiteOf(40)
const whole = (attempts: Attempt[]) => ({ suite, attempts, complete: true })
/** Every third task fails, and others in each run: 27 of 40 solved. */
const failing = (shift: number, every = 3) => suite.flatMap((_, i) => ((i + shift) % every === 0 ? [i] : []))

/** A baseline of runs in which the given tasks failed. */
const grown = (runs: readonly (readonly number[])[]): Baseline =>
  runs.reduce<Baseline>((before, failed, i) => {
    const run = { ...whole(attemptsAt(suite, { failing: failed })), origin: { id: `r${i}` } }
    return updateBaseline(before, run, { gate: { verdict: 'ok', exit: 0 } }).baseline
  }, baselineOf([]))

/** A run in which the given tasks fail, with passes that fail as many. */
function fallen(against: Baseline, failed: (at: number) => readonly number[], options = {}) {
  const run = whole(attemptsAt(suite, { failing: failed(0) }))
  const { reruns } = played(run, against, ({ key }, at) =>
    failed(at + 1).some((i) => task(i).key === key) ? 'failed' : 'solved',
  )
  return { run, reruns, verdict: verdict(run, against, reruns, options) }
}

describe('luck that all tasks of a run share', () => {
  const pairsOf = (runs: readonly (readonly number[])[]) =>
    Object.values(grown(runs).tasks).map((record) => ({
      baselineRuns: record.origin.runs.map((id, at) => ({
        id,
        solved: record.by_run?.[at] ?? record.successes,
      })),
    }))
  const steady = Array.from({ length: 6 }, (_, i) => failing(i))
  const uneven = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? failing(i, 2) : failing(i, 8)))

  it('is the least where runs are alike, known or unknown, and more where they differ together', () => {
    expect(estimateSharedLuck(pairsOf(steady))).toBe(0.15)
    expect(estimateSharedLuck(pairsOf([failing(0)]))).toBe(0.15)
    expect(estimateSharedLuck([])).toBe(0.15)
    expect(estimateSharedLuck(pairsOf(uneven))).toBeGreaterThan(0.35)
    // Three runs of a small suite differ as much by chance.
    expect(estimateSharedLuck(pairsOf([failing(0, 2), failing(1, 4), failing(2, 3)]))).toBeLessThan(0.2)
    // Two failures that meet in one run of a suite that is always solved are no luck of the run.
    expect(estimateSharedLuck(pairsOf([[3, 9], [], [], [], []]))).toBeLessThan(0.2)
  })

  it('makes the same fall less certain, and more passes do not average it away', () => {
    const at = (attempts: number, baselineRuns = 20): Compared[] =>
      suiteOf(200).map(() => ({
        baseline: { successes: 14, attempts: 20 },
        baselineRuns: Array.from({ length: baselineRuns }, (_, i) => ({ id: `${i}` })),
        runs: [{ successes: 0.6 * attempts, attempts }],
      }))
    const tails = [0, 0.15, 0.3].map((luck) => computeWorseTail(at(5), luck))
    expect(tails).toEqual(tails.toSorted((a, b) => a - b))
    expect(computeWorseTail(at(500), 0.3)).toBeGreaterThan(0.02)
    expect(computeWorseTail(at(500), 0)).toBeLessThan(1e-6)
    expect(computeWorseTail(at(5, 1), 0.15)).toBeGreaterThan(computeWorseTail(at(5), 0.15))
    expect(computeSuiteMargin(sumCounts(at(5)))).toBe(8)
  })

  it('is kept by run in the baseline', () => {
    expect(Object.values(grown(steady).tasks)[0]).toMatchObject({ attempts: 6, by_run: [0, 1, 1, 0, 1, 1] })
  })
})

describe('a fall of the whole suite', () => {
  it('of 20 points needs another run at three runs, and two runs decide', () => {
    const against = grown([failing(0, 4), failing(1, 4), failing(2, 4)])
    const one = fallen(against, (at) => failing(at, 2))
    expect(one.verdict).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
    expect(one.verdict.strata[0]).toMatchObject({
      stratum: 'overall',
      needs_another_run: true,
      now: { successes: 60, attempts: 120 },
      baseline: { successes: 90, attempts: 120 },
    })
    const both = verdict(one.run, against, one.reruns, { earlier: [one] })
    expect(both).toMatchObject({ verdict: 'regressed', exit: 1 })
  })

  it('is a regression at once where the runs of the baseline leave no doubt, and none where they differ as much', () => {
    const steady = grown(Array.from({ length: 12 }, (_, i) => failing(i, 5)))
    expect(fallen(steady, (at) => failing(at, 2)).verdict.verdict).toBe('regressed')
    const uneven = grown(Array.from({ length: 12 }, (_, i) => failing(i, i % 2 === 0 ? 2 : 8)))
    expect(fallen(uneven, (at) => failing(at, 2)).verdict.exit).toBe(0)
  })

  it('is looked for in the run alone with `suiteReruns: 0`, which detects less', () => {
    const against = grown([failing(0, 4), failing(1, 4), failing(2, 4)])
    const run = whole(attemptsAt(suite, { failing: failing(0, 2) }))
    const pass = (suiteReruns: number) => planReruns(run, against, [], { suiteReruns })[0]?.pass
    expect([pass(0), pass(1)]).toEqual([undefined, 1])
    const drop = (suiteReruns: number) =>
      verdict(whole(attemptsAt(suite)), against, [], { suiteReruns }).smallest_drop ?? 1
    expect(drop(0)).toBeGreaterThan(drop(1))
    expect(drop(1)).toBeGreaterThan(drop(2))
  })

  it('after three perfect runs of a small suite: says what keeps it from `ok`, and nothing that contradicts it', () => {
    const small = suiteOf(12)
    const run = { suite: small, attempts: attemptsAt(small), complete: true }
    const { edited: _, added: __, removed: ___, ...said } = verdict(run, baselineOf(small, 3))
    expect(said).toMatchObject({ verdict: 'inconclusive', least_broken: 1 })
    expect(renderGateLines(buildGateDocument(said)).join('\n')).toMatch(
      /12 tasks compared\n {2}inconclusive: it would miss a drop of 16.7 points spread over all tasks\n/,
    )
  })
})
