import { describe, expect, it } from 'vitest'
import { memoizeByString } from '../../../src/shared/memoize.ts'

describe('a function of one text', () => {
  const counted = (most: number) => {
    const asked: string[] = []
    const length = memoizeByString(most, (text) => {
      asked.push(text)
      return text.length
    })
    return { asked, length }
  }

  it('is asked once for each of the last texts', () => {
    const { asked, length } = counted(2)
    for (const text of ['a', 'bb', 'a', 'bb', 'ccc', 'bb', 'a']) expect(length(text)).toBe(text.length)
    expect(asked).toEqual(['a', 'bb', 'ccc', 'a'])
  })

  it('keeps what is undefined, and no long text', () => {
    let asked = 0
    const nothing = memoizeByString(2, () => {
      asked++
    })
    nothing('a')
    nothing('a')
    expect(asked).toBe(1)
    const long = 'x'.repeat(20_001)
    nothing(long)
    nothing(long)
    expect(asked).toBe(3)
  })
})
