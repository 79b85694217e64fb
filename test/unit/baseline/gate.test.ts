import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/baseline/attempt.ts'
import { verdict } from '../../../src/baseline/gate.ts'
import type { GateRun } from '../../../src/baseline/preflight.ts'
import { strengthOf } from '../../../src/baseline/strength.ts'
import type { Baseline } from '../../../src/schema/baseline.ts'
import { type Play, played } from './played.ts'
import { attemptsAt, baselineOf, record, suiteOf, task, withRecord } from './records.ts'

const suite = suiteOf(40)
const baseline = baselineOf(suite)
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
/** The verdict on a run in which some tasks fail, in all reruns too unless those are played otherwise. */
function gate(tasks: typeof suite, failing: number[], against: Baseline, play?: Play) {
  const of = wholeRun(tasks, { failing })
  const dead = new Set(failing.map((i) => task(i).key))
  const { reruns } = played(of, against, play ?? (({ key }) => (dead.has(key) ? 'failed' : 'solved')))
  return verdict(of, against, reruns)
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
    const result = gate(tasks, failing, baselineOf(tasks, runs))
    expect(result).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(named(result)).toEqual(failing.map((i) => `task_${i}`))
  })

  it('one of three tasks that always worked and now never does', () => {
    const tasks = suiteOf(3)
    expect(gate(tasks, [1], baselineOf(tasks, 1))).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
    // Some failures before, or a success since, leave it open but green.
    expect(gate(tasks, [1], withRecord(baselineOf(tasks, 2), 1, 1, 2)).exit).toBe(0)
    expect(gate(tasks, [1], baselineOf(tasks, 1), (_, at) => (at === 20 ? 'solved' : 'failed')).exit).toBe(0)
  })

  it('one of 200 that fails every third attempt, with a full baseline that never saw it fail', () => {
    const tasks = suiteOf(200)
    const result = gate(tasks, [7], baselineOf(tasks, 20), (_, at) => (at % 3 === 2 ? 'failed' : 'solved'))
    expect(result).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
    const [suspect] = result.tasks.filter(({ task_id }) => task_id === 'task_7')
    expect(suspect?.posterior).toBeGreaterThan(0.95)
    expect(suspect?.needs_another_run).toBe(true)
    expect(result.evidence?.lambda).toBeLessThan(100)
  })

  it('nothing that could have been seen is never called ok', () => {
    const one = [task(0)]
    const result = gate(one, [], baselineOf(one, 1))
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 0, least_broken: null })
  })
})

describe('verdict', () => {
  it('is ok without a rerun where nothing failed', () => {
    const result = gate(suite, [], baseline)
    expect(result).toMatchObject({ verdict: 'ok', exit: 0, least_broken: 1, compared: 40 })
    expect(result).toMatchObject({ strata: [], tasks: [] })
  })

  it('names a task that goes on failing, and only that one', () => {
    const result = gate(suite, [3, 30], baseline, ({ key }) => (key === task(3).key ? 'failed' : 'solved'))
    expect(result).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(result.tasks).toMatchObject([
      {
        task_id: 'task_3',
        regressed: true,
        baseline: { successes: 20, attempts: 20 },
        now: { successes: 0 },
      },
      { task_id: 'task_30', regressed: false, now: { successes: 8, attempts: 9 } },
    ])
    expect(result.evidence?.lambda).toBeGreaterThanOrEqual(100)
    expect(Math.floor(result.evidence?.broken ?? 0)).toBe(1)
  })

  it('stays with what it found where later attempts go well, and says that they do', () => {
    const twenty = suiteOf(20)
    const result = gate(twenty, [3], baselineOf(twenty, 20), (_, at) => (at < 2 ? 'failed' : 'solved'))
    expect(result).toMatchObject({ verdict: 'regressed', exit: 1 })
    const flaky = gate(suite, [0, 1, 2, 3], baselineOf(suite, 3), (_, at) => (at < 2 ? 'failed' : 'solved'))
    expect(flaky.evidence?.highest).toBeGreaterThanOrEqual(100)
    expect(flaky.verdict).toBe('regressed')
    expect(named(flaky).length).toBeGreaterThan(0)
  })

  it('names strata that got worse: half of a level, each task now and then', () => {
    const before = baselineOf(suite, 6)
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
      baseline: { successes: 120, attempts: 120 },
      now: { successes: 20, attempts: 60 },
    })
  })

  it('attempts all tasks once more where they look worse, twice at most, and only once beyond doubt', () => {
    const [overall] = gate(suite, [0, 1, 2], baseline).strata
    expect(overall).toMatchObject({ now: { successes: 74, attempts: 80 }, regressed: true })
    const [two] = gate(suite, [0, 2], baselineOf(suite, 6)).strata
    expect(two?.now.attempts).toBe(120)
  })

  it('does not call a run worse for one point', () => {
    const tasks = suiteOf(200)
    const before = baselineOf(tasks, 20)
    const [overall] = gate(tasks, [0, 1, 2, 3], before, () => 'solved').strata
    expect(overall).toMatchObject({ margin: 3, now: { attempts: 400 }, regressed: false })
    expect(overall?.p).toBeGreaterThan(0.15)
  })

  it('tests a suite of one level once', () => {
    const flat = suite.map((own) => ({ ...own, level: 'L0_node' }) as const)
    const { strata } = gate(flat, [1, 2, 3], baseline)
    expect(strata.map(({ stratum }) => stratum)).toEqual(['overall'])
  })

  it('is inconclusive where ten points could be missed, and says what it sees', () => {
    const few = suiteOf(10)
    const result = gate(few, [], baselineOf(few, 3, 2))
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 0 })
    expect(result.smallest_drop === null || result.smallest_drop > 0.1).toBe(true)
    expect(gate(suite, [], baseline).smallest_drop).toBeLessThanOrEqual(0.1)
  })

  it('is ok where one broken task in twenty would have been seen, and no part of a task more', () => {
    const twice = (size: number) => {
      const tasks = suiteOf(size)
      return verdict(wholeRun(tasks, { n: 2 }), baselineOf(tasks, 20, 19))
    }
    expect(twice(399)).toMatchObject({ verdict: 'inconclusive', least_broken: 20 })
    expect(twice(400)).toMatchObject({ verdict: 'ok', least_broken: 20 })
  })

  it('gates no new task', () => {
    const more = [...suite, task(99, 'L3_dag')]
    const result = gate(more, [99], baseline)
    expect(result).toMatchObject({ verdict: 'ok', compared: 40, added: [task(99, 'L3_dag')], edited: [] })
  })

  it('is at best inconclusive where a task was edited, and does not call it gone or new', () => {
    const edited = { ...task(99), task_id: 'task_5' }
    const tasks = suite.map((own) => (own.task_id === 'task_5' ? edited : own))
    const result = gate(tasks, [], baseline)
    expect(result).toMatchObject({ verdict: 'inconclusive', exit: 0, compared: 39 })
    expect(result).toMatchObject({ edited: [edited], added: [], removed: [] })
  })

  it('takes tasks of one id in two suites for what they are', () => {
    const twins = [...suite, { ...task(50), task_id: 'task_5' }]
    const result = gate(twins, [], baselineOf(twins))
    expect(result).toMatchObject({ edited: [], added: [], removed: [], compared: 41 })
  })
})

describe('an agent that fails whatever it is asked first', () => {
  const tasks = suiteOf(24)
  const failing = Array.from({ length: 10 }, (_, i) => 2 * i)
  const of = wholeRun(tasks, { failing })

  it.each([1, 3, 6, 20])('needs another run though its repeats pass, with a baseline of %i runs', (b) => {
    const against = baselineOf(tasks, b)
    const { reruns } = played(of, against, () => 'solved')
    const result = verdict(of, against, reruns)
    expect(result.exit).toBe(1)
    expect(result.strata[0]?.first).toMatchObject({
      run: { successes: 14, attempts: 24 },
      again: { successes: 48, attempts: 48 },
    })
  })

  it('is a regression where it does so in each of two runs, and a bad moment where the second goes well', () => {
    const against = baselineOf(tasks, 3)
    const { reruns } = played(of, against, () => 'solved')
    const earlier = [{ run: of, reruns }]
    expect(verdict(of, against, reruns, { earlier })).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(verdict(wholeRun(tasks), against, [], { earlier }).exit).toBe(0)
  })
})

describe('`ok` of small suites', () => {
  it.each([3, 4, 6])('is reached by %i tasks that are always solved, with full records', (size) => {
    const tasks = suiteOf(size)
    expect(gate(tasks, [], baselineOf(tasks))).toMatchObject({ verdict: 'ok', exit: 0 })
    expect(gate(tasks, [], baselineOf(tasks, 3)).verdict).toBe('inconclusive')
  })

  it.each([4, 19])('detects as many of %i tasks as the update said, also where some are broken', (size) => {
    const tasks = suiteOf(size)
    const thin = baselineOf(tasks, 1)
    const { least_broken } = strengthOf({ suite: tasks, attempts: attemptsAt(tasks) }, thin)
    expect(least_broken).toBeGreaterThan(1)
    expect(gate(tasks, [], thin).least_broken).toBe(least_broken)
    expect(gate(tasks, [0, 1, 2, 3], thin)).toMatchObject({ verdict: 'regressed', least_broken })
  })
})

describe('runs of one commit', () => {
  const tasks = suiteOf(64)
  const against = baselineOf(tasks, 3)
  const runWith = (dead: readonly number[], beside: Baseline = against) => {
    const of = wholeRun(tasks, { failing: dead })
    const keys = new Set(dead.map((i) => task(i).key))
    return { run: of, reruns: played(of, beside, ({ key }) => (keys.has(key) ? 'failed' : 'solved')).reruns }
  }
  /** Records of runs in which now and then a task was off for a whole run. */
  const correlated = {
    ...against,
    tasks: Object.fromEntries(
      tasks.map((own, i) => {
        const off = { solved: 0, failed: 1, rerun_solved: 2, rerun_failed: 6 }
        return [own.key, i % 8 === 0 ? record(own, 2, 3, { groups: [off] }) : record(own, 3, 3)]
      }),
    ),
  }

  it('are correlated where records say so: one run does not decide, and a second one does', () => {
    const one = runWith([5], correlated)
    const alone = verdict(one.run, correlated, one.reruns)
    expect(alone).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
    expect(alone.evidence?.correlation).toBeGreaterThan(0)
    expect(alone.tasks.filter((one) => one.needs_another_run).map(({ task_id }) => task_id)).toEqual([
      'task_5',
    ])
    const both = (second: ReturnType<typeof runWith>) =>
      verdict(second.run, correlated, second.reruns, { earlier: [one] })
    expect(both(one)).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(both(runWith([], correlated)).exit).toBe(0)
    const steady = runWith([5])
    expect(verdict(steady.run, against, steady.reruns)).toMatchObject({ verdict: 'regressed', exit: 1 })
  })

  it('count together, and must be whole, with their reruns, over the same tasks', () => {
    const [one, two] = [runWith([5]), runWith([5, 9])]
    const result = verdict(two.run, against, two.reruns, { earlier: [one] })
    const found = result.tasks.find(({ task_id }) => task_id === 'task_5')
    const rerunsOf5 = [...one.reruns, ...two.reruns].filter(({ key }) => key === task(5).key).length
    expect(found).toMatchObject({ reruns: rerunsOf5, now: { successes: 0, attempts: rerunsOf5 + 2 } })
    expect(
      verdict(two.run, against, two.reruns, { earlier: [{ run: one.run, reruns: [] }] }).errors[0],
    ).toContain('reruns of')
    const less = { ...one.run, suite: tasks.slice(1), attempts: one.run.attempts.slice(1) }
    expect(
      verdict(two.run, against, two.reruns, { earlier: [{ run: less, reruns: one.reruns }] }).errors[0],
    ).toContain('do not compare the same tasks')
  })
})

describe('of a sharded run', () => {
  const sharded = (failing: number[], reruns: Attempt[], against = baseline) =>
    verdict(run(attemptsAt(suite, { failing })), against, reruns, { sharded: true })

  it('weighs all attempts together', () => {
    const reruns = attemptsAt([task(3)], { n: 8, failing: [3] })
    expect(sharded([3], reruns)).toMatchObject({ verdict: 'regressed', exit: 1 })
    expect(sharded([], [])).toMatchObject({ verdict: 'ok', exit: 0 })
  })

  it('needs another run where a candidate is short of what its shard gave', () => {
    const thin = baselineOf(suite, 3)
    const reruns = [...attemptsAt([task(5)], { n: 8 }), ...attemptsAt([task(3)], { n: 2, failing: [3] })]
    expect(sharded([3, 5], reruns, thin)).toMatchObject({ verdict: 'needs-another-run', exit: 1 })
    const shards = suite.map((own) => ({ ...own, shard: own.key === task(3).key ? 1 : 2 }))
    const apart = { suite: shards, attempts: attemptsAt(suite, { failing: [3, 5] }), complete: true }
    expect(verdict(apart, thin, reruns, { sharded: true }).exit).toBe(0)
  })

  it('is inconclusive where the whole suspects a stratum that no shard looked at', () => {
    const six = baselineOf(suite, 6)
    const reruns = attemptsAt([task(0), task(1), task(2)], { n: 4 })
    expect(sharded([], [], six)).toMatchObject({ verdict: 'ok', exit: 0 })
    expect(sharded([0, 1, 2], reruns, six)).toMatchObject({ verdict: 'inconclusive', exit: 0 })
  })
})

describe('no verdict', () => {
  const whole = run(attemptsAt(suite))
  const edited = wholeRun(suite.map((own, i) => ({ ...own, key: task(1000 + i).key })))

  it.each<[string, GateRun, Baseline, string]>([
    ['on an outage', run(attemptsAt(suite, { errored: [0, 1, 20] })), baseline, '3 of 40 attempts'],
    [
      'on a level with under 80 % of its tasks',
      run(attemptsAt(suite.slice(5))),
      baseline,
      '15 of 20 tasks of L0_node',
    ],
    [
      'on reruns that are missing',
      run(attemptsAt(suite, { failing: [3] })),
      baseline,
      'reruns of 40 tasks are missing',
    ],
    [
      'where over 5 % of the baseline are gone',
      wholeRun(suite.slice(0, 37)),
      baseline,
      'missing in the suite: task_37, task_38, task_39. If you removed them, run `npx tracewright baseline update --prune`',
    ],
    [
      'where two of three are gone',
      wholeRun(suiteOf(1)),
      baselineOf(suiteOf(3)),
      '2 of 3 tasks of the baseline',
    ],
    ['on an empty run', run([]), baseline, 'no attempt'],
    ['on an empty suite', wholeRun([]), baseline, 'no task'],
    ['on a foreign task', run([{ ...task(77), outcome: 'solved' }]), baseline, 'task_77'],
    [
      'on two equal tasks',
      { ...whole, suite: [...suite, { ...task(0), task_id: 'twin' }] },
      baseline,
      'twin',
    ],
    ['beside a baseline that knows nothing', whole, baselineOf([]), 'knows none'],
    [
      'where every task was edited',
      edited,
      baseline,
      'every task was edited after its records were made, or an older tracewright made them. Run `tracewright baseline update`',
    ],
    [
      'beside a baseline without a success',
      whole,
      baselineOf(suite, 3, 0),
      'no attempt in the baseline solved a task',
    ],
  ])('%s', (_, of, against, error) => {
    expect(verdict(of, against)).toMatchObject({
      verdict: 'error',
      exit: 2,
      errors: [expect.stringContaining(error)],
    })
  })

  it('is given within these bounds', () => {
    expect(verdict(run(attemptsAt(suite, { errored: [0, 1] })), baseline).errors[0]).not.toContain(
      'attempts. Run',
    )
    const many = [...attemptsAt(suite), ...attemptsAt(suite, { errored: [0, 1] })]
    expect(verdict(run(many), baseline).verdict).toBe('ok')
    expect(verdict(run(attemptsAt(suite.slice(4))), baseline).verdict).toBe('ok')
    const removed = [{ task_id: 'task_38' }, { task_id: 'task_39' }]
    expect(verdict(wholeRun(suite.slice(0, 38)), baseline)).toMatchObject({
      ...{ verdict: 'inconclusive', exit: 0, removed },
    })
    expect(verdict({ ...wholeRun(suite.slice(0, 37)), prune: true }, baseline).verdict).toBe('ok')
    // Without the task that nothing could show broken, a suite of two looks strong: it is not `ok` for that.
    const three = suiteOf(3)
    expect(verdict(wholeRun(three.slice(0, 2)), baselineOf(three, 3)).verdict).toBe('inconclusive')
    expect(verdict(wholeRun(three.slice(0, 2)), baselineOf(three)).verdict).not.toBe('error')
  })

  it('shows the tasks whose first attempts failed, although a pass over all tasks cleared them', () => {
    const three = suiteOf(3)
    const solved = attemptsAt(three, { n: 2 })
    const said = verdict(
      { suite: three, attempts: attemptsAt(three, { failing: [0, 1, 2] }), complete: true },
      baselineOf(three, 3),
      solved,
    )
    expect(said).toMatchObject({ verdict: 'inconclusive', exit: 0 })
    expect(said.tasks.map(({ task_id, now, regressed }) => ({ task_id, now, regressed }))).toEqual(
      three.map(({ task_id }) => ({ task_id, now: { successes: 2, attempts: 3 }, regressed: false })),
    )
    const steady = { suite: three, attempts: attemptsAt(three), complete: true }
    expect(verdict(steady, baselineOf(three, 3), solved).tasks).toEqual([])
  })

  it('on a partial run, whatever it shows', () => {
    const part = run(attemptsAt(suite.slice(0, 5), { failing: [0, 1, 2] }), { complete: false })
    expect(verdict(part, baseline)).toMatchObject({ verdict: 'ungated', exit: 0, compared: 5 })
  })
})
