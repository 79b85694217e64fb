import { describe, expect, it } from 'vitest'
import { gateOf, gateRunOf } from '../../../src/ledger/gate-of-run.ts'
import type { Case } from '../../../src/schema/run.ts'
import { scoreFor } from '../../support/score.ts'
import { ledgerOf, record, suiteOf } from './records.ts'

const suite = suiteOf(20)
const place = { agent: 'me', ledger: 'tracewright.ledger.json' }
/** A case with one solved attempt of so many calls in world 0. */
const caseOf = (calls: number) => (own: (typeof suite)[number], i: number) =>
  ({
    ...own,
    suite: 'a.suite.jsonl',
    line: i + 1,
    outcome: 'scored',
    agent: 'me',
    attempts: [{ attempt: 0, outcome: 'scored', seed: 0, calls, score: scoreFor(own, true) }],
  }) satisfies Case
const cases = (calls: number): Case[] => suite.map(caseOf(calls))

describe('costs of an agent that is compared seed by seed', () => {
  const ledger = {
    ...ledgerOf(suite),
    tasks: Object.fromEntries(
      suite.map((own) => [own.key, record(own, 1, 1, { seeds: { 0: 1 }, costs: { calls: [2] } })]),
    ),
  }
  const verdictAt = (calls: number, maxCostIncrease?: number) =>
    gateOf({ cases: cases(calls), complete: true }, ledger, place, {
      deterministic: true,
      ...(maxCostIncrease === undefined ? {} : { maxCostIncrease }),
    })

  it('fail the run where they rose by more than the limit', () => {
    expect(verdictAt(3, 0.2)).toMatchObject({ verdict: 'regressed', exit: 1, max_cost_increase: 0.2 })
    expect(verdictAt(3, 0.6)).toMatchObject({ verdict: 'ok', exit: 0 })
  })

  it('are shown where there is no limit', () => {
    expect(verdictAt(3)).toMatchObject({ verdict: 'ok', exit: 0, costs: [{ metric: 'calls', risen: true }] })
  })
})

it('says of each task which shard it was run in, where that is known', () => {
  const given = { cases: cases(1).slice(0, 3), complete: true }
  const shards = gateRunOf({ ...given, shardOf: ({ line }) => (line === 2 ? undefined : line) })
  expect(shards.suite.map(({ shard }) => shard)).toEqual([1, undefined, 3])
  expect(gateRunOf(given).suite.every((task) => !('shard' in task))).toBe(true)
})
