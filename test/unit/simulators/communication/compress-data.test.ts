import { createRequire } from 'node:module'
import fc from 'fast-check'
import { deflate } from 'pako'
import { expect, test, vi } from 'vitest'
import { measureDeflatedSize } from '../../../../src/tools/builtin/communication/compress-data.ts'

const words = fc
  .tuple(fc.array(fc.string({ maxLength: 9 }), { minLength: 1, maxLength: 20 }), fc.array(fc.nat(19)))
  .map(([pool, order]) => new TextEncoder().encode(order.map((at) => pool[at % pool.length]).join(' ')))
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 1100, size: 'max' }),
  fc.uint8Array({ max: 3, maxLength: 1100, size: 'max' }),
  words,
)

test('a text has the size of a stock zlib stream, whatever was measured before', () => {
  fc.assert(
    fc.property(bytes, fc.constantFrom(1 as const, 6 as const), (text, level) => {
      expect(measureDeflatedSize(text, level)).toBe(deflate(text, { level, legacyHash: true }).length)
    }),
    { numRuns: 300 },
  )
})

test('a text that is longer than the window and the output has the size of a stock zlib stream', () => {
  const text = Uint8Array.from({ length: 80_000 }, (_, at) => Math.imul(at, at * 7919) >> 11)
  for (const level of [1, 6, 6] as const)
    expect(measureDeflatedSize(text, level)).toBe(deflate(text, { level, legacyHash: true }).length)
})

test('texts share a stream', () => {
  measureDeflatedSize(new Uint8Array(9), 6)
  const reset = vi.spyOn(createRequire(import.meta.url)('pako') as typeof import('pako'), 'zlibDeflateReset')
  measureDeflatedSize(new Uint8Array(5), 6)
  expect(reset).toHaveBeenCalledTimes(1)
  reset.mockRestore()
})
