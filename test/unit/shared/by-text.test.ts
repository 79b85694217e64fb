import { describe, expect, it } from 'vitest'
import { memoizeByString } from '../../../src/shared/memoize.ts'

describe('a function of one text', () => {
  const counted = (maxSize: number) => {
    const asked: string[] = []
    const nothing = memoizeByString(maxSize, (text) => {
      asked.push(text)
    })
    return { asked, nothing }
  }

  it('is asked once for the texts that were asked for last, and keeps two generations at most', () => {
    const { asked, nothing } = counted(3)
    for (let key = 0; key < 100; key++) for (const text of ['often', String(key)]) nothing(text)
    expect(asked).toHaveLength(101)
    for (let key = 0; key < 95; key++) nothing(String(key))
    expect(asked.length).toBeGreaterThan(190)
  })

  it('keeps no long text', () => {
    const { asked, nothing } = counted(2)
    for (const text of ['x'.repeat(20_001), 'x'.repeat(20_001)]) nothing(text)
    expect(asked).toHaveLength(2)
  })
})
