import type { Transform } from '../../schema/binding.ts'
import type { JsonObject } from '../../shared/json.ts'

/** Id of the step at a place in the draft, from 1. */
export const stepId = (place: number): string => `step_${place}`

export const buildFrom = (place: number, at: string, ...via: Transform[]): JsonObject => ({
  $from: stepId(place),
  at,
  ...(via.length > 0 ? { via } : {}),
})
