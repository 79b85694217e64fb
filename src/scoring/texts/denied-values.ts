import { isDenied } from './denial.ts'
import type { Objection, Reading } from './reading.ts'

/** Not denied: no value of a slot is denied wherever it stands. A denied boolean is its opposite, which is no denial. */
export function findDenied({ text, slots }: Reading): Objection | undefined {
  for (const [slot, { values, places, labels }] of slots.entries()) {
    const denied = values.findIndex(
      (value, i) =>
        typeof value !== 'boolean' && (places[i] ?? []).every((place) => isDenied(text, place, labels)),
    )
    if (denied >= 0) {
      return { slot, note: `it denies ${JSON.stringify(values[denied])}`, lineage: 'fabricated' }
    }
  }
  return undefined
}
