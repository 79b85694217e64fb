import { refuseIf } from '../../../schema/tool-error.ts'
import { load } from '../../../shared/load.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { hasLoneSurrogate } from '../text-processing/patterns.ts'

const ALGORITHMS = ['gzip', 'zlib', 'lz4'] as const

type Pako = typeof import('pako')
type Level = 1 | 6

const WINDOW_BITS = 15
const MEMORY_LEVEL = 8
const OUTPUT_SIZE = 16_384

/** Streams by level, used again for each text: a new one takes 200 kB, which cost as much as short texts do. */
const streams = new Map<Level, import('pako').ZStream>()

/** A stream in its first state. Only the legacy hash finds the matches of stock zlib; that of Node does not. */
function resetStream(pako: Pako, level: Level): import('pako').ZStream {
  const known = streams.get(level)
  if (known !== undefined) {
    pako.zlibDeflateReset(known)
    return known
  }
  const stream = new pako.ZStream()
  pako.zlibDeflateInit2(stream, level, 8, WINDOW_BITS, MEMORY_LEVEL, pako.Z_DEFAULT_STRATEGY, true)
  stream.output = new Uint8Array(OUTPUT_SIZE)
  streams.set(level, stream)
  return stream
}

/** Size of the stream that stock zlib makes. */
export function measureDeflatedSize(bytes: Uint8Array, level: Level): number {
  const pako = load('pako') as Pako
  const stream = resetStream(pako, level)
  Object.assign(stream, { input: bytes, next_in: 0, avail_in: bytes.length })
  let status: number = pako.Z_OK
  while (status === pako.Z_OK) {
    stream.next_out = 0
    stream.avail_out = OUTPUT_SIZE
    status = pako.zlibDeflate(stream, pako.Z_FINISH)
  }
  if (status !== pako.Z_STREAM_END) throw new Error(`Failed to measure a zlib stream: status ${status}.`)
  return stream.total_out
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
