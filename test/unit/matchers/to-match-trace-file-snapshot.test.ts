import { describe, expect, it } from 'vitest'
import { traceFileOf } from '../../../matchers/index.ts'

describe('traceFileOf', () => {
  it('names a file after the task', () => {
    expect(traceFileOf('L1_chain_0050')).toBe('__traces__/L1_chain_0050.txt')
    expect(traceFileOf('reads "a/b": größer?')).toBe('__traces__/reads_a_b_größer_.txt')
    expect(traceFileOf('../../etc')).toBe('__traces__/__.._etc.txt')
  })

  it('keeps long names apart', () => {
    const [one, other] = [`${'x'.repeat(200)}1`, `${'x'.repeat(200)}2`].map(traceFileOf)
    expect(one).not.toBe(other)
    expect(one?.length).toBeLessThan(130)
  })
})
