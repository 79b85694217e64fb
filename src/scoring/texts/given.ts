import { showValues } from '../naming.ts'
import { booleansIn } from './booleans.ts'
import { insteadOf } from './instead-of.ts'
import type { Objection, Reading } from './reading.ts'
import { slotName } from './say-slot.ts'

/** Every slot is given: each of its values stands in the text. Of booleans only those are said that slots hold. */
export function findMissing(reading: Reading): Objection[] {
  const { text, slots } = reading
  const held = slots.flatMap(({ values }) => values)
  const booleans = held.filter((value) => typeof value === 'boolean')
  const isContradictory =
    booleans.length > 0 && booleansIn(text).some(({ value }) => !booleans.includes(value))
  return slots.flatMap((own, slot): Objection[] => {
    const { values, places } = own
    if (values.length === 0) {
      const note = () => `${slotName(own)} has no value that could be given`
      return [{ slot, note, lineage: 'fabricated' }]
    }
    const missing = values.filter(
      (value, i) => (places[i] ?? []).length === 0 || (typeof value === 'boolean' && isContradictory),
    )
    if (missing.length === 0) return []
    const note = () =>
      `${slotName(own)} ${showValues(missing)} is missing; ${insteadOf(own, missing, reading)}`
    return [{ slot, note, lineage: 'fabricated' }]
  })
}
