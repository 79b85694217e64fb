import { refuseIf } from '../../../schema/tool-error.ts'
import { load } from '../../../shared/load.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { hasLoneSurrogate } from '../text-processing/patterns.ts'

const ALGORITHMS = ['gzip', 'zlib', 'lz4'] as const

/** What zlib keeps free at the end of its window. */
const LOOKAHEAD = 262
const WINDOW_BITS = 10
/** Texts up to this size have all their matches within a window of that size, which takes less to make. */
const SHORT = 2 ** WINDOW_BITS - LOOKAHEAD

/** Size of the stream that stock zlib makes. Only the legacy hash finds the same matches; that of Node does not. */
export function measureDeflatedSize(bytes: Uint8Array, level: 1 | 6): number {
  const { deflate } = load('pako') as typeof import('pako')
  return deflate(bytes, {
    level,
    legacyHash: true,
    ...(bytes.length <= SHORT ? { windowBits: WINDOW_BITS } : {}),
  }).length
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
    const bytes = new TextEncoder().encode(data)
    // The published sizes are those of stock zlib streams under every name.
    const compressed = measureDeflatedSize(bytes, algorithm === 'lz4' ? 1 : 6)
    return {
      compressed_size: compressed,
      original_size: bytes.length,
      ratio: bytes.length === 0 ? 1 : round(compressed / bytes.length, 4),
      algorithm,
    }
  },
})
