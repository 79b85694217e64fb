import { afterAll, expect, it } from 'vitest'
import { announceMatchers } from '../../../matchers/announce.ts'
import { matchers } from '../../../matchers/index.ts'

// Later files of this worker have the same `expect`.
afterAll(() => expect.extend({ toSolve: matchers.toSolve }))

it('leaves a matcher as it is that somebody registered', () => {
  expect.extend({ toSolve: () => ({ pass: false, message: () => 'the own one' }) })
  announceMatchers()
  expect(() => expect({}).toSolve()).toThrow('the own one')
})
