import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/ledger/attempt.ts'
import { freshAttempts, planRepeats, suspects, verdict } from '../../../src/ledger/gate.ts'
import type { GateRun } from '../../../src/ledger/preflight.ts'
import { attemptsAt, ledgerOf, record, suiteOf, task } from './records.ts'

const suite = suiteOf(40)
const ledger = ledgerOf(suite)
const run = (attempts: Attempt[], more: Partial<GateRun> = {}): GateRun => ({
  suite,
  attempts,
  complete: true,
  ...more,
})
/** Fresh attempts as planned; those at `failing` fail. */
const freshOf = (of: GateRun, against = ledger, failing: number[] = []): Attempt[] =>
  freshAttempts(suspects(of, against)).flatMap(({ attempts, ...own }) =>
    attemptsAt([own], { n: attempts, failing }),
  )

describe('verdict', () => {
  it('is ok without a fresh attempt where nothing failed', () => {
    const same = run(attemptsAt(suite))
    expect(freshOf(same)).toEqual([])
    expect(verdict(same, ledger)).toMatchObject({ verdict: 'ok', strata: [], tasks: [], compared: 40 })
  })

  it('names a task that fails again, and only that one', () => {
    const broken = run(attemptsAt(suite, { failing: [3, 30] }))
    const result = verdict(broken, ledger, freshOf(broken, ledger, [3]))
    expect(result.verdict).toBe('regressed')
    expect(result.tasks.map(({ task_id, regressed }) => [task_id, regressed])).toEqual([
      ['task_3', true],
      ['task_30', false],
    ])
    expect(result.tasks[0]).toMatchObject({
      suspected: expect.closeTo(1 / 21, 12),
      ledger: { successes: 20, attempts: 20 },
      fresh: { successes: 0, attempts: 6 },
    })
    expect(result.tasks[1]).toMatchObject({ p: 1, adjusted: 1 })
  })

  it('decides on fresh attempts alone', () => {
    const unlucky = run(attemptsAt(suite, { n: 3, failing: [0, 1, 2, 3, 4, 5] }))
    const suspected = suspects(unlucky, ledger)
    expect(suspected.strata.map(({ stratum }) => stratum)).toEqual(['overall', 'L0_node'])
    expect(verdict(unlucky, ledger, freshOf(unlucky))).toMatchObject({ verdict: 'ok' })
  })

  it('names strata that got worse', () => {
    // Ledgers of three attempts say nothing of single tasks with one attempt each.
    const thin = ledgerOf(suite, 3)
    const failing = Array.from({ length: 12 }, (_, i) => i)
    const worse = run(attemptsAt(suite, { failing }))
    const result = verdict(worse, thin, freshOf(worse, thin, failing))
    expect(result.tasks).toEqual([])
    expect(result.strata.map(({ stratum, regressed }) => [stratum, regressed])).toEqual([
      ['overall', true],
      ['L0_node', true],
    ])
    expect(result.strata[1]).toMatchObject({
      ledger: { successes: 60, attempts: 60 },
      fresh: { successes: 16, attempts: 40 },
    })
  })

  it('tests a stratum on the first two fresh attempts of each task', () => {
    const failing = [0, 1, 2]
    const worse = run(attemptsAt(suite, { failing }))
    const fresh = freshOf(worse, ledger, failing)
    expect(fresh.filter(({ key }) => key === task(0).key)).toHaveLength(6)
    const [overall] = verdict(worse, ledger, fresh).strata
    expect(overall?.fresh).toEqual({ successes: 74, attempts: 80 })
  })

  it('corrects for the number of suspected strata', () => {
    const failing = [0, 1, 2, 3]
    const worse = run(attemptsAt(suite, { failing }))
    const { strata } = verdict(worse, ledger, freshOf(worse, ledger, failing))
    expect(strata).toHaveLength(2)
    for (const { p, adjusted } of strata) expect(adjusted).toBeCloseTo(Math.min(1, 2 * p), 14)
  })

  it('is inconclusive where ten points could be missed, and says what it sees', () => {
    const few = suiteOf(10)
    const result = verdict({ suite: few, attempts: attemptsAt(few), complete: true }, ledgerOf(few, 3, 2))
    expect(result.verdict).toBe('inconclusive')
    expect(result.smallest_drop === null || result.smallest_drop > 0.1).toBe(true)
    const sharp = verdict(run(attemptsAt(suite)), ledger)
    expect(sharp.smallest_drop).toBeGreaterThan(0)
    expect(sharp.smallest_drop).toBeLessThanOrEqual(0.1)
  })

  it('counts the records of fewer than three runs', () => {
    const three = record(task(0), 20, 20, { provenance: { runs: ['a', 'b', 'c'] } })
    const mixed = { ...ledger, tasks: { ...ledger.tasks, [task(0).key]: three } }
    expect(verdict(run(attemptsAt(suite)), mixed).few_runs).toBe(39)
  })

  it('gates no new task', () => {
    const more = [...suite, task(99, 'L3_dag')]
    const result = verdict(
      { suite: more, attempts: attemptsAt(more, { failing: [99] }), complete: true },
      ledger,
    )
    expect(result).toMatchObject({ verdict: 'ok', compared: 40, added: [task(99, 'L3_dag')] })
  })

  it('gives no verdict on a single task with under three attempts in the ledger', () => {
    const thin = { ...ledger, tasks: { ...ledger.tasks, [task(0).key]: record(task(0), 2, 2) } }
    expect(suspects(run(attemptsAt(suite, { n: 3, failing: [0] })), thin).tasks).toEqual([])
  })

  it('tests a suite of one level once', () => {
    const flat = suite.map((own) => ({ ...own, level: 'L0_node' }) as const)
    const { strata } = suspects(
      { suite: flat, attempts: attemptsAt(flat, { failing: [1, 2, 3] }), complete: true },
      ledger,
    )
    expect(strata.map(({ stratum }) => stratum)).toEqual(['overall'])
  })
})

describe('no verdict', () => {
  it('on an outage: more than 5 %, and at least three', () => {
    const at = (errored: number[]) => verdict(run(attemptsAt(suite, { errored })), ledger)
    expect(at([0, 1])).toMatchObject({ verdict: 'ok', compared: 38 })
    expect(at([0, 1, 20])).toMatchObject({
      verdict: 'error',
      errors: [expect.stringContaining('3 of 40 attempts')],
    })
    const many = attemptsAt(suite, { n: 2, errored: [0, 1] })
    expect(verdict(run(many), ledger).verdict).toBe('ok')
  })

  it('on a level with under 80 % of its tasks', () => {
    const most = suite.filter((_, i) => i >= 4)
    expect(verdict(run(attemptsAt(most)), ledger).verdict).toBe('ok')
    const less = suite.filter((_, i) => i >= 5)
    expect(verdict(run(attemptsAt(less)), ledger)).toMatchObject({
      verdict: 'error',
      errors: [expect.stringContaining('15 of 20 tasks of L0_node')],
    })
  })

  it('on fresh attempts that are missing or errored', () => {
    const broken = run(attemptsAt(suite, { failing: [3] }))
    expect(verdict(broken, ledger).errors[0]).toContain('task_3 needs 6')
    const lost = freshOf(broken).map((attempt) => ({ ...attempt, outcome: 'errored' as const }))
    expect(verdict(broken, ledger, lost)).toMatchObject({ verdict: 'error' })
    const some = freshOf(broken).map((attempt, i) =>
      i < 2 ? { ...attempt, outcome: 'errored' as const } : attempt,
    )
    expect(verdict(broken, ledger, some)).toMatchObject({
      verdict: 'ok',
      tasks: [{ fresh: { successes: 4, attempts: 4 } }],
    })
  })

  it('on a partial run, whatever it shows', () => {
    const part = run(attemptsAt(suite.slice(0, 5), { failing: [0, 1, 2] }), { complete: false })
    expect(suspects(part, ledger)).toEqual({ strata: [], tasks: [] })
    expect(verdict(part, ledger)).toMatchObject({ verdict: 'ungated', compared: 5 })
  })

  it('where more than 5 % of the ledger are gone, unless pruned', () => {
    const less = (gone: number) => suite.slice(0, 40 - gone)
    const gate = (gone: number, prune = false) =>
      verdict({ suite: less(gone), attempts: attemptsAt(less(gone)), complete: true, prune }, ledger)
    expect(gate(2)).toMatchObject({
      verdict: 'ok',
      removed: [{ task_id: 'task_38' }, { task_id: 'task_39' }],
    })
    expect(gate(3)).toMatchObject({ verdict: 'error', errors: [expect.stringContaining('--prune')] })
    expect(gate(3, true).verdict).toBe('ok')
  })

  it('on an empty run, a foreign task, two equal tasks, a ledger that knows nothing', () => {
    const errorsOf = (of: GateRun, against = ledger) => {
      const result = verdict(of, against)
      expect(result.verdict).toBe('error')
      return result.errors.join()
    }
    expect(errorsOf(run([]))).toContain('no attempt')
    expect(errorsOf({ suite: [], attempts: [], complete: true })).toContain('no task')
    expect(errorsOf(run([{ ...task(77), outcome: 'solved' }]))).toContain('task_77')
    expect(
      errorsOf(run(attemptsAt(suite), { suite: [...suite, { ...task(0), task_id: 'twin' }] })),
    ).toContain('twin')
    expect(errorsOf(run(attemptsAt(suite)), ledgerOf([]))).toContain('knows none')
  })
})

describe('planRepeats', () => {
  it('raises n where the ledger is thin, and leaves new tasks alone', () => {
    const mixed = { ...ledger, tasks: { a: record(task(0), 1, 1), b: record(task(1), 3, 4) } }
    const plan = planRepeats(
      ['a', 'b', 'c'].map((key) => ({ ...task(0), key })),
      mixed,
    )
    expect([...plan]).toEqual([
      ['a', 6],
      ['b', 2],
      ['c', 1],
    ])
  })
})
