import { describe, expect, test } from 'vitest'
import parts from '../../../src/tools/content/words/parts.json' with { type: 'json' }
import pools from '../../../src/tools/content/words/pools.json' with { type: 'json' }

interface Words {
  about?: Readonly<Record<string, string>>
  [list: string]: readonly unknown[] | Readonly<Record<string, unknown>> | undefined
}

describe.each(Object.entries<Words>({ pools, ...parts }))('words of %s', (_, { about = {}, ...lists }) => {
  test('are told once each, without quotation marks', () => {
    for (const [name, list] of Object.entries(lists)) {
      const texts = (Array.isArray(list) ? list : []).map((item) => JSON.stringify(item))
      expect.soft(texts.length, name).toBeGreaterThan(1)
      expect.soft(new Set(texts).size, name).toBe(texts.length)
      expect.soft(texts.join(), name).not.toContain('\\"')
    }
  })

  test('are spoken of only where there are some', () => {
    expect(Object.keys(about).filter((name) => !(name in lists))).toEqual([])
  })
})
