import { describe, expect, it } from 'vitest'
import { computeChanges } from '../../../src/baseline/changes.ts'
import type { GateRun } from '../../../src/baseline/preflight.ts'
import type { Baseline } from '../../../src/schema/baseline.ts'
import { attemptsAt, baselineOf, record, suiteOf, task } from './records.ts'

const suite = suiteOf(10)
const run = (more: Partial<GateRun> = {}): GateRun => ({
  suite,
  attempts: attemptsAt(suite, { n: 3, failing: [0, 1] }),
  complete: true,
  ...more,
})
/** Tasks 0 to 8 with 20 of 20, but task 2 with none solved; a task 11 that the suite does not hold. */
const baseline: Baseline = baselineOf(suite.slice(0, 9))
baseline.tasks[task(2).key] = record(task(2), 0, 20)
baseline.tasks[task(11).key] = record(task(11, 'L3_dag'), 20, 20)

const counts = { successes: 0, attempts: 6 }
const named = { ...task(0), posterior: 0.99, regressed: true, baseline: counts, now: counts, reruns: 3 }

describe('what changed since the baseline', () => {
  const changes = computeChanges(run(), baseline, { tasks: [named] })
  const changeOf = (i: number) => changes.tasks.find(({ key }) => key === task(i).key)?.change

  it('tells confirmed, suspected and improved tasks apart', () => {
    expect([0, 1, 2, 3].map(changeOf)).toEqual(['regressed', 'suspected', 'improved', undefined])
    expect(changes.tasks).toHaveLength(9)
    expect(changes.tasks[0]).toMatchObject({
      baseline: { successes: 20, attempts: 20 },
      run: { successes: 0, attempts: 3 },
    })
  })

  it('sums up by level, with the mean share of the same tasks then and now', () => {
    const changed = { regressed: 1, suspected: 1, improved: 1 }
    const none = { regressed: 0, suspected: 0, improved: 0 }
    const moved = { added: 1, removed: 1 }
    expect(changes.overall).toEqual({ tasks: 9, before: 8 / 9, now: 7 / 9, ...changed, ...moved })
    expect(changes.levels).toEqual({
      L0_node: { tasks: 5, before: 4 / 5, now: 3 / 5, ...changed, added: 0, removed: 0 },
      L3_dag: { tasks: 4, before: 1, now: 1, ...none, ...moved },
    })
  })

  it('gives the share solved in each run of the baseline, over the tasks that record the run', () => {
    const byRun = (i: number, runs: string[], by_run: number[]) => {
      const solved = by_run.reduce((sum, one) => sum + one, 0)
      return { ...record(task(i), solved, 2 * runs.length), origin: { runs }, by_run }
    }
    const records = [
      byRun(0, ['second', 'third'], [2, 1]),
      byRun(1, ['first', 'second', 'third'], [2, 0, 1]),
      { ...byRun(2, ['first', 'second'], [0, 0]), by_run: undefined },
    ]
    const tasks = Object.fromEntries(records.map((one, i) => [task(i).key, one])) as Baseline['tasks']
    expect(computeChanges(run(), { ...baseline, tasks }, { tasks: [] }).history).toEqual([1, 0.5, 0.5])
    const untold = { [task(2).key]: tasks[task(2).key] } as Baseline['tasks']
    expect(computeChanges(run(), { ...baseline, tasks: untold }, { tasks: [] })).not.toHaveProperty('history')
  })

  it('calls nothing gone that a partial run did not attempt', () => {
    expect(computeChanges(run({ complete: false }), baseline, { tasks: [] }).overall.removed).toBe(0)
  })

  it('calls an improvement only what the measure that suspects would call a decline', () => {
    const little: Baseline = { ...baseline, tasks: { [task(2).key]: record(task(2), 1, 2) } }
    expect(computeChanges(run(), little, { tasks: [] }).overall.improved).toBe(0)
    const often: Baseline = { ...baseline, tasks: { [task(2).key]: record(task(2), 18, 20) } }
    expect(computeChanges(run(), often, { tasks: [] }).overall.improved).toBe(0)
  })

  it('goes by seed for a deterministic agent', () => {
    const seeded = attemptsAt(suite, { failing: [0, 1] }).map((attempt) => ({ ...attempt, seed: 1 }))
    const bySeed: Baseline = {
      ...baseline,
      tasks: Object.fromEntries(
        [0, 1, 2, 3].map((i) => [
          task(i).key,
          record(task(i), i === 2 ? 0 : 1, 1, { seeds: { '1': i === 2 ? 0 : 1 } }),
        ]),
      ),
    }
    const flips = [
      { ...task(0), seed: 1, real: true },
      { ...task(1), seed: 1, real: false },
    ]
    const { tasks } = computeChanges(run({ attempts: seeded }), bySeed, { tasks: [], flips })
    expect(tasks.map(({ change }) => change)).toEqual(['regressed', 'suspected', 'improved', undefined])
  })
})
