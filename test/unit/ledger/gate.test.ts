import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/ledger/attempt.ts'
import { verdict } from '../../../src/ledger/gate.ts'
import type { GateRun } from '../../../src/ledger/preflight.ts'
import { strengthOf } from '../../../src/ledger/reach.ts'
import type { Ledger } from '../../../src/schema/ledger.ts'
import { type Play, played } from './played.ts'
import { attemptsAt, ledgerOf, record, suiteOf, task } from './records.ts'

const suite = suiteOf(40)
const ledger = ledgerOf(suite)
const run = (attempts: Attempt[], more: Partial<GateRun> = {}): GateRun => ({
  suite,
  attempts,
  complete: true,
  ...more,
})
const wholeRun = (tasks: typeof suite, options?: Parameters<typeof attemptsAt>[1]): GateRun => ({
  suite: tasks,
  attempts: attemptsAt(tasks, options),
  complete: true,
})
/** The verdict on a run in which some tasks fail, in all fresh attempts too unless those are played otherwise. */
function gate(tasks: typeof suite, failing: number[], against: Ledger, play?: Play) {
  const of = wholeRun(tasks, { failing })
  const dead = new Set(failing.map((i) => task(i).key))
  const { fresh } = played(of, against, play ?? (({ key }) => (dead.has(key) ? 'failed' : 'solved')))
  return verdict(of, against, fresh)
}
const named = ({ tasks }: ReturnType<typeof verdict>): string[] =>
  tasks.filter(({ regressed }) => regressed).map(({ task_id }) => task_id)

describe('what ended green once', () => {
  it.each([64, 200])('two tasks of %i broken outright, with a ledger of three runs', (size) => {
    const tasks = suiteOf(size)
    const result = gate(tasks, [3, size - 5], ledgerOf(tasks, 3))
    expect(result).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(named(result)).toEqual(['task_3', `task_${size - 5}`])
  })

  it('three tasks that all fall, with a ledger of one run', () => {
    const tasks = suiteOf(3)
    expect(gate(tasks, [0, 1, 2], ledgerOf(tasks, 1))).toMatchObject({ verdict: 'regressed', exit: 1 })
  })

  it('four of twelve tasks broken, with a ledger of one run', () => {
    const tasks = suiteOf(12)
    expect(gate(tasks, [0, 1, 2, 7], ledgerOf(tasks, 1))).toMatchObject({ verdict: 'regressed', exit: 1 })
  })

  it('one of three tasks that always worked and now never does', () => {
    const tasks = suiteOf(3)
    expect(gate(tasks, [1], ledgerOf(tasks, 1))).toMatchObject({ verdict: 'inconclusive', exit: 1 })
    // Some failures before, or a success since, leave it open but green.
    const before = {
      ...ledgerOf(tasks, 2),
      tasks: { ...ledgerOf(tasks, 2).tasks, [task(1).key]: record(task(1), 1, 2) },
    }
    expect(gate(tasks, [1], before).exit).toBe(0)
    expect(gate(tasks, [1], ledgerOf(tasks, 1), (_, at) => (at === 20 ? 'solved' : 'failed')).exit).toBe(0)
  })

  it('one of 200 that fails every third attempt, with a full ledger that never saw it fail', () => {
    const tasks = suiteOf(200)
    const result = gate(tasks, [7], ledgerOf(tasks, 20), (_, at) => (at % 3 === 2 ? 'failed' : 'solved'))
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 1 })
    const [suspect] = result.tasks.filter(({ task_id }) => task_id === 'task_7')
    expect(suspect?.posterior).toBeGreaterThan(0.95)
    expect(suspect?.undecided).toBe(true)
    expect(result.evidence?.lambda).toBeLessThan(100)
  })

  it('nothing that could have been seen is never called ok', () => {
    const one = [task(0)]
    const result = gate(one, [], ledgerOf(one, 1))
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 0, least_broken: null })
  })
})

describe('verdict', () => {
  it('is ok without a fresh attempt where nothing failed', () => {
    expect(gate(suite, [], ledger)).toMatchObject({
      verdict: 'ok',
      exit: 0,
      strata: [],
      tasks: [],
      least_broken: 1,
      compared: 40,
    })
  })

  it('names a task that goes on failing, and only that one', () => {
    const result = gate(suite, [3, 30], ledger, ({ key }) => (key === task(3).key ? 'failed' : 'solved'))
    expect(result).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(result.tasks).toMatchObject([
      { task_id: 'task_3', regressed: true, ledger: { successes: 20, attempts: 20 }, now: { successes: 0 } },
      { task_id: 'task_30', regressed: false, now: { successes: 8, attempts: 9 } },
    ])
    expect(result.evidence?.lambda).toBeGreaterThanOrEqual(100)
    expect(Math.floor(result.evidence?.broken ?? 0)).toBe(1)
  })

  it('stays with what it found where later attempts go well, and says that they do', () => {
    const twenty = suiteOf(20)
    const result = gate(twenty, [3], ledgerOf(twenty, 20), (_, at) => (at < 2 ? 'failed' : 'solved'))
    expect(result).toMatchObject({ verdict: 'regressed', exit: 1 })
    const flaky = gate(suite, [0, 1, 2, 3], ledgerOf(suite, 3), (_, at) => (at < 2 ? 'failed' : 'solved'))
    expect(flaky.evidence?.highest).toBeGreaterThanOrEqual(100)
    expect(flaky.verdict).toBe('regressed')
    expect(named(flaky).length).toBeGreaterThan(0)
  })

  it('names strata that got worse: half of a level, each task now and then', () => {
    const before = ledgerOf(suite, 6)
    const failing = Array.from({ length: 20 }, (_, i) => i)
    const result = gate(suite, failing, before, ({ level }, at) =>
      level === 'L0_node' && at % 2 === 0 ? 'failed' : 'solved',
    )
    expect(result.strata.map(({ stratum, regressed }) => [stratum, regressed])).toEqual([
      ['overall', true],
      ['L0_node', true],
    ])
    expect(result.strata[1]).toMatchObject({
      margin: 1,
      ledger: { successes: 120, attempts: 120 },
      now: { successes: 20, attempts: 60 },
    })
  })

  it('tests a stratum on the run and the first two fresh attempts of each task', () => {
    const { strata } = gate(suite, [0, 1, 2], ledger)
    expect(strata[0]?.now).toEqual({ successes: 111, attempts: 120 })
  })

  it('does not call a run worse for one point', () => {
    const tasks = suiteOf(200)
    const before = ledgerOf(tasks, 20)
    const [overall] = gate(tasks, [0, 1, 2, 3], before, () => 'solved').strata
    expect(overall).toMatchObject({ margin: 6, regressed: false, p: expect.closeTo(1, 9) })
  })

  it('tests a suite of one level once', () => {
    const flat = suite.map((own) => ({ ...own, level: 'L0_node' }) as const)
    const { strata } = gate(flat, [1, 2, 3], ledger)
    expect(strata.map(({ stratum }) => stratum)).toEqual(['overall'])
  })

  it('is inconclusive where ten points could be missed, and says what it sees', () => {
    const few = suiteOf(10)
    const result = gate(few, [], ledgerOf(few, 3, 2))
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 0 })
    expect(result.smallest_drop === null || result.smallest_drop > 0.1).toBe(true)
    expect(gate(suite, [], ledger).smallest_drop).toBeLessThanOrEqual(0.1)
  })

  it('is ok where one broken task in twenty would have been seen, and no part of a task more', () => {
    const twice = (size: number) => {
      const tasks = suiteOf(size)
      return verdict(wholeRun(tasks, { n: 2 }), ledgerOf(tasks, 20, 19))
    }
    expect(twice(399)).toMatchObject({ verdict: 'inconclusive', least_broken: 20 })
    expect(twice(400)).toMatchObject({ verdict: 'ok', least_broken: 20 })
  })

  it('counts the records of fewer than three runs', () => {
    const three = record(task(0), 20, 20, { provenance: { runs: ['a', 'b', 'c'] } })
    const mixed = { ...ledger, tasks: { ...ledger.tasks, [task(0).key]: three } }
    expect(verdict(run(attemptsAt(suite)), mixed).few_runs).toBe(39)
  })

  it('gates no new task', () => {
    const more = [...suite, task(99, 'L3_dag')]
    const result = gate(more, [99], ledger)
    expect(result).toMatchObject({ verdict: 'ok', compared: 40, added: [task(99, 'L3_dag')], edited: [] })
  })

  it('is at best inconclusive where a task was edited, and does not call it gone or new', () => {
    const edited = { ...task(99), task_id: 'task_5' }
    const tasks = suite.map((own) => (own.task_id === 'task_5' ? edited : own))
    const result = gate(tasks, [], ledger)
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      exit: 0,
      compared: 39,
      edited: [edited],
      added: [],
      removed: [],
    })
  })

  it('says what to do where every task was edited', () => {
    const tasks = suite.map((own, i) => ({ ...own, key: task(1000 + i).key }))
    expect(gate(tasks, [], ledger)).toMatchObject({
      verdict: 'error',
      exit: 2,
      errors: [expect.stringMatching(/every task was edited.*ledger update/)],
    })
  })

  it('takes tasks of one id in two suites for what they are', () => {
    const twins = [...suite, { ...task(50), task_id: 'task_5' }]
    expect(gate(twins, [], ledgerOf(twins))).toMatchObject({
      edited: [],
      added: [],
      removed: [],
      compared: 41,
    })
  })
})

describe('an agent that fails whatever it is asked first', () => {
  const tasks = suiteOf(24)
  const failing = Array.from({ length: 10 }, (_, i) => 2 * i)
  const of = wholeRun(tasks, { failing })

  it.each([1, 3, 6, 20])('is undecided though its repeats pass, with a ledger of %i runs', (b) => {
    const against = ledgerOf(tasks, b)
    const { fresh } = played(of, against, () => 'solved')
    const result = verdict(of, against, fresh)
    expect(result.exit).toBe(1)
    expect(result.strata[0]?.first).toMatchObject({
      own: { successes: 14, attempts: 24 },
      again: { successes: 48, attempts: 48 },
    })
  })

  it('is a regression where it does so in each of two runs, and a bad moment where the second goes well', () => {
    const against = ledgerOf(tasks, 3)
    const { fresh } = played(of, against, () => 'solved')
    const earlier = [{ run: of, fresh }]
    expect(verdict(of, against, fresh, { earlier })).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(verdict(wholeRun(tasks), against, [], { earlier }).exit).toBe(0)
  })
})

it('a ledger without a success is no green: nothing could get worse', () => {
  expect(gate(suite, [0, 1], ledgerOf(suite, 3, 0))).toMatchObject({
    verdict: 'error',
    exit: 2,
    errors: [expect.stringContaining('no attempt in the ledger solved a task')],
  })
})

describe('`ok` of small suites', () => {
  it.each([3, 4, 6])('is reached by %i tasks that are always solved, with full records', (size) => {
    const tasks = suiteOf(size)
    expect(gate(tasks, [], ledgerOf(tasks))).toMatchObject({ verdict: 'ok', exit: 0, reach: null })
    const thin = gate(tasks, [], ledgerOf(tasks, 3))
    expect(thin.verdict).toBe('inconclusive')
    const runs = thin.reach?.runs ?? 0
    expect(runs).toBeGreaterThan(0)
    expect(gate(tasks, [], ledgerOf(tasks, 3 + runs)).verdict).toBe('ok')
    expect(gate(tasks, [], ledgerOf(tasks, 2 + runs)).verdict).toBe('inconclusive')
  })

  it('says which `repeats` or how many tasks it takes where no number of runs is enough', () => {
    const twelve = suiteOf(12)
    const { verdict: word, reach } = gate(twelve, [], ledgerOf(twelve))
    expect(word).toBe('inconclusive')
    expect(reach).toEqual({ runs: null, repeats: expect.any(Number), tasks: null })
    expect(verdict(wholeRun(twelve, { n: reach?.repeats ?? 1 }), ledgerOf(twelve)).verdict).toBe('ok')
    const flaky = gate(twelve, [0, 4, 8], ledgerOf(twelve, 20, 15), (_, at) =>
      at % 4 === 3 ? 'failed' : 'solved',
    )
    expect(flaky.reach).toMatchObject({ runs: null, repeats: null, tasks: expect.any(Number) })
    const more = suiteOf(flaky.reach?.tasks ?? 0)
    expect(gate(more, [], ledgerOf(more, 20, 15)).smallest_drop).toBeLessThanOrEqual(0.1)
  })

  it.each([4, 19])('detects as many of %i tasks as the update said, also where some are broken', (size) => {
    const tasks = suiteOf(size)
    const thin = ledgerOf(tasks, 1)
    const { least_broken } = strengthOf({ suite: tasks, attempts: attemptsAt(tasks) }, thin)
    expect(least_broken).toBeGreaterThan(1)
    expect(gate(tasks, [], thin).least_broken).toBe(least_broken)
    expect(gate(tasks, [0, 1, 2, 3], thin)).toMatchObject({ verdict: 'regressed', least_broken })
  })

  it.each([19, 60])('promises `ok` for all %i tasks of the run, as the next update does', (size) => {
    const tasks = suiteOf(size)
    const run = { suite: tasks, attempts: attemptsAt(tasks), complete: true }
    const known = tasks.slice(0, 4)
    const { reach } = verdict(run, ledgerOf(known, 1))
    const updated = ledgerOf(tasks, 1)
    const { ok } = strengthOf(run, { ...updated, tasks: { ...updated.tasks, ...ledgerOf(known, 2).tasks } })
    expect(reach).toEqual({ ...ok, runs: ok.runs === null ? null : ok.runs + 1 })
    expect([reach?.runs, reach?.repeats, reach?.tasks]).not.toEqual([null, null, null])
  })

  it('names the task whose breaking would have been seen', () => {
    const mixed = { ...ledger, tasks: { ...ledger.tasks, [task(0).key]: record(task(0), 10, 20) } }
    expect(gate(suite, [], mixed).least_broken_tasks).toEqual(['task_1'])
  })
})

describe('runs of one commit', () => {
  const tasks = suiteOf(64)
  const against = ledgerOf(tasks, 3)
  const runWith = (dead: readonly number[], beside: Ledger = against) => {
    const of = wholeRun(tasks, { failing: dead })
    const keys = new Set(dead.map((i) => task(i).key))
    return { run: of, fresh: played(of, beside, ({ key }) => (keys.has(key) ? 'failed' : 'solved')).fresh }
  }
  /** Records of runs in which now and then a task was off for a whole run. */
  const correlated = {
    ...against,
    tasks: Object.fromEntries(
      tasks.map((own, i) => {
        const off = { solved: 0, failed: 1, fresh_solved: 2, fresh_failed: 6 }
        return [own.key, i % 8 === 0 ? record(own, 2, 3, { groups: [off] }) : record(own, 3, 3)]
      }),
    ),
  }

  it('are correlated where records say so: one run does not decide, and a second one does', () => {
    const one = runWith([5], correlated)
    const alone = verdict(one.run, correlated, one.fresh)
    expect(alone).toMatchObject({ verdict: 'inconclusive', exit: 1 })
    expect(alone.evidence?.correlation).toBeGreaterThan(0)
    expect(alone.tasks.filter(({ undecided }) => undecided).map(({ task_id }) => task_id)).toEqual(['task_5'])
    const both = (second: ReturnType<typeof runWith>) =>
      verdict(second.run, correlated, second.fresh, { earlier: [one] })
    expect(both(one)).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(both(runWith([], correlated)).exit).toBe(0)
    const steady = runWith([5])
    expect(verdict(steady.run, against, steady.fresh)).toMatchObject({ verdict: 'regressed', exit: 1 })
  })

  it('count together, and must be whole, with their fresh attempts, over the same tasks', () => {
    const [one, two] = [runWith([5]), runWith([5, 9])]
    const result = verdict(two.run, against, two.fresh, { earlier: [one] })
    const found = result.tasks.find(({ task_id }) => task_id === 'task_5')
    const freshOf5 = [...one.fresh, ...two.fresh].filter(({ key }) => key === task(5).key).length
    expect(found).toMatchObject({ fresh: freshOf5, now: { successes: 0, attempts: freshOf5 + 2 } })
    expect(
      verdict(two.run, against, two.fresh, { earlier: [{ run: one.run, fresh: [] }] }).errors[0],
    ).toContain('fresh attempts of')
    const less = { ...one.run, suite: tasks.slice(1), attempts: one.run.attempts.slice(1) }
    expect(
      verdict(two.run, against, two.fresh, { earlier: [{ run: less, fresh: one.fresh }] }).errors[0],
    ).toContain('do not compare the same tasks')
  })
})

describe('of a sharded run', () => {
  const sharded = (failing: number[], fresh: Attempt[], against = ledger) =>
    verdict(run(attemptsAt(suite, { failing })), against, fresh, { sharded: true })

  it('weighs all attempts together', () => {
    const fresh = attemptsAt([task(3)], { n: 8, failing: [3] })
    expect(sharded([3], fresh)).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(sharded([], [])).toMatchObject({ verdict: 'ok', exit: 0 })
  })

  it('is undecided where a candidate is short of what its shard gave', () => {
    const thin = ledgerOf(suite, 3)
    const fresh = [...attemptsAt([task(5)], { n: 8 }), ...attemptsAt([task(3)], { n: 2, failing: [3] })]
    expect(sharded([3, 5], fresh, thin)).toMatchObject({ verdict: 'inconclusive', exit: 1 })
    const shards = suite.map((own) => ({ ...own, shard: own.key === task(3).key ? 1 : 2 }))
    const apart = { suite: shards, attempts: attemptsAt(suite, { failing: [3, 5] }), complete: true }
    expect(verdict(apart, thin, fresh, { sharded: true }).exit).toBe(0)
  })

  it('is inconclusive where the whole suspects a stratum that no shard looked at', () => {
    const six = ledgerOf(suite, 6)
    const fresh = attemptsAt([task(0), task(1), task(2)], { n: 4 })
    expect(sharded([], [], six)).toMatchObject({ verdict: 'ok', exit: 0 })
    expect(sharded([0, 1, 2], fresh, six)).toMatchObject({ verdict: 'inconclusive', exit: 0 })
  })
})

describe('no verdict', () => {
  it('on an outage: more than 5 %, and at least three', () => {
    const at = (errored: number[]) => verdict(run(attemptsAt(suite, { errored })), ledger)
    expect(at([0, 1]).errors[0]).not.toContain('attempts. Run')
    expect(at([0, 1, 20])).toMatchObject({
      verdict: 'error',
      errors: [expect.stringContaining('3 of 40 attempts')],
    })
    const many = [...attemptsAt(suite), ...attemptsAt(suite, { errored: [0, 1] })]
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

  it('on fresh attempts that are missing', () => {
    const broken = run(attemptsAt(suite, { failing: [3] }))
    expect(verdict(broken, ledger)).toMatchObject({
      verdict: 'error',
      exit: 2,
      errors: [expect.stringContaining('fresh attempts of 40 tasks are missing')],
    })
  })

  it('on a partial run, whatever it shows', () => {
    const part = run(attemptsAt(suite.slice(0, 5), { failing: [0, 1, 2] }), { complete: false })
    expect(verdict(part, ledger)).toMatchObject({ verdict: 'ungated', exit: 0, compared: 5 })
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

  it('a suite of three tasks can lose one', () => {
    const three = suiteOf(3)
    const left = (count: number) => wholeRun(three.slice(0, count))
    expect(verdict(left(2), ledgerOf(three)).verdict).not.toBe('error')
    expect(verdict(left(1), ledgerOf(three)).errors[0]).toContain('2 of 3 tasks of the ledger are missing')
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
