import { describe, expect, it } from 'vitest'
import { entitiesOfCollections } from '../../../../src/scoring/state/entities.ts'
import type { Json } from '../../../../src/shared/json.ts'

const places = (state: Record<string, Json>): string[] =>
  entitiesOfCollections('synthetic:x', new Map(Object.entries(state))).map(
    ({ store, key }) => `${store} ${key}`,
  )

describe('entities of a store of collections', () => {
  it.each<[string, Record<string, Json>, string[]]>([
    [
      'a list of records by their ids',
      { loans: [{ loan_id: 'a', n: 1 }, { loan_id: 7 }] },
      ['loans a', 'loans 7'],
    ],
    [
      'an object of records by key',
      { kilns: { north: { cone: 6 }, south: { cone: 8 } } },
      ['kilns north', 'kilns south'],
    ],
    [
      'collections in a part',
      { shop: { loans: [{ id: 'a' }], kilns: { b: { cone: 6 } } } },
      ['loans a', 'kilns b'],
    ],
    ['a value that is no collection', { settings: { wifi: true }, count: 3 }, ['x settings', 'x count']],
    ['an empty collection', { loans: [], kilns: {} }, []],
    [
      'the first id that tells them apart',
      {
        tickets: [
          { member_id: 'm', ticket_id: 't1' },
          { member_id: 'm', ticket_id: 't2' },
        ],
      },
      ['tickets t1', 'tickets t2'],
    ],
    [
      'records without an id by what they are',
      { log: [{ a: 1 }, { a: 2 }, { a: 1 }] },
      ['log {"a":1}1', 'log {"a":2}1', 'log {"a":1}2'],
    ],
  ])('%s', (_, state, expected) => {
    expect(places(state).map((place) => place.replace('synthetic:', ''))).toEqual(expected)
  })
})
