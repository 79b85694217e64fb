import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/ledger/attempt.ts'
import { verdict } from '../../../src/ledger/gate.ts'
import type { GateRun } from '../../../src/ledger/preflight.ts'
import { strengthOf } from '../../../src/ledger/strength.ts'
import type { Ledger } from '../../../src/schema/ledger.ts'
import { type Play, played } from './played.ts'
import { attemptsAt, ledgerOf, record, suiteOf, task, withRecord } from './records.ts'

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
  it.each([
    ['two tasks of 64', [3, 59], 64, 3],
    ['two tasks of 200', [3, 195], 200, 3],
    ['all of three tasks', [0, 1, 2], 3, 1],
    ['four of twelve tasks', [0, 1, 2, 7], 12, 1],
  ])('%s broken outright', (_, failing, size, runs) => {
    const tasks = suiteOf(size)
    const result = gate(tasks, failing, ledgerOf(tasks, runs))
    expect(result).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(named(result)).toEqual(failing.map((i) => `task_${i}`))
  })

  it('one of three tasks that always worked and now never does', () => {
    const tasks = suiteOf(3)
    expect(gate(tasks, [1], ledgerOf(tasks, 1))).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
    // Some failures before, or a success since, leave it open but green.
    expect(gate(tasks, [1], withRecord(ledgerOf(tasks, 2), 1, 1, 2)).exit).toBe(0)
    expect(gate(tasks, [1], ledgerOf(tasks, 1), (_, at) => (at === 20 ? 'solved' : 'failed')).exit).toBe(0)
  })

  it('one of 200 that fails every third attempt, with a full ledger that never saw it fail', () => {
    const tasks = suiteOf(200)
    const result = gate(tasks, [7], ledgerOf(tasks, 20), (_, at) => (at % 3 === 2 ? 'failed' : 'solved'))
    expect(result).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
    const [suspect] = result.tasks.filter(({ task_id }) => task_id === 'task_7')
    expect(suspect?.posterior).toBeGreaterThan(0.95)
    expect(suspect?.needs_another_run).toBe(true)
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
    const result = gate(suite, [], ledger)
    expect(result).toMatchObject({ verdict: 'ok', exit: 0, least_broken: 1, compared: 40 })
    expect(result).toMatchObject({ strata: [], tasks: [] })
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

  it('attempts all tasks once more where they look worse, twice at most, and only once beyond doubt', () => {
    const [overall] = gate(suite, [0, 1, 2], ledger).strata
    expect(overall).toMatchObject({ now: { successes: 74, attempts: 80 }, regressed: true })
    const [two] = gate(suite, [0, 2], ledgerOf(suite, 6)).strata
    expect(two?.now.attempts).toBe(120)
  })

  it('does not call a run worse for one point', () => {
    const tasks = suiteOf(200)
    const before = ledgerOf(tasks, 20)
    const [overall] = gate(tasks, [0, 1, 2, 3], before, () => 'solved').strata
    expect(overall).toMatchObject({ margin: 3, now: { attempts: 400 }, regressed: false })
    expect(overall?.p).toBeGreaterThan(0.15)
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

  it('gates no new task', () => {
    const more = [...suite, task(99, 'L3_dag')]
    const result = gate(more, [99], ledger)
    expect(result).toMatchObject({ verdict: 'ok', compared: 40, added: [task(99, 'L3_dag')], edited: [] })
  })

  it('is at best inconclusive where a task was edited, and does not call it gone or new', () => {
    const edited = { ...task(99), task_id: 'task_5' }
    const tasks = suite.map((own) => (own.task_id === 'task_5' ? edited : own))
    const result = gate(tasks, [], ledger)
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 0, compared: 39 })
    expect(result).toMatchObject({ edited: [edited], added: [], removed: [] })
  })

  it('takes tasks of one id in two suites for what they are', () => {
    const twins = [...suite, { ...task(50), task_id: 'task_5' }]
    const result = gate(twins, [], ledgerOf(twins))
    expect(result).toMatchObject({ edited: [], added: [], removed: [], compared: 41 })
  })
})

describe('an agent that fails whatever it is asked first', () => {
  const tasks = suiteOf(24)
  const failing = Array.from({ length: 10 }, (_, i) => 2 * i)
  const of = wholeRun(tasks, { failing })

  it.each([1, 3, 6, 20])('needs another run though its repeats pass, with a ledger of %i runs', (b) => {
    const against = ledgerOf(tasks, b)
    const { fresh } = played(of, against, () => 'solved')
    const result = verdict(of, against, fresh)
    expect(result.exit).toBe(1)
    expect(result.strata[0]?.first).toMatchObject({
      run: { successes: 14, attempts: 24 },
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

describe('`ok` of small suites', () => {
  it.each([3, 4, 6])('is reached by %i tasks that are always solved, with full records', (size) => {
    const tasks = suiteOf(size)
    expect(gate(tasks, [], ledgerOf(tasks))).toMatchObject({ verdict: 'ok', exit: 0 })
    expect(gate(tasks, [], ledgerOf(tasks, 3)).verdict).toBe('inconclusive')
  })

  it.each([4, 19])('detects as many of %i tasks as the update said, also where some are broken', (size) => {
    const tasks = suiteOf(size)
    const thin = ledgerOf(tasks, 1)
    const { least_broken } = strengthOf({ suite: tasks, attempts: attemptsAt(tasks) }, thin)
    expect(least_broken).toBeGreaterThan(1)
    expect(gate(tasks, [], thin).least_broken).toBe(least_broken)
    expect(gate(tasks, [0, 1, 2, 3], thin)).toMatchObject({ verdict: 'regressed', least_broken })
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
    expect(alone).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
    expect(alone.evidence?.correlation).toBeGreaterThan(0)
    expect(alone.tasks.filter((one) => one.needs_another_run).map(({ task_id }) => task_id)).toEqual([
      'task_5',
    ])
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

  it('needs another run where a candidate is short of what its shard gave', () => {
    const thin = ledgerOf(suite, 3)
    const fresh = [...attemptsAt([task(5)], { n: 8 }), ...attemptsAt([task(3)], { n: 2, failing: [3] })]
    expect(sharded([3, 5], fresh, thin)).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
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
  const whole = run(attemptsAt(suite))
  const edited = wholeRun(suite.map((own, i) => ({ ...own, key: task(1000 + i).key })))

  it.each<[string, GateRun, Ledger, string]>([
    ['on an outage', run(attemptsAt(suite, { errored: [0, 1, 20] })), ledger, '3 of 40 attempts'],
    [
      'on a level with under 80 % of its tasks',
      run(attemptsAt(suite.slice(5))),
      ledger,
      '15 of 20 tasks of L0_node',
    ],
    [
      'on fresh attempts that are missing',
      run(attemptsAt(suite, { failing: [3] })),
      ledger,
      'fresh attempts of 40 tasks are missing',
    ],
    ['where over 5 % of the ledger are gone', wholeRun(suite.slice(0, 37)), ledger, '--prune'],
    ['where two of three are gone', wholeRun(suiteOf(1)), ledgerOf(suiteOf(3)), '2 of 3 tasks of the ledger'],
    ['on an empty run', run([]), ledger, 'no attempt'],
    ['on an empty suite', wholeRun([]), ledger, 'no task'],
    ['on a foreign task', run([{ ...task(77), outcome: 'solved' }]), ledger, 'task_77'],
    ['on two equal tasks', { ...whole, suite: [...suite, { ...task(0), task_id: 'twin' }] }, ledger, 'twin'],
    ['beside a ledger that knows nothing', whole, ledgerOf([]), 'knows none'],
    [
      'where every task was edited',
      edited,
      ledger,
      'every task was edited after its records were made, or an older tracewright made them. Run `tracewright ledger update`',
    ],
    [
      'beside a ledger without a success',
      whole,
      ledgerOf(suite, 3, 0),
      'no attempt in the ledger solved a task',
    ],
  ])('%s', (_, of, against, error) => {
    expect(verdict(of, against)).toMatchObject({
      verdict: 'error',
      exit: 2,
      errors: [expect.stringContaining(error)],
    })
  })

  it('is given within these bounds', () => {
    expect(verdict(run(attemptsAt(suite, { errored: [0, 1] })), ledger).errors[0]).not.toContain(
      'attempts. Run',
    )
    const many = [...attemptsAt(suite), ...attemptsAt(suite, { errored: [0, 1] })]
    expect(verdict(run(many), ledger).verdict).toBe('ok')
    expect(verdict(run(attemptsAt(suite.slice(4))), ledger).verdict).toBe('ok')
    const removed = [{ task_id: 'task_38' }, { task_id: 'task_39' }]
    expect(verdict(wholeRun(suite.slice(0, 38)), ledger)).toMatchObject({ verdict: 'ok', removed })
    expect(verdict({ ...wholeRun(suite.slice(0, 37)), prune: true }, ledger).verdict).toBe('ok')
    const three = suiteOf(3)
    expect(verdict(wholeRun(three.slice(0, 2)), ledgerOf(three)).verdict).not.toBe('error')
  })

  it('on a partial run, whatever it shows', () => {
    const part = run(attemptsAt(suite.slice(0, 5), { failing: [0, 1, 2] }), { complete: false })
    expect(verdict(part, ledger)).toMatchObject({ verdict: 'ungated', exit: 0, compared: 5 })
  })
})
