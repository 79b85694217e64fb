import { expect, it } from 'vitest'
import { gateRunOf } from '../../../src/baseline/gate-of-run.ts'
import type { Case } from '../../../src/schema/run.ts'
import { suiteOf } from './records.ts'

it('says of each task which shard it was run in, where that is known', () => {
  const cases = suiteOf(3).map(
    (own, i): Case => ({ ...own, suite: 'a.suite.jsonl', line: i + 1, outcome: 'errored', agent: 'me' }),
  )
  const given = { cases, complete: true }
  const shards = gateRunOf({ ...given, shardOf: ({ line }) => (line === 2 ? undefined : line) })
  expect(shards.suite.map(({ shard }) => shard)).toEqual([1, undefined, 3])
  expect(gateRunOf(given).suite.every((task) => !('shard' in task))).toBe(true)
})
