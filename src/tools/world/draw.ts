import { computeSha256, formatAsciiLiteral } from '../../shared/digest.ts'
import { digest } from '../../shared/python/digest.ts'
import { dumpPythonJson, type PyJson } from '../../shared/python/json.ts'

/** Bounds of a number that is drawn at random, both included. */
export interface NumberRange {
  /** The least number. */
  min: number
  /** The greatest number. */
  max: number
  /** Decimals kept; 0 for an integer. `(max - min) * 10^decimals` is at least 10,000. */
  decimals: number
}

/** Up to here a remainder and four more hex digits are an exact number. */
const EXACT = 2 ** 37

/**
 * A whole number from 0 up to `most`: the remainder by `most + 1` of a number in lower-case hex digits, a multiple of four
 * of them.
 */
export function scaleHex(hex: string, most: number): number {
  if (most >= EXACT) return Number(BigInt(`0x${hex}`) % (BigInt(most) + 1n))
  const modulus = most + 1
  let remainder = 0
  for (let i = 0; i < hex.length; i += 4) {
    const four =
      (readDigit(hex, i) << 12) |
      (readDigit(hex, i + 1) << 8) |
      (readDigit(hex, i + 2) << 4) |
      readDigit(hex, i + 3)
    const value = remainder * 0x1_00_00 + four
    // Faster than `%` of numbers over 31 bits. The quotient is below 2^16, so that none is rounded up to a whole number.
    remainder = value - Math.floor(value / modulus) * modulus
  }
  return remainder
}

/** Value of a hex digit, `0` to `9` at 0x30 or `a` to `f` at 0x61, without a branch that no processor foresees. */
const readDigit = (hex: string, at: number): number => {
  const unit = hex.charCodeAt(at)
  return (unit & 15) + (unit >> 6) * 9
}

/**
 * Unguessable values of one read: a pure function of the world's seed, a label and the parts that the value
 * depends on. At seed 0 each method gives its `published` argument back, at every other seed a value that
 * cannot be guessed.
 */
export class Draw {
  private readonly key: [number, string, ...PyJson[]]
  private cachedHex: string | undefined
  private keyText: string | undefined

  constructor(seed: number, label: string, parts: PyJson[]) {
    this.key = [seed, label, ...parts]
  }

  private get published(): boolean {
    return this.key[0] === 0
  }

  /** Remainder of the 256-bit digest that the published formulas are written in: SHA-256 of the label and the parts. */
  remainder(modulus: number): number {
    return scaleHex(this.readPublishedHex(), modulus - 1)
  }

  /**
   * The same for a `published` argument, which counts at seed 0 alone: elsewhere 0, without a digest. What else depends
   * on the digest takes `remainder`.
   */
  publishedRemainder(modulus: number): number {
    return this.published ? this.remainder(modulus) : 0
  }

  private readPublishedHex(): string {
    if (this.cachedHex === undefined) {
      const [, ...rest] = this.key
      this.cachedHex = digest(...rest)
    }
    return this.cachedHex
  }

  /** `digest(...key, name)`; the JSON of the key, which may be long, is written once. */
  private readBits(name: string): string {
    this.keyText ??= dumpPythonJson(this.key, true).slice(0, -1)
    return computeSha256(`${this.keyText}, ${formatAsciiLiteral(name)}]`)
  }

  /** A number within the range; at seed 0 `published`, where there is such a value. */
  number(name: string, published: number | undefined, { min, max, decimals }: NumberRange): number {
    if (this.published && published !== undefined) return published
    const scale = decimals === 0 ? 1 : 10 ** decimals
    const step = scaleHex(this.readBits(name), Math.round((max - min) * scale))
    // A whole number by a power of ten is the number nearest to that decimal: nothing is left to round.
    return (Math.round(min * scale) + step) / scale
  }

  /** A number within the range whose published value is its lower bound and a remainder below `span`. */
  numberFrom(name: string, span: number, range: NumberRange): number {
    return this.number(name, range.min + this.publishedRemainder(span), range)
  }

  /** One of the options; at seed 0 the one at index `published`, where there is such a value. */
  pick<T>(name: string, published: number | undefined, options: readonly T[]): T {
    const index =
      this.published && published !== undefined
        ? published
        : scaleHex(this.readBits(name), options.length - 1)
    const option = options[index]
    if (option === undefined)
      throw new RangeError(`draw "${name}": option ${index} of ${options.length} is missing`)
    return option
  }

  /**
   * Hex digits of an id, at most 64. At seed 0 they are the published ones: the digest of label and parts
   * alone; elsewhere name and seed enter. Twelve digits carry 48 bits.
   */
  hex(name: string, digits = 12): string {
    return (this.published ? this.readPublishedHex() : this.readBits(name)).slice(0, digits)
  }

  /**
   * Hex digits, at most 64, that differ per seed, seed 0 included: what a text carries to prove it was read. Twelve
   * carry 48 bits.
   */
  token(name: string, digits = 12): string {
    return this.readBits(name).slice(0, digits)
  }
}
