import { describe, expect, it } from 'vitest'
import { listOriginChanges } from '../../../src/baseline/origin.ts'
import { emptyBaseline, nextAttempt, parseBaseline, printBaseline } from '../../../src/baseline/store.ts'
import { type UpdateOptions, type UpdateRun, updateBaseline } from '../../../src/baseline/update.ts'
import type { Baseline } from '../../../src/schema/baseline.ts'
import { attemptsAt, baselineOf, record, suiteOf, task, withRecord } from './records.ts'

const suite = suiteOf(40)
const baseline = baselineOf(suite)
const empty = emptyBaseline(baseline)
const madeWith = (models: string[], tools?: string) =>
  suite.map((one) => ({ ...one, models, ...(tools === undefined ? {} : { tools }) }))
const run = (more: Partial<UpdateRun> = {}): UpdateRun => ({
  suite: madeWith(['m1'], 't1'),
  attempts: attemptsAt(suite, { n: 3, failing: [1] }),
  complete: true,
  origin: { id: 'r1', commit: 'abc', date: '2026-01-02' },
  ...more,
})
const refusal = (from: UpdateRun, options: UpdateOptions = {}, against = baseline): string => {
  try {
    updateBaseline(against, from, options)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return 'no error'
}

describe('updateBaseline', () => {
  it('makes a first baseline without a gate', () => {
    const { baseline: first, added } = updateBaseline(empty, run())
    expect(added).toHaveLength(40)
    expect(first.tasks[task(1).key]).toEqual({
      task_id: 'task_1',
      level: 'L0_node',
      successes: 0,
      attempts: 3,
      next: 3,
      groups: [{ solved: 0, failed: 3, rerun_solved: 0, rerun_failed: 0 }],
      origin: { runs: ['r1'], commit: 'abc', models: ['m1'], tools: ['t1'], date: '2026-01-02' },
    })
    expect(parseBaseline(printBaseline(first), 'l')).toEqual(first)
  })

  const green = { gate: { verdict: 'ok', exit: 0 } } as const
  const red = { gate: { verdict: 'regressed', exit: 1 } } as const

  it('adds to records under twenty attempts, whatever the commit, each run once', () => {
    const first = updateBaseline(empty, run()).baseline
    const sameAgain = run({
      suite: madeWith(['m2']),
      attempts: attemptsAt(suite),
      origin: { id: 'r2', commit: 'def', date: '2026-01-01' },
    })
    const second = updateBaseline(first, sameAgain, { gate: { verdict: 'inconclusive', exit: 0 } })
    expect(second.pooled).toHaveLength(40)
    const pooled = {
      runs: ['r1', 'r2'],
      commit: 'def',
      models: ['m1', 'm2'],
      tools: ['t1'],
      date: '2026-01-02',
    }
    expect(second.baseline.tasks[task(1).key]).toMatchObject({ successes: 1, attempts: 4, origin: pooled })
    const third = updateBaseline(second.baseline, sameAgain, green)
    expect(third.kept).toHaveLength(40)
    expect(third.baseline).toEqual(second.baseline)
  })

  it('leaves full records as they are, so that a slow decline is measured against a fixed one', () => {
    const update = updateBaseline(baseline, run(), green)
    expect(update.full).toHaveLength(40)
    const kept = update.baseline.tasks[task(1).key]
    expect(kept).toMatchObject({ successes: 20, attempts: 20, origin: { runs: ['first'] }, next: 23 })
    expect(kept?.recent).toEqual({ runs: ['r1'], outcomes: [0, 0, 0] })
    expect(parseBaseline(printBaseline(update.baseline), 'l')).toEqual(update.baseline)
    const again = updateBaseline(update.baseline, run(), green)
    expect(again.kept).toHaveLength(40)
    expect(again.baseline).toEqual(update.baseline)
    const nineteen = baselineOf(suite, 19)
    expect(updateBaseline(nineteen, run(), green).baseline.tasks[task(0).key]).toMatchObject({ attempts: 22 })
  })

  /** Runs of one attempt each, all taken; those of task 5 are solved where `isSolved` says so. */
  function life(from: Baseline, runs: number, isSolved: (at: number) => boolean) {
    let at = from
    const renewed: [number, string[]][] = []
    for (let i = 0; i < runs; i++) {
      const made = attemptsAt(suite, { failing: isSolved(i) ? [] : [5] })
      const attempts = made.map((own) => ({ ...own, seed: i }))
      const update = updateBaseline(at, run({ attempts, origin: { id: `run ${i}` } }), green)
      at = update.baseline
      if (update.renewed.length > 0) renewed.push([i, update.renewed])
    }
    return { record: at.tasks[task(5).key], other: at.tasks[task(6).key], renewed }
  }
  const weak = (successes: number): Baseline => withRecord(baseline, 5, successes, 20)

  it('renews the record of a task whose last eight outcomes or more are better than it, and names it', () => {
    const { record: learnt, renewed } = life(weak(0), 8, () => true)
    expect(renewed).toEqual([[7, ['task_5']]])
    expect(learnt).toMatchObject({ successes: 8, attempts: 8, next: 28 })
    expect(learnt?.recent).toBeUndefined()
    expect(learnt?.origin.runs).toEqual(Array.from({ length: 8 }, (_, i) => `run ${i}`))
    // Seven of seven say no less, and are too few.
    const few = life(weak(0), 7, () => true)
    expect(few).toMatchObject({ renewed: [], record: { successes: 0, attempts: 20 } })
  })

  it('keeps a record that the last outcomes do not beat, and the last twenty of them', () => {
    const { record: kept, renewed, other } = life(weak(10), 30, (at) => at % 2 === 0)
    expect(renewed).toEqual([])
    expect(kept).toMatchObject({ successes: 10, attempts: 20, next: 50 })
    expect(kept?.recent?.outcomes).toEqual(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 1 : 0)))
    expect(kept?.recent?.runs).toHaveLength(20)
    expect(other).toMatchObject({ successes: 20, attempts: 20, origin: { runs: ['first'] } })
  })

  it('keeps what the reruns of a run came to beside those that the record counts', () => {
    const first = updateBaseline(empty, run({ attempts: attemptsAt(suite) })).baseline
    const failing = attemptsAt(suite, { failing: [3] })
    const reruns = attemptsAt([task(3)], { n: 4 })
    const next = run({ attempts: failing, reruns, origin: { id: 'r2' } })
    const second = updateBaseline(first, next, green).baseline
    expect(second.tasks[task(3).key]).toMatchObject({
      successes: 1,
      attempts: 2,
      groups: [{ solved: 0, failed: 1, rerun_solved: 4, rerun_failed: 0 }],
    })
    expect(second.tasks[task(4).key]?.groups).toBeUndefined()
    expect(parseBaseline(printBaseline(second), 'l')).toEqual(second)
  })

  it('takes a run beside a baseline that holds no success, since nothing could get worse', () => {
    const nothing = baselineOf(suite, 1, 0)
    const noVerdict = { gate: { verdict: 'error', exit: 2 } } as const
    const next = run({ attempts: attemptsAt(suite), origin: { id: 'r2' } })
    const update = updateBaseline(nothing, next, noVerdict)
    expect(update.baseline.tasks[task(0).key]).toMatchObject({ successes: 1, attempts: 2 })
    expect(refusal(run(), noVerdict, baselineOf(suite, 1))).toContain('the gate says error')
  })

  it.each<[string, UpdateOptions]>([
    ['the gate says regressed', red],
    ['the gate says error', { gate: { verdict: 'error', exit: 2 } }],
    ['the gate says needs-another-run', { gate: { verdict: 'needs-another-run', exit: 1 } }],
    ['no error', { gate: { verdict: 'inconclusive', exit: 0 } }],
    ['the run was not gated', {}],
    ['reason', { ...red, accept: ' ' }],
  ])('takes only what is green or accepted: %s', (message, options) => {
    expect(refusal(run(), options)).toContain(message)
  })

  it('renews all records where a run is accepted', () => {
    const { baseline: accepted, renewed } = updateBaseline(baseline, run(), { ...red, accept: 'new model' })
    expect(renewed).toHaveLength(40)
    expect(accepted.tasks[task(0).key]).toMatchObject({ successes: 3, attempts: 3 })
    expect(accepted.tasks[task(0).key]?.origin.accepted).toBe('new model')
  })

  it('names new tasks that nothing solved; edited ones that were solved before have to be accepted', () => {
    expect(updateBaseline(empty, run()).unsolved).toEqual(['task_1'])
    expect(updateBaseline(baseline, run(), green).unsolved).toEqual([])
    const edit = <T extends { key: string }>(own: T): T => ({ ...own, key: own.key.replace(/^./, 'f') })
    const toldOf = (failing: number[], more: UpdateOptions = {}) => {
      const attempts = attemptsAt(suite, { n: 3, failing }).map(edit)
      return refusal(run({ suite: suite.map(edit), attempts, origin: { id: 'r9' } }), { ...green, ...more })
    }
    expect(toldOf([3, 5])).toContain('most attempts solved task_3, task_5 before the edit')
    expect(toldOf(suite.map((_, i) => i))).toContain(' and 32 more before the edit')
    const { key } = edit(task(3))
    expect(toldOf([3], { solved: new Set([key]) })).toBe('no error')
    expect([toldOf([]), toldOf([3], { accept: 'harder now' })]).toEqual(['no error', 'no error'])
  })

  it('keeps the number of the next attempt and the worlds', () => {
    // A run numbers its own attempts from 0, in worlds that go on from the record.
    const numbered = (from: number) =>
      attemptsAt(suite, { n: 2 }).map((own, i) => ({
        ...own,
        attempt: i % 2,
        seed: (from + (i % 2)) % 20,
      }))
    const first = updateBaseline(empty, run({ attempts: numbered(0) })).baseline
    expect(first.tasks[task(0).key]).toMatchObject({ next: 2, worlds: [0, 1] })
    const second = updateBaseline(first, run({ attempts: numbered(2), origin: { id: 'r2' } }), green).baseline
    expect(second.tasks[task(0).key]).toMatchObject({ next: 4, worlds: [0, 1, 2, 3] })
    expect(parseBaseline(printBaseline(second), 'l')).toEqual(second)
    const last = run({ attempts: numbered(4), origin: { id: 'r3' } })
    const third = updateBaseline(second, last, green).baseline
    expect(third.tasks[task(0).key]).toMatchObject({ next: 6, worlds: [0, 1, 2, 3, 4, 5] })
    const renewed = updateBaseline(second, last, { ...red, accept: 'new model' }).baseline
    expect(renewed.tasks[task(0).key]).toMatchObject({ next: 6, attempts: 2, worlds: [4, 5] })
  })

  it('goes on after a record of before by its attempts, and at 0 for a new task or outcomes by seed', () => {
    expect(nextAttempt(record(task(0), 3, 7))).toBe(7)
    expect(nextAttempt(record(task(0), 3, 7, { next: 9 }))).toBe(9)
    expect(nextAttempt(undefined)).toBe(0)
    expect(nextAttempt(record(task(0), 1, 1, { seeds: { 0: 1 } }))).toBe(0)
  })

  it('refuses a run in which every first attempt failed, whatever its repeats do', () => {
    const three = suite.slice(0, 3)
    const solved = three.map((own, i) => [own.key, record(task(i), 3, 3)])
    const known = { ...baseline, tasks: Object.fromEntries(solved) }
    const inconclusive = { gate: { verdict: 'inconclusive', exit: 0 } } as const
    const attempts = (failing: readonly number[]) => [
      ...attemptsAt(three).map((one) => ({ ...one, attempt: 1 })),
      ...attemptsAt(three, { failing }).map((one) => ({ ...one, attempt: 0 })),
    ]
    const made = (failing: readonly number[]) => run({ suite: three, attempts: attempts(failing) })
    const cause =
      'the first attempt failed at all 3 tasks of the baseline. Repair the regression and run again, or add the run with --accept REASON'
    expect(() => updateBaseline(known, made([0, 1, 2]), inconclusive)).toThrow(cause)
    expect(updateBaseline(known, made([0, 1, 2]), { ...inconclusive, accept: 'so' }).renewed).toHaveLength(3)
    expect(updateBaseline(known, made([0, 1]), inconclusive).pooled).toHaveLength(3)
    // Chance explains it where each task is solved half the time.
    const half = three.map((own, i) => [own.key, record(task(i), 3, 6)])
    const uneven = { ...baseline, tasks: Object.fromEntries(half) }
    expect(updateBaseline(uneven, made([0, 1, 2]), inconclusive).pooled).toHaveLength(3)
  })

  it('puts the record of an edited task in the place of the one before', () => {
    const edited = { ...task(99), task_id: 'task_5' }
    const tasks = suite.map((own) => (own.task_id === 'task_5' ? edited : own))
    const update = updateBaseline(baseline, run({ suite: tasks, attempts: attemptsAt(tasks) }), {
      gate: { verdict: 'inconclusive', exit: 0 },
    })
    expect(update).toMatchObject({ added: ['task_5'], removed: [] })
    expect(update.baseline.tasks[task(5).key]).toBeUndefined()
    expect(update.baseline.tasks[edited.key]).toMatchObject({ attempts: 1 })
  })

  it.each<[string, Partial<UpdateRun>]>([
    ['partial', { complete: false }],
    ['model endpoint', { attempts: attemptsAt(suite, { errored: [0, 1, 2] }) }],
    ['no attempt', { attempts: [] }],
    ['L0_node', { attempts: attemptsAt(suite.slice(10)) }],
  ])('refuses a run that is not whole, accepted or not: %s', (message, more) => {
    expect(refusal(run(more), { ...green, accept: 'so' })).toContain(message)
  })

  it('keeps a record without an outcome in the run', () => {
    const update = updateBaseline(baseline, run({ attempts: attemptsAt(suite, { errored: [5] }) }), green)
    expect(update.kept).toEqual(['task_5'])
    expect(update.baseline.tasks[task(5).key]).toEqual(baseline.tasks[task(5).key])
  })

  it('drops what is gone only when asked', () => {
    const less = suite.slice(0, 39)
    const gone = run({ suite: less, attempts: attemptsAt(less) })
    expect(Object.keys(updateBaseline(baseline, gone, green).baseline.tasks)).toHaveLength(40)
    const pruned = updateBaseline(baseline, { ...gone, prune: true }, green)
    expect(pruned.removed).toEqual(['task_39'])
    expect(Object.keys(pruned.baseline.tasks)).toHaveLength(39)
    const half = suite.slice(0, 20)
    const halved = run({ suite: half, attempts: attemptsAt(half) })
    expect(refusal(halved, green)).toContain('--prune')
    // What that advises works on the run that it was said of: the gate gave no verdict on it.
    const noVerdict = { gate: { verdict: 'error', exit: 2 } } as const
    const update = updateBaseline(baseline, { ...halved, prune: true }, noVerdict)
    expect(update.removed).toHaveLength(20)
    expect(update.refused).toContain('the gate says error')
    expect(update.baseline.tasks[task(0).key]).toEqual(baseline.tasks[task(0).key])
  })

  it('keeps the outcomes of a deterministic agent by seed', () => {
    const seeded = (seeds: number[], failing: number[]) =>
      seeds.flatMap((seed) => attemptsAt(suite, { failing }).map((attempt) => ({ ...attempt, seed })))
    const from = run({ deterministic: true, attempts: seeded([0, 1], [1]) })
    const first = updateBaseline(empty, from).baseline
    expect(first.tasks[task(1).key]).toMatchObject({ seeds: { 0: 0, 1: 0 }, successes: 0, attempts: 2 })
    const more = run({ deterministic: true, attempts: seeded([1, 2], []), origin: { id: 'r2' } })
    const second = updateBaseline(first, more, green).baseline
    const counts = { successes: 2, attempts: 3 }
    expect(second.tasks[task(1).key]).toMatchObject({ seeds: { 0: 0, 1: 1, 2: 1 }, ...counts })
    const lost = run({ deterministic: true, attempts: seeded([0, 1, 2], [1, 4]), origin: { id: 'r3' } })
    const seeds = (id: number, options: UpdateOptions) =>
      updateBaseline(second, lost, options).baseline.tasks[task(id).key]?.seeds
    // A failure that did not come again writes no 0 over a 1; only a reason does.
    expect([seeds(1, green), seeds(4, green)]).toEqual([
      { 0: 0, 1: 1, 2: 1 },
      { 0: 1, 1: 1, 2: 1 },
    ])
    expect(seeds(4, { ...red, accept: 'simpler agent' })).toEqual({ 0: 0, 1: 0, 2: 0 })
    const torn = [...seeded([0], []), { ...task(0), seed: 0, outcome: 'failed' as const }]
    expect(refusal(run({ deterministic: true, attempts: torn }), {}, empty)).toContain(
      'solved and failed at seed 0',
    )
    expect(refusal(run({ deterministic: true }), {}, empty)).toContain('no seed')
  })
})

describe('originChanges', () => {
  const at = (n: number, made: object) =>
    record(task(n), 1, 1, { origin: { runs: ['1'], commit: 'abc', ...made } })
  const known = [
    at(0, { models: ['m1'], tools: ['t1'] }),
    at(1, { models: ['m1', 'm2'], tools: ['t2'] }),
    at(2, {}),
  ]
  const some = { ...baseline, tasks: Object.fromEntries(known.map((one, i) => [task(i).key, one])) }
  const now = (n: number, models: string[], tools: string) => ({ ...task(n), models, tools })

  it('says of each task what it was made with that its record does not state', () => {
    const changes = listOriginChanges(some, [
      now(0, ['m2'], 't1'),
      now(1, ['m2'], 't9'),
      now(2, ['m2'], 't3'),
    ])
    expect(changes).toEqual([
      { field: 'models', before: ['m1'], now: ['m2'], tasks: 2 },
      { field: 'tools', before: ['t2'], now: ['t9'], tasks: 1 },
    ])
    expect(listOriginChanges(some, [now(0, ['m1'], 't1'), now(2, ['m1'], 't1')])).toEqual([])
    expect(listOriginChanges(some, [task(0), task(1), task(2)])).toEqual([])
  })
})
