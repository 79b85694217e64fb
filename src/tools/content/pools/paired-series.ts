import type { Rng } from '../../../shared/rng.ts'
import { drawFigure } from './figure-lists.ts'

/** Two series of equal length that more or less go along with each other, or against each other. */
export function drawPairedSeries(rng: Rng): { x: number[]; y: number[] } {
  const slope = rng.pick([-1, 1]) * rng.decimal(0.3, 4, 2)
  const start = rng.int(150, 400)
  const scatter = rng.pick([2, 10, 40])
  const x = new Set<number>()
  const count = rng.int(5, 7)
  while (x.size < count) x.add(drawFigure(rng, 2, 48, 1))
  const y = [...x].map((one) => Number((start + slope * one + rng.decimal(-scatter, scatter, 1)).toFixed(1)))
  return { x: [...x], y }
}
