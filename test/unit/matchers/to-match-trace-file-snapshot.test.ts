import { describe, expect, it } from 'vitest'
import { traceFileOf } from '../../../matchers/index.ts'

describe('traceFileOf', () => {
  it('names a file after the task', () => {
    expect(traceFileOf('L1_chain_0050')).toBe('__traces__/L1_chain_0050.txt')
    expect(traceFileOf('reads "a/b": größer?')).toBe('__traces__/reads_a_b_größer_.txt')
    expect(traceFileOf('../../etc')).toBe('__traces__/__.._etc.txt')
  })

  it('has a file for each branch of a task', () => {
    expect(traceFileOf('L1_chain_0050', 'without step_2, with step_3')).toBe(
      '__traces__/L1_chain_0050_without_step_2_with_step_3.txt',
    )
  })

  it('keeps long names apart', () => {
    const [one, other] = [`${'x'.repeat(200)}1`, `${'x'.repeat(200)}2`].map((id) => traceFileOf(id))
    expect(one).not.toBe(other)
    expect(one?.length).toBeLessThan(130)
  })
})
