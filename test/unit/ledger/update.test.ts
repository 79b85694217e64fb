import { describe, expect, it } from 'vitest'
import { originChanges } from '../../../src/ledger/provenance.ts'
import { emptyLedger, nextAttempt, parseLedger, printLedger } from '../../../src/ledger/store.ts'
import { type UpdateOptions, type UpdateRun, updateLedger } from '../../../src/ledger/update.ts'
import type { Ledger } from '../../../src/schema/ledger.ts'
import { attemptsAt, ledgerOf, record, suiteOf, task, withRecord } from './records.ts'

const suite = suiteOf(40)
const ledger = ledgerOf(suite)
const empty = emptyLedger(ledger)
const madeWith = (models: string[], tools?: string) =>
  suite.map((one) => ({ ...one, models, ...(tools === undefined ? {} : { tools }) }))
const run = (more: Partial<UpdateRun> = {}): UpdateRun => ({
  suite: madeWith(['m1'], 't1'),
  attempts: attemptsAt(suite, { n: 3, failing: [1] }),
  complete: true,
  origin: { id: 'r1', commit: 'abc', date: '2026-01-02' },
  ...more,
})
const refusal = (from: UpdateRun, options: UpdateOptions = {}, against = ledger): string => {
  try {
    updateLedger(against, from, options)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return 'no error'
}

describe('updateLedger', () => {
  it('makes a first ledger without a gate', () => {
    const { ledger: first, added } = updateLedger(empty, run())
    expect(added).toHaveLength(40)
    expect(first.tasks[task(1).key]).toEqual({
      task_id: 'task_1',
      level: 'L0_node',
      successes: 0,
      attempts: 3,
      next: 3,
      groups: [{ solved: 0, failed: 3, fresh_solved: 0, fresh_failed: 0 }],
      provenance: { runs: ['r1'], commit: 'abc', models: ['m1'], tools: ['t1'], date: '2026-01-02' },
    })
    expect(parseLedger(printLedger(first), 'l')).toEqual(first)
  })

  const green = { gate: { verdict: 'ok', exit: 0 } } as const
  const red = { gate: { verdict: 'regressed', exit: 1 } } as const

  it('adds to records under twenty attempts, whatever the commit, each run once', () => {
    const first = updateLedger(empty, run()).ledger
    const rerun = run({
      suite: madeWith(['m2']),
      attempts: attemptsAt(suite),
      origin: { id: 'r2', commit: 'def', date: '2026-01-01' },
    })
    const second = updateLedger(first, rerun, { gate: { verdict: 'inconclusive', exit: 0 } })
    expect(second.pooled).toHaveLength(40)
    const pooled = {
      runs: ['r1', 'r2'],
      commit: 'def',
      models: ['m1', 'm2'],
      tools: ['t1'],
      date: '2026-01-02',
    }
    expect(second.ledger.tasks[task(1).key]).toMatchObject({ successes: 1, attempts: 4, provenance: pooled })
    const third = updateLedger(second.ledger, rerun, green)
    expect(third.kept).toHaveLength(40)
    expect(third.ledger).toEqual(second.ledger)
  })

  it('leaves full records as they are, so that a slow decline is measured against a fixed one', () => {
    const update = updateLedger(ledger, run(), green)
    expect(update.full).toHaveLength(40)
    const kept = update.ledger.tasks[task(1).key]
    expect(kept).toMatchObject({ successes: 20, attempts: 20, provenance: { runs: ['first'] }, next: 23 })
    expect(kept?.recent).toEqual({ runs: ['r1'], outcomes: [0, 0, 0] })
    expect(parseLedger(printLedger(update.ledger), 'l')).toEqual(update.ledger)
    const again = updateLedger(update.ledger, run(), green)
    expect(again.kept).toHaveLength(40)
    expect(again.ledger).toEqual(update.ledger)
    const nineteen = ledgerOf(suite, 19)
    expect(updateLedger(nineteen, run(), green).ledger.tasks[task(0).key]).toMatchObject({ attempts: 22 })
  })

  /** Runs of one attempt each, all taken; those of task 5 are solved where `isSolved` says so. */
  function life(from: Ledger, runs: number, isSolved: (at: number) => boolean) {
    let at = from
    const renewed: [number, string[]][] = []
    for (let i = 0; i < runs; i++) {
      const made = attemptsAt(suite, { failing: isSolved(i) ? [] : [5] })
      const attempts = made.map((own) => ({ ...own, seed: i }))
      const update = updateLedger(at, run({ attempts, origin: { id: `run ${i}` } }), green)
      at = update.ledger
      if (update.renewed.length > 0) renewed.push([i, update.renewed])
    }
    return { record: at.tasks[task(5).key], other: at.tasks[task(6).key], renewed }
  }
  const weak = (successes: number): Ledger => withRecord(ledger, 5, successes, 20)

  it('renews the record of a task whose last eight outcomes or more are better than it, and names it', () => {
    const { record: learnt, renewed } = life(weak(0), 8, () => true)
    expect(renewed).toEqual([[7, ['task_5']]])
    expect(learnt).toMatchObject({ successes: 8, attempts: 8, next: 28 })
    expect(learnt?.recent).toBeUndefined()
    expect(learnt?.provenance.runs).toEqual(Array.from({ length: 8 }, (_, i) => `run ${i}`))
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
    expect(other).toMatchObject({ successes: 20, attempts: 20, provenance: { runs: ['first'] } })
  })

  it('keeps what the fresh attempts of a run came to beside those that the record counts', () => {
    const first = updateLedger(empty, run({ attempts: attemptsAt(suite) })).ledger
    const failing = attemptsAt(suite, { failing: [3] })
    const fresh = attemptsAt([task(3)], { n: 4 })
    const next = run({ attempts: failing, fresh, origin: { id: 'r2' } })
    const second = updateLedger(first, next, green).ledger
    expect(second.tasks[task(3).key]).toMatchObject({
      successes: 1,
      attempts: 2,
      groups: [{ solved: 0, failed: 1, fresh_solved: 4, fresh_failed: 0 }],
    })
    expect(second.tasks[task(4).key]?.groups).toBeUndefined()
    expect(parseLedger(printLedger(second), 'l')).toEqual(second)
  })

  it('takes a run beside a ledger that holds no success, since nothing could get worse', () => {
    const nothing = ledgerOf(suite, 1, 0)
    const noVerdict = { gate: { verdict: 'error', exit: 2 } } as const
    const next = run({ attempts: attemptsAt(suite), origin: { id: 'r2' } })
    const update = updateLedger(nothing, next, noVerdict)
    expect(update.ledger.tasks[task(0).key]).toMatchObject({ successes: 1, attempts: 2 })
    expect(refusal(run(), noVerdict, ledgerOf(suite, 1))).toContain('the gate says error')
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
    const { ledger: accepted, renewed } = updateLedger(ledger, run(), { ...red, accept: 'new model' })
    expect(renewed).toHaveLength(40)
    expect(accepted.tasks[task(0).key]).toMatchObject({ successes: 3, attempts: 3 })
    expect(accepted.tasks[task(0).key]?.provenance.accepted).toBe('new model')
  })

  it('names new tasks that nothing solved; edited ones that were solved before have to be accepted', () => {
    expect(updateLedger(empty, run()).unsolved).toEqual(['task_1'])
    expect(updateLedger(ledger, run(), green).unsolved).toEqual([])
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
    const first = updateLedger(empty, run({ attempts: numbered(0) })).ledger
    expect(first.tasks[task(0).key]).toMatchObject({ next: 2, worlds: [0, 1] })
    const second = updateLedger(first, run({ attempts: numbered(2), origin: { id: 'r2' } }), green).ledger
    expect(second.tasks[task(0).key]).toMatchObject({ next: 4, worlds: [0, 1, 2, 3] })
    expect(parseLedger(printLedger(second), 'l')).toEqual(second)
    const last = run({ attempts: numbered(4), origin: { id: 'r3' } })
    const third = updateLedger(second, last, green).ledger
    expect(third.tasks[task(0).key]).toMatchObject({ next: 6, worlds: [0, 1, 2, 3, 4, 5] })
    const renewed = updateLedger(second, last, { ...red, accept: 'new model' }).ledger
    expect(renewed.tasks[task(0).key]).toMatchObject({ next: 6, attempts: 2, worlds: [4, 5] })
  })

  it('goes on after a record of before by its attempts, and at 0 for a new task or outcomes by seed', () => {
    expect(nextAttempt(record(task(0), 3, 7))).toBe(7)
    expect(nextAttempt(record(task(0), 3, 7, { next: 9 }))).toBe(9)
    expect(nextAttempt(undefined)).toBe(0)
    expect(nextAttempt(record(task(0), 1, 1, { seeds: { 0: 1 } }))).toBe(0)
  })

  it('puts the record of an edited task in the place of the one before', () => {
    const edited = { ...task(99), task_id: 'task_5' }
    const tasks = suite.map((own) => (own.task_id === 'task_5' ? edited : own))
    const update = updateLedger(ledger, run({ suite: tasks, attempts: attemptsAt(tasks) }), {
      gate: { verdict: 'inconclusive', exit: 0 },
    })
    expect(update).toMatchObject({ added: ['task_5'], removed: [] })
    expect(update.ledger.tasks[task(5).key]).toBeUndefined()
    expect(update.ledger.tasks[edited.key]).toMatchObject({ attempts: 1 })
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
    const update = updateLedger(ledger, run({ attempts: attemptsAt(suite, { errored: [5] }) }), green)
    expect(update.kept).toEqual(['task_5'])
    expect(update.ledger.tasks[task(5).key]).toEqual(ledger.tasks[task(5).key])
  })

  it('drops what is gone only when asked', () => {
    const less = suite.slice(0, 39)
    const gone = run({ suite: less, attempts: attemptsAt(less) })
    expect(Object.keys(updateLedger(ledger, gone, green).ledger.tasks)).toHaveLength(40)
    const pruned = updateLedger(ledger, { ...gone, prune: true }, green)
    expect(pruned.removed).toEqual(['task_39'])
    expect(Object.keys(pruned.ledger.tasks)).toHaveLength(39)
    const half = suite.slice(0, 20)
    const halved = run({ suite: half, attempts: attemptsAt(half) })
    expect(refusal(halved, green)).toContain('--prune')
    // What that advises works on the run that it was said of: the gate gave no verdict on it.
    const noVerdict = { gate: { verdict: 'error', exit: 2 } } as const
    const update = updateLedger(ledger, { ...halved, prune: true }, noVerdict)
    expect(update.removed).toHaveLength(20)
    expect(update.refused).toContain('the gate says error')
    expect(update.ledger.tasks[task(0).key]).toEqual(ledger.tasks[task(0).key])
  })

  it('keeps the outcomes of a deterministic agent by seed', () => {
    const seeded = (seeds: number[], failing: number[]) =>
      seeds.flatMap((seed) => attemptsAt(suite, { failing }).map((attempt) => ({ ...attempt, seed })))
    const from = run({ deterministic: true, attempts: seeded([0, 1], [1]) })
    const first = updateLedger(empty, from).ledger
    expect(first.tasks[task(1).key]).toMatchObject({ seeds: { 0: 0, 1: 0 }, successes: 0, attempts: 2 })
    const more = run({ deterministic: true, attempts: seeded([1, 2], []), origin: { id: 'r2' } })
    const second = updateLedger(first, more, green).ledger
    const counts = { successes: 2, attempts: 3 }
    expect(second.tasks[task(1).key]).toMatchObject({ seeds: { 0: 0, 1: 1, 2: 1 }, ...counts })
    const lost = run({ deterministic: true, attempts: seeded([0, 1, 2], [1, 4]), origin: { id: 'r3' } })
    const seeds = (id: number, options: UpdateOptions) =>
      updateLedger(second, lost, options).ledger.tasks[task(id).key]?.seeds
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
    record(task(n), 1, 1, { provenance: { runs: ['1'], commit: 'abc', ...made } })
  const known = [
    at(0, { models: ['m1'], tools: ['t1'] }),
    at(1, { models: ['m1', 'm2'], tools: ['t2'] }),
    at(2, {}),
  ]
  const some = { ...ledger, tasks: Object.fromEntries(known.map((one, i) => [task(i).key, one])) }
  const now = (n: number, models: string[], tools: string) => ({ ...task(n), models, tools })

  it('says of each task what it was made with that its record does not state', () => {
    const changes = originChanges(some, [now(0, ['m2'], 't1'), now(1, ['m2'], 't9'), now(2, ['m2'], 't3')])
    expect(changes).toEqual([
      { field: 'models', before: ['m1'], now: ['m2'], tasks: 2 },
      { field: 'tools', before: ['t2'], now: ['t9'], tasks: 1 },
    ])
    expect(originChanges(some, [now(0, ['m1'], 't1'), now(2, ['m1'], 't1')])).toEqual([])
    expect(originChanges(some, [task(0), task(1), task(2)])).toEqual([])
  })
})
