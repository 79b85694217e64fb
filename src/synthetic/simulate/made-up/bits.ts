import type { Faker } from '@faker-js/faker'
import { load } from '../../../shared/load.ts'
import type { Draw, FigureRange } from '../../../world/draw.ts'

let faker: Faker | undefined

/** Loaded when the first value is made up: it takes some 30 ms, and most commands need none. */
function loadedFaker(): Faker {
  faker ??= (load('@faker-js/faker/locale/en') as typeof import('@faker-js/faker/locale/en')).faker
  return faker
}

const numberOf = (hex: string): number => Number.parseInt(hex, 16)

/**
 * Where the values of one made-up output come from. Each has a name, its path in the output; equal names of equal
 * calls in equal worlds give equal values, and each other seed gives others, as does an overlay of the world.
 */
export class Bits {
  readonly #draw: Draw
  /** The present of the world, in milliseconds since the epoch. */
  readonly now: number

  constructor(draw: Draw, now: number) {
    this.#draw = draw
    this.now = now
  }

  /** Twelve hex digits: 48 bits. */
  token(name: string): string {
    return this.#draw.token(name)
  }

  /** The library of plausible values, ready to draw those of this name. */
  faker(name: string): Faker {
    const token = this.token(name)
    const own = loadedFaker()
    own.seed([numberOf(token.slice(0, 6)), numberOf(token.slice(6))])
    return own
  }

  figure(name: string, { min, max, decimals }: FigureRange): number {
    const scale = 10 ** decimals
    const steps = Math.round((max - min) * scale) + 1
    const step = numberOf(this.token(`${name} at seed 0`)) % steps
    const own = Number(((Math.round(min * scale) + step) / scale).toFixed(decimals))
    return this.#draw.figure(name, own, { min, max, decimals })
  }

  pick<T>(name: string, options: readonly T[]): T {
    return this.#draw.pick(name, numberOf(this.token(`${name} at seed 0`)) % options.length, options)
  }
}
