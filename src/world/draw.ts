import { digest, openDigest } from '../python/digest.ts'
import type { PyJson } from '../python/json.ts'
import { type Domain, type Lens, overlayKey } from './overlay.ts'
import { seedElsewhere } from './secrets.ts'

/** Bounds of a figure that is drawn at random, both included. */
export interface FigureRange {
  min: number
  max: number
  /** Decimals kept; 0 for an integer. `(max - min) * 10^decimals` is at least 10,000. */
  decimals: number
}

/** Remainder of a digest, as a number. */
export const mod = (value: bigint, modulus: number): number => Number(value % BigInt(modulus))

/**
 * Opaque values of one read: a pure function of the world's seed, a label and the parts that the value
 * depends on. At seed 0 each method gives its `published` argument back, at every other seed a value that
 * cannot be guessed. Only a lens of the world changes that.
 */
export class Draw {
  private readonly key: [number, string, ...PyJson[]]
  private cachedH: bigint | undefined
  private keyDigest: ((name: string) => string) | undefined
  private readonly lens: Pick<Lens, 'overlay' | 'onDraw'> | undefined
  private readonly isElsewhere: boolean

  /** @param isElsewhere Whether the values are those of another world. */
  constructor(
    seed: number,
    label: string,
    parts: PyJson[],
    lens?: Pick<Lens, 'overlay' | 'onDraw'>,
    isElsewhere = false,
  ) {
    this.key = [isElsewhere ? seedElsewhere(seed) : seed, label, ...parts]
    this.lens = lens
    this.isElsewhere = isElsewhere
  }

  private get published(): boolean {
    return this.key[0] === 0
  }

  /** The 256-bit digest that the published formulas are written in: SHA-256 of the label and the parts. */
  get h(): bigint {
    this.cachedH ??= BigInt(`0x${this.publishedHex()}`)
    return this.cachedH
  }

  private publishedHex(): string {
    const [, ...rest] = this.key
    return digest(...rest)
  }

  /** `digest(...key, name)`; the key, which may be long, is hashed once. */
  private bits(name: string): string {
    this.keyDigest ??= openDigest(...this.key)
    return this.keyDigest(name)
  }

  /**
   * A value of a domain: `own`, unless an overlay of the world gives another for this name, or the values are those of
   * another world. Every value of a draw comes through here.
   */
  given<T extends number | string>(name: string, domain: Domain, own: () => T): T {
    const { lens } = this
    if (lens === undefined) return this.there(own())
    const { overlay, onDraw } = lens
    const [, label, ...parts] = this.key
    const draw = { label, parts, name }
    const isLaidOver = overlay !== undefined && overlayKey(overlay) === overlayKey(draw)
    const value = isLaidOver ? (overlay.value as T) : this.there(own())
    onDraw?.({ ...draw, domain, value })
    return value
  }

  /** Hex digits may be no draw of the seed, such as the id of a record: elsewhere they are others all the same. */
  private there<T extends number | string>(value: T): T {
    if (!this.isElsewhere || typeof value !== 'string') return value
    return digest('skewed', value).slice(0, value.length) as T
  }

  /** A number within the range; at seed 0 `published`, where there is such a value. */
  figure(name: string, published: number | undefined, range: FigureRange): number {
    return this.given(name, { kind: 'figure', ...range }, () => this.ownFigure(name, published, range))
  }

  private ownFigure(
    name: string,
    published: number | undefined,
    { min, max, decimals }: FigureRange,
  ): number {
    if (this.published && published !== undefined) return published
    const scale = 10 ** decimals
    const steps = BigInt(Math.round((max - min) * scale)) + 1n
    const step = Number(BigInt(`0x${this.bits(name)}`) % steps)
    return Number(((Math.round(min * scale) + step) / scale).toFixed(decimals))
  }

  /** One of the options; at seed 0 the one at index `published`, where there is such a value. */
  pick<T>(name: string, published: number | undefined, options: readonly T[]): T {
    const index = this.given(name, { kind: 'pick', options }, () =>
      this.published && published !== undefined
        ? published
        : Number(BigInt(`0x${this.bits(name)}`) % BigInt(options.length)),
    )
    const option = options[index]
    if (option === undefined) throw new RangeError(`draw "${name}": no option ${index} of ${options.length}`)
    return option
  }

  /**
   * Hex digits of an id, at most 64. At seed 0 they are the published ones: the digest of label and parts
   * alone; elsewhere name and seed enter. Twelve digits carry 48 bits.
   */
  hex(name: string, digits = 12): string {
    return this.given(name, { kind: 'hex', digits }, () =>
      (this.published ? this.publishedHex() : this.bits(name)).slice(0, digits),
    ).slice(0, digits)
  }

  /**
   * Hex digits, at most 64, that differ per seed, seed 0 included: what a text carries to prove it was read. Twelve
   * carry 48 bits.
   */
  token(name: string, digits = 12): string {
    return this.given(name, { kind: 'hex', digits }, () => this.bits(name).slice(0, digits)).slice(0, digits)
  }
}
