import { refuseIf } from '../../../schema/tool-error.ts'
import { load } from '../../../shared/load.ts'
import { memoizeByString } from '../../../shared/memoize.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { hasLoneSurrogate } from '../text-processing/patterns.ts'

const ALGORITHMS = ['gzip', 'zlib', 'lz4'] as const

/** What zlib keeps free at the end of its window. */
const LOOKAHEAD = 262
const WINDOW_BITS = 10
/** Texts up to this size have all their matches within a window of that size, which takes less to make. */
const SHORT = 2 ** WINDOW_BITS - LOOKAHEAD

/** Texts of a level whose sizes are kept: a task makes the same call in up to eight worlds. */
const MAX_KEPT = 100

/** Size of the stream that stock zlib makes. Only the legacy hash finds the same matches; that of Node does not. */
function measureDeflatedSize(text: string, level: 1 | 6): number {
  const bytes = new TextEncoder().encode(text)
  const { deflate } = load('pako') as typeof import('pako')
  return deflate(bytes, {
    level,
    legacyHash: true,
    ...(bytes.length <= SHORT ? { windowBits: WINDOW_BITS } : {}),
  }).length
}

/** Sizes by level. */
export const deflatedSizes = {
  1: memoizeByString(MAX_KEPT, (text) => measureDeflatedSize(text, 1)),
  6: memoizeByString(MAX_KEPT, (text) => measureDeflatedSize(text, 6)),
}

export const compressData = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ data: z.string(), algorithm: z.enum(ALGORITHMS) }),
  output: (z) => ({
    compressed_size: z.int(),
    original_size: z.int(),
    ratio: z.number(),
    algorithm: z.enum(ALGORITHMS),
  }),
  run({ data, algorithm }) {
    refuseIf(hasLoneSurrogate(data), 'data', 'holds half of a surrogate pair, which has no UTF-8 form')
    const size = Buffer.byteLength(data)
    // The published sizes are those of stock zlib streams under every name.
    const compressed = deflatedSizes[algorithm === 'lz4' ? 1 : 6](data)
    return {
      compressed_size: compressed,
      original_size: size,
      ratio: size === 0 ? 1 : round(compressed / size, 4),
      algorithm,
    }
  },
})
