import { bindingKey, type From, isFrom } from '../../schema/binding.ts'
import { NAME_LIKE, SEMANTIC_KEY } from '../../schema/semantic.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { resolveAll } from '../bindings.ts'
import { leavesOf } from '../evidence.ts'
import { setAside } from './denial.ts'
import { blanked, readable } from './facts.ts'
import { labelsOf } from './labels-of-slots.ts'
import { listNumbers } from './list-numbers.ts'
import type { Reading, ReadSlot, TextContext } from './reading.ts'
import { saidPlaces } from './said-otherwise.ts'
import { givenBy, type Slot, type Slots } from './slots.ts'
import { withinLonger } from './spans.ts'
import { classOf } from './value-class.ts'
import { withoutEscapes } from './whole-json.ts'

const keepsCase = ({ via = [] }: From): boolean => !via.includes('upper') && !via.includes('lower')

/** Whether the case of a slot's values says nothing: names of cities and the like, and weekdays. */
const isCaseFree = (binding: Json, { outputSchemaOf }: TextContext): boolean =>
  givenBy(binding).some((from) => {
    const semantic = outputSchemaOf(from)?.[SEMANTIC_KEY] ?? ''
    return keepsCase(from) && (NAME_LIKE.has(semantic) || semantic === 'weekday')
  })

/** The scalars of a value; what is null or empty is not asked for beside others. */
const scalarsOf = (value: Json): Json[] => leavesOf(value).map((leaf) => leaf.value)

const isNothing = (value: Json): boolean =>
  value === null || typeof value === 'object' || (typeof value === 'string' && value.trim() === '')

/** Whether a day and a clock time are both asked for, so that they may stand together as one moment. */
function holdsPartsOfMoment(values: readonly Json[]): boolean {
  const dates = values.filter((value) => typeof value === 'string' && classOf(value) === 'date').map(String)
  return dates.some((date) => !date.includes(':')) && dates.some((date) => /^\d{1,2}:/.test(date))
}

/** The slots without places that are part of a longer value, such as a figure in a report, of values that stand elsewhere too. */
function withoutParts(slots: readonly ReadSlot[]): ReadSlot[] {
  const isPart = withinLonger(slots.flatMap(({ places }) => places.flat()))
  return slots.map((slot) => ({
    ...slot,
    places: slot.places.map((own) => {
      const apart = own.filter((place) => !isPart(place))
      return apart.length > 0 ? apart : own
    }),
  }))
}

/**
 * Finds the slots of a text in it. A slot without a value, or with none that says anything, has no values.
 */
export function readText(written: string, { kind, slots, wording }: Slots, context: TextContext): Reading {
  const said = readable(withoutEscapes(written))
  const text = blanked(said, listNumbers(said))
  const labels = labelsOf(slots, context)
  const accepted = slots.map(({ binding }) =>
    resolveAll(binding, context.outputOf).map((value) => ({
      isList: !isObject(value),
      values: scalarsOf(value).filter((item) => !isNothing(item)),
    })),
  )
  const isPartOfMoment = holdsPartsOfMoment(accepted.flatMap((own) => own.flatMap(({ values }) => values)))
  const read = slots.map((slot: Slot, i): ReadSlot => {
    const caseFree = isCaseFree(slot.binding, context)
    const wanted = { ...slot, wording: readable(wording), context }
    const find: ReadSlot['find'] = (value, where, isPart = isPartOfMoment) =>
      saidPlaces({ value, isCaseFree: caseFree, isPartOfMoment: isPart }, where, wanted)
    const options = (accepted[i] ?? []).map((option) => {
      const said = option.values.map((value) => find(value, text))
      return {
        ...option,
        places: said.map(({ places }) => places),
        ways: new Set(said.flatMap(({ ways }) => ways)),
      }
    })
    const found = options.find((option) => option.places.every((own) => own.length > 0)) ??
      options[0] ?? { values: [], places: [], isList: true, ways: new Set() }
    return { ...slot, ...found, find, isCaseFree: caseFree, labels: labels[i] ?? new Set() }
  })
  const given = read.flatMap(({ places }) => places.flat())
  return {
    text,
    rest: blanked(text, [...given, ...setAside(text)]),
    kind,
    slots: withoutParts(read),
    wording: readable(wording),
    prompt: readable(context.prompt),
    context,
  }
}

/** Whether a binding takes one value as it is or chooses among several, so that others compete with it. */
export const isChoice = (binding: Json): boolean =>
  isFrom(binding) ||
  bindingKey(binding) === '$pick' ||
  (typeof binding === 'object' &&
    binding !== null &&
    !Array.isArray(binding) &&
    (binding.$calc === 'min' || binding.$calc === 'max'))
