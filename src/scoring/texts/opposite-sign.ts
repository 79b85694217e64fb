import { bindingKey } from '../../schema/binding.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { showValue } from '../naming.ts'
import { isSaidBelowZero } from './falling.ts'
import type { Objection, Reading } from './reading.ts'
import { excerpt, slotName } from './say-slot.ts'

/** A number above zero, or a text that is one. */
const isAboveZero = (value: Json): boolean =>
  typeof value === 'number'
    ? value > 0
    : typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) && Number(value) > 0

/** Not turned round: no value above zero is said to be below it wherever it stands: `minus 9.333`, `fell by 0.61%`. */
export function findOppositeSign({ text, slots, wording, context }: Reading): Objection | undefined {
  for (const [slot, own] of slots.entries()) {
    // A difference is named from either side.
    if (isObject(own.binding) && bindingKey(own.binding) === '$calc') continue
    const wanted = { ...own, wording, context }
    const turned = own.values.findIndex(
      (value, i) =>
        isAboveZero(value) && (own.places[i] ?? []).every((place) => isSaidBelowZero(text, place, wanted)),
    )
    if (turned < 0) continue
    const [place] = own.places[turned] ?? []
    const said = place === undefined ? '' : `: ${excerpt(text, place)}`
    const note = () => `${slotName(own)} ${showValue(own.values[turned])} is said to be below zero${said}`
    return { slot, note, lineage: 'fabricated' }
  }
  return undefined
}
