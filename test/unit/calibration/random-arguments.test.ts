import { expect, test } from 'vitest'
import { createRng } from '../../../src/shared/rng.ts'
import { drawRandomArguments } from '../../../src/suites/calibration/random-arguments.ts'

test.each([
  [{}, 1, 100],
  [{ minimum: 500 }, 500, 500],
  [{ maximum: -3 }, -3, -3],
  [{ minimum: 0, maximum: 9223372036854776000 }, 0, 9223372036854776000],
])('a number of %j lies within its bounds', (bounds, min, max) => {
  const inputSchema = { type: 'object', required: ['n'], properties: { n: { type: 'integer', ...bounds } } }
  const { n } = drawRandomArguments({ inputSchema }, createRng(7, 'n'))
  expect(n).toBeGreaterThanOrEqual(min)
  expect(n).toBeLessThanOrEqual(max)
})
