import { showValue } from '../naming.ts'
import { isDenied } from './denial.ts'
import type { Objection, Reading } from './reading.ts'
import { excerpt, slotName } from './say-slot.ts'

/** Not denied: no value of a slot is denied wherever it stands. A denied boolean is its opposite, which is no denial. */
export function findDenied({ text, slots }: Reading): Objection | undefined {
  for (const [slot, own] of slots.entries()) {
    const { values, places, labels } = own
    const denied = values.findIndex(
      (value, i) =>
        typeof value !== 'boolean' && (places[i] ?? []).every((place) => isDenied(text, place, labels)),
    )
    if (denied >= 0) {
      const [place] = places[denied] ?? []
      const said = place === undefined ? '' : `: ${excerpt(text, place)}`
      const note = () => `${slotName(own)} ${showValue(values[denied])} is denied${said}`
      return { slot, note, lineage: 'fabricated' }
    }
  }
  return undefined
}
