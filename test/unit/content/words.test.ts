import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { POOLS } from '../../../src/tools/content/pools/lists.ts'
import { poolFileSchema } from '../../../src/tools/content/word-schema.ts'

const folder = new URL('../../../src/tools/content/words/', import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

describe.each(readdirSync(folder))('words of %s', (file) => {
  const { about = {}, ...lists } = poolFileSchema.parse(read(file))

  test('are told once each, without quotation marks', () => {
    for (const [name, list] of Object.entries(lists)) {
      for (const items of Array.isArray(list) ? [list] : Object.values(list)) {
        const texts = items.map((item) => JSON.stringify(item))
        expect.soft(new Set(texts).size, name).toBe(texts.length)
        expect
          .soft(
            texts.filter((text) => text.includes('\\"')),
            name,
          )
          .toEqual([])
      }
    }
  })

  test('are spoken of only where there are some', () => {
    expect(Object.keys(about).filter((name) => !(name in lists))).toEqual([])
  })
})

test('no file takes away a list that patterns draw from another one', () => {
  const files = readdirSync(folder).map((file) => poolFileSchema.parse(read(file)))
  const isDrawnFrom = ([name, list]: [string, unknown]): boolean => isDeepStrictEqual(POOLS[name], list)
  const drawnFrom = files.filter((file) => Object.entries(file).some(isDrawnFrom))
  expect(drawnFrom.length).toBeGreaterThan(5)
  for (const { about: _about, ...lists } of drawnFrom) {
    expect(Object.entries(lists).filter((entry) => !isDrawnFrom(entry))).toEqual([])
  }
})
