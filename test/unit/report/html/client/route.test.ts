import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildHash, PARAMS, type PageRoute, parseHash } from '../../../../../src/report/html/client/route.ts'

const params = fc
  .record(Object.fromEntries(PARAMS.map((name) => [name, fc.string({ minLength: 1 })])), { requiredKeys: [] })
  .map((record) => ({ ...record }))
const route: fc.Arbitrary<PageRoute> = fc.oneof(
  fc.record({ view: fc.constantFrom('overview' as const, 'tasks' as const, 'agents' as const), params }),
  fc.record(
    {
      view: fc.constant('task' as const),
      key: fc.string({ minLength: 1 }),
      params,
      attempt: fc.integer({ min: 0, max: 99 }),
    },
    { requiredKeys: ['view', 'key', 'params'] },
  ),
)

describe('addresses', () => {
  it('lead back to the route that they were made of', () => {
    fc.assert(
      fc.property(route, (wanted) => {
        expect(parseHash(buildHash(wanted))).toEqual(wanted)
      }),
    )
  })

  it.each(['', '#', '#/', '#/nowhere', '#/task', '#main'])('%j leads to the overview', (hash) => {
    expect(parseHash(hash)).toEqual({ view: 'overview', params: {} })
  })

  it('take a broken encoding as it stands, and drop fields they do not know', () => {
    expect(parseHash('#/task/50%?x=1&q=a')).toEqual({ view: 'task', key: '50%', params: { q: 'a' } })
    expect(parseHash('#/task/a?attempt=-1')).toEqual({ view: 'task', key: 'a', params: {} })
  })
})
