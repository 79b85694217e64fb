import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/baseline/attempt.ts'
import { verdict } from '../../../src/baseline/gate.ts'
import { fitOf } from '../../../src/baseline/mixture.ts'
import { listCandidates, planReruns } from '../../../src/baseline/rerun-rounds.ts'
import { played } from './played.ts'
import { attemptsAt, baselineOf, suiteOf, task, withRecord } from './records.ts'

const suite = suiteOf(40)
const baseline = baselineOf(suite, 6)
const runOf = (failing: number[], errored: number[] = []) => ({
  suite,
  attempts: attemptsAt(suite, { failing, errored }),
  complete: true,
})
const totals = (reruns: readonly Attempt[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { task_id } of reruns) counts[task_id] = (counts[task_id] ?? 0) + 1
  return counts
}

describe('nextReruns', () => {
  it('asks for nothing where nothing failed', () => {
    expect(planReruns(runOf([]), baseline)).toEqual([])
  })

  it('asks for more of a task that goes on failing, up to where it is decided', () => {
    const run = runOf([3])
    expect(planReruns(run, baseline)).toEqual([{ ...task(3), attempts: 2 }])
    const { reruns, steps } = played(run, baseline, () => 'failed')
    expect(steps).toBeGreaterThan(0)
    expect(verdict(run, baseline, reruns)).toMatchObject({ verdict: 'regressed', exit: 1 })
  })

  it('looks again at a task that failed in the runs before too, which no record counts', () => {
    const half = (outcomes?: (0 | 1)[]) =>
      withRecord(
        baselineOf(suite, 20, 10),
        3,
        10,
        20,
        outcomes && { recent: { runs: ['a', 'b', 'c', 'd'], outcomes } },
      )
    // Half of the tasks fail, as ever.
    const run = runOf(Array.from({ length: 20 }, (_, i) => 2 * i + 1))
    expect(planReruns(run, half())).toEqual([])
    const after = half([1, 0, 0, 0])
    expect(planReruns(run, after)).toEqual([{ ...task(3), attempts: 2 }])
    expect(planReruns(run, half([0, 0, 0, 1]))).toEqual([])
    const { reruns } = played(run, after, () => 'failed')
    expect(totals(reruns)).toEqual({ task_3: 24 })
    expect(verdict(run, after, reruns)).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
  })

  it('stops where the reruns go well', () => {
    const once = baselineOf(suite, 6, 5)
    expect(totals(played(runOf([3]), once, () => 'solved').reruns)).toEqual({ task_3: 2 })
    expect(totals(played(runOf([3]), baseline, () => 'solved').reruns)).toEqual({ task_3: 8 })
  })

  it('brings every task of a suspected level to two', () => {
    const { reruns } = played(runOf([0, 1, 2]), baseline, () => 'solved')
    for (const { task_id, level } of suite)
      if (level === 'L0_node') expect(totals(reruns)[task_id]).toBeGreaterThanOrEqual(2)
  })

  it('goes through 2, 4, 8, 16 and 24', () => {
    const one = { suite: [task(0)], attempts: attemptsAt([task(0)], { failing: [0] }), complete: true }
    const thin = baselineOf([task(0)], 1)
    const asked: number[] = []
    const reruns: Attempt[] = []
    for (let [plan] = planReruns(one, thin, reruns); plan; [plan] = planReruns(one, thin, reruns)) {
      asked.push(plan.attempts)
      reruns.push(...attemptsAt([task(0)], { n: plan.attempts - reruns.length, failing: [0] }))
    }
    expect(asked).toEqual([2, 4, 8, 16, 24])
  })

  it('gives the same whatever was made beyond what was asked', () => {
    const run = runOf([3])
    const more = attemptsAt([task(3), task(9)], { n: 30, failing: [9] })
    expect(planReruns(run, baseline, more)).toEqual([])
    expect(verdict(run, baseline, more).tasks.map(({ task_id }) => task_id)).toEqual(['task_3'])
  })

  it('asks again for what errored, and gives up', () => {
    const run = runOf([3])
    const { reruns } = played(run, baseline, (_, at) => (at % 2 === 0 ? 'errored' : 'failed'))
    expect(verdict(run, baseline, reruns).verdict).toBe('regressed')
    const lost = played(run, baseline, () => 'errored')
    expect(totals(lost.reruns)).toEqual({ task_3: 8 })
    expect(verdict(run, baseline, lost.reruns)).toMatchObject({
      verdict: 'error',
      exit: 2,
      errors: [expect.stringContaining('all reruns of task_3 errored')],
    })
  })

  it('attempts a task again that errored in every attempt, at most three times', () => {
    const run = runOf([], [5])
    expect(planReruns(run, baseline)).toEqual([{ ...task(5), attempts: 1 }])
    const well = played(run, baseline, (_, at) => (at < 2 ? 'errored' : 'solved'))
    expect(totals(well.reruns)).toEqual({ task_5: 3 })
    expect(verdict(run, baseline, well.reruns)).toMatchObject({ verdict: 'ok', compared: 40 })
    const ill = played(run, baseline, () => 'errored')
    expect(totals(ill.reruns)).toEqual({ task_5: 3 })
    expect(verdict(run, baseline, ill.reruns).errors[0]).toContain(
      "No verdict for task_5: the model's API failed in every attempt, and in 3 more",
    )
    // The one that stands in is the run's attempt: two reruns come on top.
    const bad = played(run, baseline, () => 'failed')
    expect(totals(bad.reruns).task_5).toBeGreaterThan(2)
    expect(verdict(run, baseline, bad.reruns).verdict).toBe('regressed')
  })

  it('asks for nothing of a partial run, an outage, or a suite that the baseline does not know', () => {
    expect(planReruns({ ...runOf([3]), complete: false }, baseline)).toEqual([])
    expect(planReruns(runOf([3], [10, 11, 12]), baseline)).toEqual([])
    expect(planReruns(runOf([3]), baselineOf([task(99)]))).toEqual([])
  })
})

describe('candidates', () => {
  const of = (s: number, b: number, x: number, y: number) => ({ s, b, x, y })
  const steady = Array.from({ length: 60 }, () => of(6, 6, 1, 0))
  const chosen = (outcomes: ReturnType<typeof of>[], round = 0): number[] =>
    listCandidates(fitOf(outcomes), outcomes, round)

  it('were solved once and failed since, and are twice as likely broken as not', () => {
    const tasks = [of(6, 6, 0, 1), of(0, 6, 0, 1), of(6, 6, 1, 0), of(1, 6, 0, 1), of(5, 6, 1, 1)]
    expect(chosen([...tasks, ...steady])).toEqual([0])
    const fit = fitOf([...tasks, ...steady])
    expect(fit.ratioOf(3)).toBeLessThan(2)
    // The threshold itself: the same fit with ratios just below and just above.
    const with2 = (ratio: number) => listCandidates({ ...fit, ratioOf: () => ratio }, [of(6, 6, 0, 1)], 0)
    expect(with2(1.999)).toEqual([])
    expect(with2(2)).toEqual([0])
  })

  it('are the likeliest ones, half as many a round, in the order of the suite where they are equal', () => {
    const failing = Array.from({ length: 30 }, () => of(6, 6, 0, 1))
    const worse = of(6, 6, 0, 3)
    const tasks = [...failing, worse, ...Array.from({ length: 89 }, () => of(6, 6, 1, 0))]
    const fit = { ...fitOf(tasks), rejects: () => false }
    const counts = [0, 1, 2].map((round) => listCandidates(fit, tasks, round).length)
    expect(counts).toEqual([12, 6, 6])
    expect(listCandidates(fit, tasks, 1)).toEqual([30, 0, 1, 2, 3, 4])
  })

  it('are only the doubtful ones once something is known to have broken', () => {
    const tasks = [of(6, 6, 0, 3), of(6, 6, 0, 3), of(6, 6, 0, 3)]
    const fit = fitOf(tasks)
    const at = (isBroken: boolean, posteriors: number[], round: number, isShard?: boolean) => {
      const known = { ...fit, rejects: () => isBroken, posteriorOf: (i: number) => posteriors[i] as number }
      return listCandidates(known, tasks, round, isShard)
    }
    expect(at(true, [0.4999, 0.5, 0.95], 1)).toEqual([1])
    expect(at(true, [0.4999, 0.5, 0.9499], 1)).toEqual([1, 2])
    expect(at(false, [0.4999, 0.5, 0.95], 1)).toEqual([0, 1, 2])
    expect(at(true, [0.4999, 0.5, 0.95], 0)).toEqual([0, 1, 2])
    // The merge of shards weighs them among more tasks, and needs more to be sure.
    expect(at(true, [0.4999, 0.5, 0.95], 1, true)).toEqual([1, 2])
  })
})

it('takes the way that it took with fewer attempts', () => {
  const mixed = withRecord(baseline, 7, 4, 6)
  const run = runOf([3, 7, 21])
  const { reruns } = played(run, mixed, ({ key }, at) => ((key.length + at) % 3 === 0 ? 'solved' : 'failed'))
  for (let made = 0; made < reruns.length; made++) {
    const part = reruns.slice(0, made)
    const plans = planReruns(run, mixed, part)
    expect(plans.length).toBeGreaterThan(0)
    for (const { key, attempts } of plans)
      expect(attempts).toBeLessThanOrEqual(reruns.filter((attempt) => attempt.key === key).length)
  }
})
