import type { Rng } from '../../../shared/rng.ts'

/** Ranges that measured figures come from, with their decimals. */
const SCALES = [
  [-24, 38, 2],
  [2, 60, 2],
  [11, 990, 1],
  [40, 400, 2],
  [1100, 9800, 1],
] as const

/** A figure within a range that shows all its decimals: the last of them is not 0. */
export function drawFigure(rng: Rng, least: number, most: number, decimals: number): number {
  const figure = rng.decimal(least, most, decimals)
  return Number.isInteger(figure * 10 ** (decimals - 1)) ? drawFigure(rng, least, most, decimals) : figure
}

/** From `least` to `most` measured figures of one scale, no two of them equal, in no order. */
export function drawFigures(rng: Rng, least = 5, most = 8): number[] {
  const [low, high, decimals] = rng.pick(SCALES)
  const count = rng.int(least, most)
  const figures = new Set<number>()
  while (figures.size < count) figures.add(drawFigure(rng, low, high, decimals))
  return [...figures]
}
