import { describe, expect, it } from 'vitest'
import { besideLedgers } from '../../../src/ledger/compare-run.ts'
import { renderGate } from '../../../src/report/render-gate.ts'
import { runOf } from '../../../src/run/model.ts'
import { ledgerEntries, reportGateOf } from '../../../src/run/page/report-gate.ts'
import type { Case, Run } from '../../../src/schema/run.ts'
import { scoreFor } from '../../support/score.ts'
import { ledgerOf, record, suiteOf, task } from './records.ts'

const suite = suiteOf(12)
const caseOf = (i: number, solved: boolean): Case => {
  const { key, task_id, level } = task(i, i < 6 ? 'L0_node' : 'L3_dag')
  const score = scoreFor({ task_id, level }, solved)
  const attempts = [{ attempt: 0, outcome: 'scored' as const, seed: 1, calls: 1, score }]
  return { suite: 'a', line: i + 1, task_id, level, outcome: 'scored', agent: 'me', key, score, attempts }
}
const cases = suite.map((_, i) => caseOf(i, i > 0))
const run: Run = runOf({
  id: 'now',
  mode: 'score',
  suites: 'example',
  cases,
  scope: 'whole',
  failed: false,
  traces: [],
  errors: [],
})
const ledger = ledgerOf(suite.slice(0, 11))

describe('a run beside a ledger that it was not gated with', () => {
  const gate = besideLedgers(run, [{ file: 'main.json', ledger }]).gates![0]!

  it('has no verdict where nobody looked again, and says what changed', () => {
    expect(gate).toMatchObject({ verdict: 'ungated', ledger: 'main.json', added: ['task_11'] })
    expect(gate.changes?.overall).toMatchObject({
      tasks: 11,
      before: 1,
      now: 10 / 11,
      suspected: 1,
      added: 1,
    })
    const lines = renderGate(gate).join('\n')
    expect(lines).toMatch(/L0_node\s+100\.0 % then\s+83\.3 % now {2}1 suspected/)
    expect(lines).toMatch(/overall\s+100\.0 % then\s+90\.9 % now {2}1 suspected, 1 new/)
  })

  it('has a verdict where no second look is needed', () => {
    const same = { ...run, cases: suite.map((_, i) => caseOf(i, true)) }
    const [said] = besideLedgers(same, [{ file: 'main.json', ledger }]).gates!
    expect(said?.verdict).toMatch(/^(ok|inconclusive)$/)
  })

  it('gives the page the record of each task, and what is new', () => {
    const entryOf = ledgerEntries([gate])
    expect(entryOf(cases[0]!)).toEqual({ successes: 20, attempts: 20, change: 'suspected' })
    expect(entryOf(cases[1]!)).toEqual({ successes: 20, attempts: 20 })
    expect(entryOf(cases[11]!)).toEqual({ successes: 0, attempts: 0, change: 'new' })
    expect(entryOf({ ...cases[0]!, agent: 'another' })).toBeUndefined()
    expect(reportGateOf(gate)?.changes.map(({ stratum }) => stratum)).toEqual([
      'overall',
      'L0_node',
      'L3_dag',
    ])
  })

  it('refuses a ledger of another suite, and one that holds the run', () => {
    const beside = (tasks: typeof ledger) => () => besideLedgers(run, [{ file: 'x.json', ledger: tasks }])
    expect(beside({ ...ledger, suite: 'another' })).toThrow(
      /x\.json: it was written for the files another, not /,
    )
    const first = task(0)
    const own = record(first, 1, 1, { provenance: { runs: ['now'] } })
    expect(beside({ ...ledger, tasks: { [first.key]: own } })).toThrow(/it already holds this run/)
    expect(besideLedgers(run, [{ file: 'x.json', ledger: { ...ledger, agent: 'another' } }])).toBe(run)
  })
})
