import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/remarks.json' with { type: 'json' }

const { crews: CREWS, deeds: DEEDS, things: THINGS, times: TIMES } = pool

/** A sentence about a day's work, with a number of two digits or three: one of some million. */
export const drawRemark = (rng: Rng): string =>
  `The ${rng.pick(CREWS)} ${rng.pick(DEEDS)} ${rng.int(12, 960)} ${rng.pick(THINGS)} ${rng.pick(TIMES)}.`
