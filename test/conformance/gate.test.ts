import { expect, it } from 'vitest'
import { z } from 'zod'
import { computeLowerTail } from '../../src/baseline/hypergeometric.ts'
import { independentFit } from '../../src/baseline/mixture.ts'
import { computeMargin } from '../../src/baseline/suite-wide.ts'
import { describeWithShared, hasSharedData, readSharedText } from '../support/shared-data.ts'

const numbers = z.array(z.number())
const vectorsSchema = z.object({
  R: z.array(numbers),
  fits: z.array(
    z.object({
      id: z.string(),
      groups: z.array(numbers),
      plus: z.literal('R').optional(),
      l0: z.number(),
      ld: z.number(),
      l1: z.number(),
      lambda: z.number(),
      P: z.number().optional(),
    }),
  ),
  strata: z.array(
    z.object({
      groups: z.array(numbers),
      c: z.number(),
      p: z.number(),
      p_without_margin: z.number().optional(),
    }),
  ),
})
const vectors = hasSharedData
  ? vectorsSchema.parse(JSON.parse(readSharedText('gate/vectors.json')))
  : { R: [], fits: [], strata: [] }

describeWithShared('fits and strata of the reference data', 'gate', () => {
  it('are there', () => {
    expect(vectors.fits.length).toBeGreaterThanOrEqual(11)
    expect(vectors.strata.length).toBeGreaterThanOrEqual(2)
  })

  it.each(vectors.fits)('fit $id', ({ groups, plus, l0, ld, l1, lambda, P }) => {
    const tasks = [...groups, ...(plus === undefined ? [] : vectors.R)].flatMap(
      ([s = 0, b = 0, x = 0, y = 0, count = 1]) => Array.from({ length: count }, () => ({ s, b, x, y })),
    )
    const fit = independentFit(tasks)
    const { unchanged, drifted, broken } = fit.logs()
    expect([unchanged, drifted, broken].map((log) => log.toFixed(6))).toEqual(
      [l0, ld, l1].map((log) => log.toFixed(6)),
    )
    expect(fit.lambda()).toBeCloseTo(lambda, 5)
    if (P !== undefined) expect(fit.posteriorOf(0)).toBeCloseTo(P, 6)
  })

  it.each(vectors.strata)('stratum with p = $p', ({ groups, c, p, p_without_margin }) => {
    const pairs = groups.flatMap(([s = 0, b = 0, x = 0, n = 0, count = 1]) =>
      Array.from({ length: count }, () => ({
        run: { successes: x, attempts: n },
        baseline: { successes: s, attempts: b },
      })),
    )
    expect(computeMargin(pairs)).toBe(c)
    expect(computeLowerTail(pairs, c) / p).toBeCloseTo(1, 6)
    if (p_without_margin !== undefined) expect(computeLowerTail(pairs)).toBeCloseTo(p_without_margin, 6)
  })
})
