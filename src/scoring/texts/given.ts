import { booleansIn } from './booleans.ts'
import type { Objection, Reading } from './reading.ts'

/** Every slot is given: each of its values stands in the text. Of booleans only those are said that slots hold. */
export function findMissing({ text, slots }: Reading): Objection[] {
  const held = slots.flatMap(({ values }) => values)
  const booleans = held.filter((value) => typeof value === 'boolean')
  const isContradictory =
    booleans.length > 0 && booleansIn(text).some(({ value }) => !booleans.includes(value))
  return slots.flatMap(({ values, places }, slot): Objection[] => {
    if (values.length === 0) {
      return [{ slot, note: 'a step that it takes values from gives none', lineage: 'fabricated' }]
    }
    const missing = values.filter(
      (value, i) => (places[i] ?? []).length === 0 || (typeof value === 'boolean' && isContradictory),
    )
    if (missing.length === 0) return []
    const all = missing.map((value) => JSON.stringify(value)).join(', ')
    return [{ slot, note: `it does not carry ${all}`, lineage: 'fabricated' }]
  })
}
