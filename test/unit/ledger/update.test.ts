import { describe, expect, it } from 'vitest'
import { originChanges } from '../../../src/ledger/provenance.ts'
import { emptyLedger, parseLedger, printLedger } from '../../../src/ledger/store.ts'
import { type UpdateOptions, type UpdateRun, updateLedger } from '../../../src/ledger/update.ts'
import { attemptsAt, ledgerOf, record, suiteOf, task } from './records.ts'

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
      provenance: { runs: ['r1'], commit: 'abc', models: ['m1'], tools: ['t1'], date: '2026-01-02' },
    })
    expect(parseLedger(printLedger(first), 'l')).toEqual(first)
  })

  it('replaces the records of another commit, so that drift does not hide in old attempts', () => {
    const update = updateLedger(ledger, run(), { verdict: 'ok' })
    expect(update.replaced).toHaveLength(40)
    expect(update.ledger.tasks[task(0).key]).toMatchObject({ successes: 3, attempts: 3 })
    expect(ledger.tasks[task(0).key]).toMatchObject({ attempts: 20 })
  })

  it('pools reruns of the same commit, each run once', () => {
    const first = updateLedger(empty, run()).ledger
    const rerun = run({
      suite: madeWith(['m2']),
      attempts: attemptsAt(suite),
      origin: { id: 'r2', commit: 'abc', date: '2026-01-01' },
    })
    const second = updateLedger(first, rerun, { verdict: 'inconclusive' })
    expect(second.pooled).toHaveLength(40)
    expect(second.ledger.tasks[task(1).key]).toMatchObject({
      successes: 1,
      attempts: 4,
      provenance: {
        runs: ['r1', 'r2'],
        commit: 'abc',
        models: ['m1', 'm2'],
        tools: ['t1'],
        date: '2026-01-02',
      },
    })
    const third = updateLedger(second.ledger, rerun, { verdict: 'ok' })
    expect(third.kept).toHaveLength(40)
    expect(third.ledger).toEqual(second.ledger)
  })

  it('never pools runs of an unknown commit', () => {
    const unknown = { id: 'r1' }
    const first = updateLedger(empty, run({ origin: unknown })).ledger
    expect(updateLedger(first, run({ origin: { id: 'r2' } }), { verdict: 'ok' }).replaced).toHaveLength(40)
  })

  it('takes only what is green or accepted', () => {
    expect(refusal(run(), { verdict: 'regressed' })).toContain('the gate says regressed')
    expect(refusal(run(), { verdict: 'error' })).toContain('the gate says error')
    expect(refusal(run(), { verdict: 'inconclusive' })).toContain('the gate says inconclusive')
    expect(refusal(run())).toContain('the run was not gated')
    expect(refusal(run(), { verdict: 'regressed', accept: ' ' })).toContain('reason')
    const { ledger: accepted } = updateLedger(ledger, run(), { verdict: 'regressed', accept: 'new model' })
    expect(accepted.tasks[task(0).key]?.provenance.accepted).toBe('new model')
  })

  it('refuses a partial run, an outage and an empty run, accepted or not', () => {
    const accept = { verdict: 'ok', accept: 'so' } as const
    expect(refusal(run({ complete: false }), accept)).toContain('partial')
    expect(refusal(run({ attempts: attemptsAt(suite, { errored: [0, 1, 2] }) }), accept)).toContain(
      'model endpoint',
    )
    expect(refusal(run({ attempts: [] }), accept)).toContain('no attempt')
    expect(refusal(run({ attempts: attemptsAt(suite.slice(10)) }), accept)).toContain('L0_node')
  })

  it('keeps a record without an outcome in the run', () => {
    const update = updateLedger(ledger, run({ attempts: attemptsAt(suite, { errored: [5] }) }), {
      verdict: 'ok',
    })
    expect(update.kept).toEqual(['task_5'])
    expect(update.ledger.tasks[task(5).key]).toEqual(ledger.tasks[task(5).key])
  })

  it('drops what is gone only when asked', () => {
    const less = suite.slice(0, 39)
    const gone = run({ suite: less, attempts: attemptsAt(less) })
    expect(Object.keys(updateLedger(ledger, gone, { verdict: 'ok' }).ledger.tasks)).toHaveLength(40)
    const pruned = updateLedger(ledger, { ...gone, prune: true }, { verdict: 'ok' })
    expect(pruned.removed).toEqual(['task_39'])
    expect(Object.keys(pruned.ledger.tasks)).toHaveLength(39)
    const half = suite.slice(0, 20)
    expect(refusal(run({ suite: half, attempts: attemptsAt(half) }), { verdict: 'ok' })).toContain('--prune')
  })

  it('keeps the outcomes of a deterministic agent by seed', () => {
    const seeded = (seeds: number[], failing: number[]) =>
      seeds.flatMap((seed) => attemptsAt(suite, { failing }).map((attempt) => ({ ...attempt, seed })))
    const from = run({ deterministic: true, attempts: seeded([0, 1], [1]) })
    const first = updateLedger(empty, from).ledger
    expect(first.tasks[task(1).key]).toMatchObject({ seeds: { 0: 0, 1: 0 }, successes: 0, attempts: 2 })
    const more = run({
      deterministic: true,
      attempts: seeded([1, 2], []),
      origin: { id: 'r2', commit: 'abc' },
    })
    expect(updateLedger(first, more, { verdict: 'ok' }).ledger.tasks[task(1).key]).toMatchObject({
      seeds: { 0: 0, 1: 1, 2: 1 },
      successes: 2,
      attempts: 3,
    })
    const torn = run({
      deterministic: true,
      attempts: [...seeded([0], []), { ...task(0), seed: 0, outcome: 'failed' }],
    })
    expect(refusal(torn, {}, empty)).toContain('solved and failed at seed 0')
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

  it('compares the commit where the run has one', () => {
    expect(originChanges(some, [task(0), task(1)], { commit: 'def' })).toEqual([
      { field: 'commit', before: ['abc'], now: ['def'], tasks: 2 },
    ])
  })
})
