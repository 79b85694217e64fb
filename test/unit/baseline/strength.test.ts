import { describe, expect, it } from 'vitest'
import { verdict } from '../../../src/baseline/gate.ts'
import { leastBroken, rankByStrength } from '../../../src/baseline/least-broken.ts'
import { strengthOf } from '../../../src/baseline/strength.ts'
import { played } from './played.ts'
import { attemptsAt, baselineOf, suiteOf, task } from './records.ts'

const of = (s: number, b: number, y = 0) => ({ s, b, x: 1 - y, y })

describe('leastBroken', () => {
  it('breaks the tasks whose breaking shows most first', () => {
    const outcomes = [of(0, 3), of(2, 3), of(3, 3, 1), of(3, 3), of(20, 20), of(6, 6, 1), of(3, 3)]
    expect(rankByStrength(outcomes)).toEqual([4, 5, 3, 6, 2, 1])
  })

  it('is fewer with stronger records, and null where no number is enough', () => {
    const at = (size: number, b: number) =>
      leastBroken(
        suiteOf(size).map(() => ({
          run: { successes: 1, attempts: 1 },
          baseline: { successes: b, attempts: b },
        })),
      )
    expect([at(1, 1), at(3, 1), at(3, 6), at(40, 20)]).toEqual([null, 2, 1, 1])
  })
})

describe('strengthOf', () => {
  const suite = suiteOf(12)
  const run = { suite, attempts: attemptsAt(suite) }

  it('says how many more runs it takes until one broken task would be found, and that is so', () => {
    const thin = baselineOf(suite, 1)
    const { runs, least_broken } = strengthOf(run, thin)
    expect(least_broken).toBeGreaterThan(1)
    expect(runs).toBeGreaterThan(0)
    const found = (b: number) => {
      const broken = { suite, attempts: attemptsAt(suite, { failing: [4] }), complete: true }
      const baseline = baselineOf(suite, b)
      const { reruns } = played(broken, baseline, ({ key }) => (key === task(4).key ? 'failed' : 'solved'))
      return verdict(broken, baseline, reruns).verdict === 'regressed'
    }
    expect(found(1 + (runs ?? 0))).toBe(true)
    expect(found(runs ?? 0)).toBe(false)
  })

  it('is there already with full records, and never where nothing is solved', () => {
    expect(strengthOf(run, baselineOf(suite))).toMatchObject({ least_broken: 1, runs: 0, runs_until_ok: 0 })
    expect(strengthOf(run, baselineOf(suite, 3, 0))).toMatchObject({
      least_broken: null,
      smallest_drop: null,
      runs: null,
      runs_until_ok: null,
    })
    expect(strengthOf(run, baselineOf([task(99)]))).toMatchObject({
      least_broken: null,
      smallest_drop: null,
      runs: null,
      runs_until_ok: null,
    })
  })
})
