import type { Json } from '../../shared/json.ts'
import { showValue } from '../naming.ts'
import { isDenied } from './denial.ts'
import { otherDenialAt } from './other-denials.ts'
import type { Objection, Reading } from './reading.ts'
import { excerpt, slotName } from './say-slot.ts'
import type { Span } from './spans.ts'
import { classOf } from './value-class.ts'

/** Whether a value is a number or date, a plain word in small letters, or a name or id. */
function kindOf(value: Json): 'number' | 'name' | 'word' {
  const kind = classOf(value)
  if (kind === 'number' || kind === 'date') return 'number'
  return kind === 'name' && /^[\p{Ll}\s-]+$/u.test(String(value)) ? 'word' : 'name'
}

/** Not denied: no value of a slot is denied wherever it stands. A denied boolean is its opposite, which is no denial. */
export function findDenied({ text, slots, prompt, wording }: Reading): Objection | undefined {
  const said = `${prompt}\n${wording}`.toLowerCase()
  const isOtherwiseDenied = (value: Json, place: Span): boolean => {
    const denial = otherDenialAt(text, place, kindOf(value))?.toLowerCase()
    return denial !== undefined && !said.includes(denial)
  }
  for (const [slot, own] of slots.entries()) {
    const { values, places, labels } = own
    const denied = values.findIndex(
      (value, i) =>
        typeof value !== 'boolean' &&
        (places[i] ?? []).every((place) => isDenied(text, place, labels) || isOtherwiseDenied(value, place)),
    )
    if (denied >= 0) {
      const [place] = places[denied] ?? []
      const where = place === undefined ? '' : `: ${excerpt(text, place)}`
      const note = () => `${slotName(own)} ${showValue(values[denied])} is denied${where}`
      return { slot, note, lineage: 'fabricated' }
    }
  }
  return undefined
}
