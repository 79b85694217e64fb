import type { JsonObject } from '../../shared/json.ts'
import type { Validation } from '../validate/validation.ts'

/**
 * Where an output comes from: `known` from the metadata, exactly; `deduced` from the state; `synthetic`, at least one
 * value made up by its shape; `model`, made up by a chat model.
 */
export const ORIGINS = ['known', 'deduced', 'synthetic', 'model'] as const
export type ResponseOrigin = (typeof ORIGINS)[number]

/** Both stages of a simulated call: the verdict of the first, and of the second the output, where the first passed. */
export type SyntheticResponse =
  | { verdict: Validation & { status: 'FAIL' }; output: null; origin: null }
  | { verdict: Validation & { status: 'PASS' }; output: JsonObject; origin: ResponseOrigin }
