import { describe, expect, it } from 'vitest'
import { traceFileOf } from '../../../matchers/index.ts'

describe('traceFileOf', () => {
  it('names a file after the task', () => {
    expect(traceFileOf('L1_chain_0050')).toBe('__traces__/L1_chain_0050.txt')
    expect(traceFileOf('größer.2')).toBe('__traces__/größer.2.txt')
    expect(traceFileOf('../../etc')).toMatch(/^__traces__\/__.._etc-[0-9a-f]{8}.txt$/)
  })

  it('keeps ids apart that differ in punctuation', () => {
    const ids = ['price < 10', 'price > 10', 'price_10', 'a/b', 'a b', 'a_b', '..', '.', '🐟']
    expect(new Set(ids.map((id) => traceFileOf(id))).size).toBe(ids.length)
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
