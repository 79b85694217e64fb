import type { Lineage } from '../../schema/score.ts'
import type { Json } from '../../shared/json.ts'
import { once } from '../../shared/once.ts'
import { type OutputOf, resolveAll } from '../bindings.ts'
import { leavesOf } from '../evidence.ts'
import { type Readings, staleCall, staleNote } from '../lineage.ts'
import { findExchange } from './agreement.ts'
import { findBound } from './bounds.ts'
import { findDenied } from './denied-values.ts'
import { findMissing } from './given.ts'
import { findChoice } from './open-choice.ts'
import { findOppositeSign } from './opposite-sign.ts'
import { isForeign } from './origin.ts'
import { findOtherUnit } from './other-unit.ts'
import { readText } from './read-text.ts'
import type { Objection, Reading, ReadSlot, TextContext } from './reading.ts'
import { findRetraction } from './retracted.ts'
import { findRival } from './rivals.ts'
import { slotWithValues } from './say-slot.ts'
import type { Slots } from './slots.ts'
import { findStrays } from './strays.ts'
import { findTwice } from './twice.ts'
import { findOtherWeekday } from './weekday-of-date.ts'

/** What one slot of a text comes to. */
export interface SlotVerdict {
  right: boolean
  lineage: Lineage
  /** The values that it has to give, where they are known. */
  expected: readonly Json[]
  note?: string
}

/** What a text is judged by. */
export interface JudgeContext extends TextContext {
  /** What the producers of a binding said last, and before that. */
  readingsOf(binding: Json): Readings | undefined
  /** Whether a right value could have come from elsewhere as well, or be a lucky guess. */
  isUnsettled(binding: Json, values: readonly Json[]): boolean
  /** Whether to find out where wrong values came from. */
  explain: boolean
}

const RULES: readonly ((reading: Reading) => Objection | undefined)[] = [
  findTwice,
  findDenied,
  findRetraction,
  findBound,
  findOtherUnit,
  findOtherWeekday,
  findOppositeSign,
  findRival,
  findStrays,
  findChoice,
  findExchange,
]

function firstObjection(reading: Reading): Objection | undefined {
  for (const rule of RULES) {
    const objection = rule(reading)
    if (objection !== undefined) return objection
  }
  return undefined
}

/** The note on a slot that gives what its source said before, though the source says something else by now. */
function staleNoteOf({ binding, find }: ReadSlot, text: string, context: JudgeContext): string | undefined {
  const readings = context.readingsOf(binding)
  if (readings === undefined) return undefined
  const missingAt = (outputOf: OutputOf): number =>
    Math.min(
      ...resolveAll(binding, outputOf).map(
        (value) => leavesOf(value).filter((leaf) => find(leaf.value, text, false).places.length === 0).length,
      ),
      Number.POSITIVE_INFINITY,
    )
  const fresh = missingAt(readings.latest)
  const call = staleCall(readings, (other) =>
    other === readings.latest ? fresh === 0 : missingAt(other) < fresh,
  )
  return call === undefined ? undefined : staleNote(call)
}

/**
 * Judges a text or an answer as structure: every slot is given, and nothing in the text says otherwise. One verdict a
 * slot; what is wrong with the text as a whole is wrong with each.
 */
export function judgeSlots(written: string, slots: Slots, context: JudgeContext): SlotVerdict[] {
  const reading = readText(written, slots, context)
  const stale = reading.slots.map((slot) => staleNoteOf(slot, reading.text, context))
  const missing = findMissing(reading)
  const isGiven = missing.length === 0 && stale.every((note) => note === undefined)
  const objection = isGiven ? firstObjection(reading) : undefined
  const why = (note: () => string): { note?: string } => (context.explain ? { note: note() } : {})
  const isFromElsewhere = once(() => context.explain && isForeign(reading))
  return reading.slots.map((slot, i): SlotVerdict => {
    const expected = slot.values
    const staleNote = stale[i]
    if (staleNote !== undefined) {
      const note = () => `${slotWithValues(slot)} is missing; ${staleNote}`
      return { right: false, lineage: 'stale', expected, ...why(note) }
    }
    const lack = missing.find((one) => one.slot === i)
    if (lack !== undefined) {
      const lineage = isFromElsewhere() ? 'wrong-source' : 'fabricated'
      return { right: false, lineage, expected, ...why(lack.note) }
    }
    if (objection !== undefined && (objection.slot ?? i) === i) {
      return { right: false, lineage: objection.lineage, expected, ...why(objection.note) }
    }
    const isOpen = context.explain && context.isUnsettled(slot.binding, expected)
    return { right: true, lineage: isOpen ? 'ambiguous' : 'grounded', expected }
  })
}
