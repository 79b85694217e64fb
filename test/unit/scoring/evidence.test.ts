import { describe, expect, it } from 'vitest'
import { UNTYPED } from '../../../src/scoring/equality.ts'
import { Evidence } from '../../../src/scoring/evidence.ts'
import { traceOf } from '../../support/traces.ts'

const read = (args: object, result: object) => ({
  tool_name: 'read',
  arguments: args as never,
  result: result as never,
})
const { calls } = traceOf([
  read({ id: 'k', most: 5 }, { price: 1999.5, city: 'Oslo' }),
  read({ most: 5, id: 'k' }, { price: '1,999.50' }),
  read({ id: 'k' }, { price: 7, found: true }),
  read({ 'id:1=k': 'k' }, { price: 7 }),
])
const [first, turned, short, other] = calls as [never, never, never, never]

describe('calls that ask for the same', () => {
  it('have the same arguments in any order', () => {
    const evidence = new Evidence('', calls)
    expect(evidence.isSame(first, turned)).toBe(true)
    expect(evidence.isSame(first, short)).toBe(false)
    expect(evidence.isSame(short, other)).toBe(false)
    expect([first, short].map((call) => evidence.isRepeated(call))).toEqual([true, false])
    expect(evidence.readsLike(turned, null)).toEqual([first, turned])
  })

  it('may leave defaults out', () => {
    const evidence = new Evidence('', calls, (_, name, value) => name === 'most' && value === 5)
    expect(evidence.readsLike(short, null)).toEqual([first, turned, short])
  })
})

it('a value is found in every lossless form, in the results that a call could have known', () => {
  const evidence = new Evidence('', calls)
  const placesOf = (consumer: never | null) =>
    evidence.placesOf(1999.5, UNTYPED, consumer).map(({ call, leaf }) => [call.id, leaf.pointer])
  expect(placesOf(null)).toEqual([
    ['call_1', '/price'],
    ['call_2', '/price'],
  ])
  expect(placesOf(turned)).toEqual([['call_1', '/price']])
  expect(evidence.appears(7, UNTYPED, null, ({ call }) => call === other)).toBe(true)
  expect(evidence.appears(7, UNTYPED, short, () => true)).toBe(false)
})
