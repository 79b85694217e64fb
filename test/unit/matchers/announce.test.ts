import { expect, it } from 'vitest'
import { announceMatchers } from '../../../matchers/announce.ts'

it('leaves a matcher as it is that somebody registered', () => {
  expect.extend({ toSolve: () => ({ pass: false, message: () => 'the own one' }) })
  announceMatchers()
  expect(() => expect({}).toSolve()).toThrow('the own one')
  expect(expect.toolCall).toBeTypeOf('function')
})
