import fc from 'fast-check'
import { deflate } from 'pako'
import { expect, test } from 'vitest'
import { measureDeflatedSize } from '../../../../src/tools/builtin/communication/compress-data.ts'

const words = fc
  .tuple(fc.array(fc.string({ maxLength: 9 }), { minLength: 1, maxLength: 20 }), fc.array(fc.nat(19)))
  .map(([pool, order]) => new TextEncoder().encode(order.map((at) => pool[at % pool.length]).join(' ')))
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 1100, size: 'max' }),
  fc.uint8Array({ max: 3, maxLength: 1100, size: 'max' }),
  words,
)

test('a text has the size of a stock zlib stream, whatever the window that it is made with', () => {
  fc.assert(
    fc.property(bytes, fc.constantFrom(1 as const, 6 as const), (text, level) => {
      expect(measureDeflatedSize(text, level)).toBe(deflate(text, { level, legacyHash: true }).length)
    }),
    { numRuns: 300 },
  )
})
