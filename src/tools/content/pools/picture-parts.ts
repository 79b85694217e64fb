import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/picture-parts.json' with { type: 'json' }

const { subjects: SUBJECTS, scenes: SCENES, lights: LIGHTS } = pool

/** What a picture is to show, such as `a red tram in a narrow street at dusk`; 1,920 of them. */
export const drawScene = (rng: Rng): string => `${rng.pick(SUBJECTS)} ${rng.pick(SCENES)} ${rng.pick(LIGHTS)}`
