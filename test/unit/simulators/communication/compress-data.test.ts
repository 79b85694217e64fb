import { createRequire } from 'node:module'
import fc from 'fast-check'
import { deflate } from 'pako'
import { expect, test, vi } from 'vitest'
import { deflatedSizes } from '../../../../src/tools/builtin/communication/compress-data.ts'

const words = fc
  .tuple(fc.array(fc.string({ maxLength: 9 }), { minLength: 1, maxLength: 20 }), fc.array(fc.nat(19)))
  .map(([pool, order]) => order.map((at) => pool[at % pool.length]).join(' '))
const texts = fc.oneof(
  fc.uint8Array({ maxLength: 1100, size: 'max' }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc
    .uint8Array({ max: 3, maxLength: 1100, size: 'max' })
    .map((bytes) => Buffer.from(bytes).toString('latin1')),
  words,
)

test('a text has the size of a stock zlib stream, whatever the window that it is made with', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(1 as const, 6 as const), (text, level) => {
      expect(deflatedSizes[level](text)).toBe(deflate(text, { level, legacyHash: true }).length)
    }),
    { numRuns: 300 },
  )
})

test('a text is compressed once, whatever the number of worlds that ask for its size', () => {
  const compress = vi.spyOn(createRequire(import.meta.url)('pako') as typeof import('pako'), 'deflate')
  const sizes = Array.from({ length: 8 }, () => deflatedSizes[6]('measured in eight worlds'))
  expect(new Set(sizes).size).toBe(1)
  expect(compress).toHaveBeenCalledTimes(1)
  compress.mockRestore()
})
