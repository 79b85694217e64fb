import { describe, expect, test } from 'vitest'
import { SeenTexts } from '../../../src/suites/generate/seen-texts.ts'

describe('a filter of what was seen', () => {
  test('recognises all that was added, and takes hardly anything else for it', () => {
    const count = 20_000
    const seen = new SeenTexts(count)
    for (let i = 0; i < count; i++) seen.add(`task ${i}`)
    const missed = Array.from({ length: count }, (_, i) => i).filter((i) => !seen.has(`task ${i}`))
    const mistaken = Array.from({ length: count }, (_, i) => i).filter((i) => seen.has(`other ${i}`))
    expect(missed).toEqual([])
    expect(mistaken.length).toBeLessThan(10)
  })

  test('takes nothing for seen at first', () => {
    expect(new SeenTexts(1).has('')).toBe(false)
  })
})
