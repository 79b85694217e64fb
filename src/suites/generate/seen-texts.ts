import { createHash } from 'node:crypto'

const BITS_PER_KEY = 24
const PROBES = 8
/** Room for a small suite, so that none is too tight. */
const MIN_KEYS = 10_000

/**
 * Texts that were seen, in a Bloom filter of fixed size (Bloom 1970): a text that was seen is always recognised. With
 * 24 bits a text and 8 probes about 4 in a million new ones are taken for seen, which costs a draw and nothing else.
 */
export class SeenTexts {
  private readonly bits: Uint32Array
  private readonly size: number

  /** @param keys Number of texts that will be added. */
  constructor(keys: number) {
    this.size = Math.max(keys, MIN_KEYS) * BITS_PER_KEY
    this.bits = new Uint32Array(Math.ceil(this.size / 32))
  }

  /** Two hashes of a text give all the probes (Kirsch and Mitzenmacher 2006). */
  private places(text: string): number[] {
    const digest = createHash('sha256').update(text).digest()
    const first = digest.readUIntBE(0, 6)
    const step = digest.readUIntBE(6, 6)
    return Array.from({ length: PROBES }, (_, i) => (first + i * step) % this.size)
  }

  has(text: string): boolean {
    return this.places(text).every(
      (place) => ((this.bits[place >>> 5] as number) & (1 << (place & 31))) !== 0,
    )
  }

  add(text: string): void {
    for (const place of this.places(text)) {
      const word = place >>> 5
      this.bits[word] = (this.bits[word] as number) | (1 << (place & 31))
    }
  }
}
