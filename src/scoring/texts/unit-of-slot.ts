import { pointerSegments } from '@hyperjump/json-pointer'
import { bindingKey, type From } from '../../schema/binding.ts'
import { SEMANTIC_KEY } from '../../schema/semantic.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { resolve } from '../bindings.ts'
import type { TextContext } from './reading.ts'
import { givenBy, type Slot } from './slots.ts'
import { isSameUnit, MAGNITUDE, type Unit, unitsOf } from './units.ts'
import { wordsOf } from './words.ts'

/** Where the values of slots come from. */
export type SlotSources = Pick<TextContext, 'outputOf' | 'producerOf' | 'outputSchemaOf'>

export const COUNT: Unit = { dimension: 'count', name: 'count' }

/** Words that are units elsewhere and something else in a name: `temp_min`, `is_second`, `month` of a date. */
const NO_UNIT_IN_NAME = new Set(
  'min second minute hour day week month year foot won real pound point sec b t k d s l g h'.split(' '),
)
/** Letters that are units in a name beside a word of what they measure. */
const LETTERS: Readonly<Record<string, { beside: RegExp; unit: string }>> = {
  c: { beside: /temp|dew|feels/, unit: 'C' },
  f: { beside: /temp|dew|feels/, unit: 'F' },
  k: { beside: /temp/, unit: 'K' },
  m: { beside: /dist|height|length|width|depth|elev|altitude|radius/, unit: 'metre' },
}
/** Fields that say the unit or currency of an amount beside them. */
const UNIT_FIELDS = ['to_currency', 'to_unit', 'currency', 'unit', 'units', 'currency_code']
const AMOUNTS = new Set('amount value total price cost balance fee subtotal converted sum'.split(' '))
/** Fields of what was there before a conversion. */
const SOURCE = new Set('original source from input'.split(' '))
const CALCULATED = new Set(['sum', 'mean', 'difference', 'min', 'max'])

/** The one unit of several namings; undefined where there is none or more than one. */
function onlyOne(units: readonly Unit[]): Unit | undefined {
  const [first] = units
  return first !== undefined && units.every((unit) => isSameUnit(unit, first)) ? first : undefined
}

/** The unit that a word is: of `dollars` the first, none for `pounds`, which are money or a weight. */
function meant(form: string): Unit[] {
  const units = unitsOf(form).filter(({ dimension }) => dimension !== MAGNITUDE)
  return units.every(({ dimension }) => dimension === units[0]?.dimension) ? units.slice(0, 1) : []
}

function unitInName(name: string): Unit | undefined {
  const words = wordsOf(name).map(({ word }) => word)
  if (words.includes('per') || words.includes('to') || words.includes('rate')) return undefined
  return onlyOne(
    words.flatMap((word, i) => {
      const letter = LETTERS[word]
      if (letter !== undefined)
        return i > 0 && letter.beside.test(name.toLowerCase()) ? meant(letter.unit) : []
      return NO_UNIT_IN_NAME.has(word) ? [] : meant(word)
    }),
  )
}

const IN_UNIT = /(?<!\p{L})in\s+(?:whole\s+|degrees\s+|us\s+)?(?<unit>[\p{L}%°]+(?:\s+per\s+hour)?)/giu

/** The unit that a description says with `in`: "Length of the way in kilometres". */
function unitInDescription(description: string): Unit | undefined {
  return onlyOne(
    [...description.matchAll(IN_UNIT)].flatMap(({ groups }) =>
      / per /i.test(groups?.unit ?? '') ? [] : meant(groups?.unit ?? ''),
    ),
  )
}

/** The unit that a result or its call says in a field beside an amount. */
function unitBeside(
  { $from, at }: From,
  name: string,
  { outputOf, producerOf }: SlotSources,
): Unit | undefined {
  const words = wordsOf(name).map(({ word }) => word)
  if (!words.some((word) => AMOUNTS.has(word)) || words.some((word) => SOURCE.has(word))) return undefined
  const holder: Json | undefined = resolve({ $from, at: at.slice(0, at.lastIndexOf('/')) }, outputOf)
  for (const record of [holder, producerOf($from)?.arguments]) {
    if (!isObject(record)) continue
    // The amount that is to be converted is in the currency that it is converted from.
    const fields =
      words.includes('amount') && !words.includes('converted') && 'converted_amount' in record
        ? ['from_currency']
        : UNIT_FIELDS
    const said = fields.map((field) => record[field]).find((value) => typeof value === 'string')
    if (typeof said === 'string') return meant(said)[0]
  }
  return undefined
}

function unitOfSource(from: From, context: SlotSources): Unit | undefined {
  if (
    from.via?.some((step) =>
      typeof step === 'object' ? 'scale' in step || 'add' in step : step === 'length',
    )
  )
    return undefined
  const name = [...pointerSegments(from.at)].findLast((segment) => !/^\d+$/.test(segment)) ?? ''
  const schema = context.outputSchemaOf(from)
  const unit =
    unitInName(name) ?? unitInDescription(schema?.description ?? '') ?? unitBeside(from, name, context)
  if (unit !== undefined) return unit
  return schema?.[SEMANTIC_KEY] === 'count' || wordsOf(name).some(({ word }) => word === 'count')
    ? COUNT
    : undefined
}

/**
 * The unit of the number that a slot gives: the one in the name of its field (`price_usd`), in what its tool's schema
 * says of it ("in minutes"), or in a field beside an amount (`to_currency`); undefined where none or several are named.
 */
export function unitOfSlot({ binding }: Pick<Slot, 'binding'>, context: SlotSources): Unit | undefined {
  if (bindingKey(binding) === '$calc' && !(isObject(binding) && CALCULATED.has(String(binding.$calc))))
    return undefined
  const units = givenBy(binding).map((from) => unitOfSource(from, context))
  const known = units.filter((unit) => unit !== undefined)
  return known.length === units.length ? onlyOne(known) : undefined
}
