import { describe, expect, it } from 'vitest'
import { failedGate } from '../../../src/ledger/gate-of-run.ts'
import { EXIT_CODES, notGated, type VerdictInput, verdictOf } from '../../../src/run/verdict.ts'
import type { Gate } from '../../../src/schema/gate.ts'
import { scoreFor } from '../../support/score.ts'

const solved = (is: boolean): VerdictInput['cases'][number] => {
  const score = scoreFor({ task_id: 't', level: 'L0_node' }, is)
  return { outcome: 'scored', attempts: [{ attempt: 0, outcome: 'scored', seed: 0, calls: 1, score }] }
}
const errored: VerdictInput['cases'][number] = { outcome: 'errored' }
const skipped: VerdictInput['cases'][number] = { outcome: 'skipped' }
const EXITS = { ok: 0, 'needs-another-run': 1, inconclusive: 0, regressed: 1, error: 2, ungated: 2 } as const
const gate = (verdict: Gate['verdict'], exit: Gate['exit'] = EXITS[verdict]): Gate => ({
  ...failedGate({ agent: 'a', ledger: 'l' }, []),
  verdict,
  exit,
})

const base: VerdictInput = { mode: 'score', scope: 'whole', errors: [], cases: [solved(true)], failed: false }
const unsolved = [solved(true), solved(false)]

/** The table of docs/exit-codes.md, a row each. */
const TABLE: [string, Partial<VerdictInput>, 'reported' | 'passed' | 'failed' | 'error'][] = [
  ['score: scored cases, whatever they came to', { cases: unsolved }, 'reported'],
  ['score: some errored', { cases: [solved(true), errored] }, 'reported'],
  ['score: all errored', { cases: [errored, errored] }, 'error'],
  ['score: all skipped', { cases: [skipped] }, 'error'],
  ['score: errored and skipped', { cases: [skipped, errored] }, 'error'],
  ['score: a test failed on its own', { failed: true }, 'failed'],
  ['score: something is missing', { errors: ['missing'] }, 'error'],
  ['score: something is missing and a test failed', { errors: ['missing'], failed: true }, 'error'],
  ['strict: all solved', { mode: 'strict' }, 'passed'],
  ['strict: one not solved', { mode: 'strict', cases: unsolved, failed: true }, 'failed'],
  ['strict: one errored', { mode: 'strict', cases: [solved(true), errored] }, 'failed'],
  ['strict: all errored', { mode: 'strict', cases: [errored], failed: true }, 'error'],
  ['strict: no case', { mode: 'strict', cases: [], errors: ['no case'] }, 'error'],
  ['strict, filtered: by the cases alone', { mode: 'strict', scope: 'filtered', cases: unsolved }, 'failed'],
  ['regression: ok', { mode: 'regression', gates: [gate('ok')] }, 'passed'],
  ['regression: inconclusive', { mode: 'regression', gates: [gate('inconclusive')] }, 'reported'],
  ['regression: needs another run', { mode: 'regression', gates: [gate('needs-another-run')] }, 'failed'],
  ['regression: regressed', { mode: 'regression', gates: [gate('regressed')] }, 'failed'],
  ['regression: no verdict', { mode: 'regression', gates: [gate('error')] }, 'error'],
  ['regression: one agent of two', { mode: 'regression', gates: [gate('ok'), gate('regressed')] }, 'failed'],
  [
    'regression: no verdict on one agent of two',
    { mode: 'regression', gates: [gate('regressed'), gate('error')] },
    'error',
  ],
  ['regression: ok, and a test failed', { mode: 'regression', gates: [gate('ok')], failed: true }, 'failed'],
  ['regression: no ledger', { mode: 'regression', errors: ['no ledger'] }, 'error'],
  ['regression, filtered: by the cases alone', { mode: 'regression', scope: 'filtered' }, 'reported'],
  ['regression, filtered: all errored', { mode: 'regression', scope: 'filtered', cases: [errored] }, 'error'],
  ['regression, watch', { mode: 'regression', scope: 'watch', cases: unsolved }, 'reported'],
  ['regression, a shard', { mode: 'regression', scope: 'shard', cases: unsolved }, 'reported'],
  ['a shard whose few cases errored: the merge says', { scope: 'shard', cases: [errored] }, 'reported'],
]

describe('a run', () => {
  it.each(TABLE)('%s', (_, situation, verdict) => {
    expect(verdictOf({ ...base, ...situation })).toBe(verdict)
  })

  it('exits with what its verdict says', () => {
    expect(EXIT_CODES).toEqual({ reported: 0, passed: 0, failed: 1, error: 2 })
  })

  it('says why nothing gates it, and what changes that', () => {
    expect(notGated({ mode: 'regression', scope: 'filtered' }, true)).toBe('not gated: filtered')
    expect(notGated({ mode: 'score', scope: 'watch' }, false)).toContain('watch')
    expect(notGated({ mode: 'score', scope: 'whole' }, false)).toContain('`npx tracewright ledger update`')
    const two = notGated({ mode: 'score', scope: 'whole' }, false, ['desk', 'rides'])
    expect(two).toContain('the projects desk, rides have no ledger')
    expect(two).toContain('`npx tracewright ledger update --project NAME`')
    expect(notGated({ mode: 'score', scope: 'whole' }, true)).toContain('and a ledger exists')
    expect(notGated({ mode: 'strict', scope: 'whole' }, false)).toBeUndefined()
    expect(notGated({ mode: 'regression', scope: 'whole', gates: [gate('ok')] }, true)).toBeUndefined()
  })
})
