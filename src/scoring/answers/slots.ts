import { pointerSegments } from '@hyperjump/json-pointer'
import {
  type From,
  isFrom,
  listSources,
  readBindingKey,
  type Pick as Selection,
} from '../../schema/binding.ts'
import { SEMANTIC_KEY } from '../../schema/semantic.ts'
import { nameWords } from '../../shared/english.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { readValueAt } from '../../shared/pointer.ts'
import { findUnits, NO_UNITS } from '../../shared/units.ts'
import { readDigits } from '../../tasks/bindings.ts'
import type { ArgumentContext } from '../bound-leaf.ts'
import { schemaAt } from '../provenance.ts'
import type { ProseValueSlot } from './values.ts'

/** Where the values of bindings come from. */
export type Sources = Pick<ArgumentContext, 'producerOf' | 'outputSchemaOf'>

/** Where a binding's own value is taken from: of a `$pick` what it gives, not what it compares. */
export const listGivingSources = (binding: Json): From[] =>
  readBindingKey(binding) === '$pick' ? listSources((binding as Selection).give) : listSources(binding)

/** Where a text says what a value is in: `in celsius`, `(km/h)`, `time in whole minutes`, `to miles.` */
const NAMED = /\b(?:in|to)\s+(?:whole\s+)?(?<first>\p{L}+)(?<more>[^,;()]*)|\((?<inBrackets>[^()]+)\)/giu

const findUnitsNamed = (text: string): string[] =>
  [...text.matchAll(NAMED)].flatMap(({ groups: { first = '', more = '', inBrackets = '' } = {} }) => {
    const whole = findUnits(`${first}${more}${inBrackets}`)
    return [...(whole.size > 0 ? whole : findUnits(first))]
  })

/** Words of a field's name that are units elsewhere and mean something else in a name. */
const NO_UNIT_IN_NAME = new Set(
  'in min second minute hour day month year foot stone degree pound all top try cup pen'.split(' '),
)

/** The unit in the name of a field, such as `price_usd`; none where it names several, or a rate. */
function findUnitsInName(name: string): ReadonlySet<string> {
  const words = nameWords(name)
  const named = words.map((word) =>
    word.length < 2 || NO_UNIT_IN_NAME.has(word) ? NO_UNITS : findUnits(word),
  )
  const [only, ...others] = named.filter(({ size }) => size > 0)
  const isRate = words.includes('per') || words.includes('rate')
  return only === undefined || others.length > 0 || isRate ? NO_UNITS : only
}

/** Fields of a call or a result that choose the unit of what is given. */
const CHOOSING = ['to_currency', 'to_unit', 'currency', 'unit', 'units', 'currency_code']

export const nameOfField = (pointer: string): string =>
  [...pointerSegments(pointer)].findLast((segment) => !/^\d+$/.test(segment)) ?? ''

/** The units that the source of a value is in: by the name of its field, its schema, or a field that chose one. */
function findUnitsOfSource({ $from, at, via = [] }: From, sources: Sources): ReadonlySet<string> {
  const call = sources.producerOf($from)
  const isRescaled = via.some(
    (step) => step === 'length' || (isObject(step) && ('scale' in step || 'add' in step)),
  )
  if (isRescaled || call?.result === undefined) return NO_UNITS
  const inName = findUnitsInName(nameOfField(at))
  if (inName.size > 0) return inName
  const described = findUnitsNamed(schemaAt(sources.outputSchemaOf(call.tool_name), at)?.description ?? '')
  if (described.length > 0) return new Set(described)
  // An amount that the call was given is not in the unit that it was converted to.
  if (Object.values(call.arguments).includes(readValueAt(call.result, at) as Json)) return NO_UNITS
  const beside = readValueAt(call.result, at.slice(0, at.lastIndexOf('/')))
  const chosen = [beside, call.arguments].flatMap((record) =>
    isObject(record) ? CHOOSING.map((field) => record[field]) : [],
  )
  return chosen.map((unit) => findUnits(String(unit ?? ''))).find(({ size }) => size > 0) ?? NO_UNITS
}

/**
 * What is known of the value of a binding.
 *
 * @param below Where below the binding's own pointer the value stands.
 * @param asked What the prompt has in its place, or a template as the name of its gap.
 * @param around Text of a template around the gap, which has the unit.
 */
export function buildSlot(
  binding: Json,
  below: string,
  asked = '',
  sources: Sources,
  around?: string,
): ProseValueSlot {
  const givers = listGivingSources(binding).map((from) => ({ ...from, at: from.at + below }) as From)
  const [giver] = givers
  const output = sources.outputSchemaOf(sources.producerOf(giver?.$from ?? '')?.tool_name ?? '')
  const schema = isFrom(binding) && giver?.via === undefined ? schemaAt(output, giver?.at ?? '') : undefined
  const semantic = schema?.[SEMANTIC_KEY]
  // Hardly any value is written with a unit, and to know all units takes longer than to judge many answers.
  const units = memoizeOnce(() => {
    const [first = NO_UNITS, ...others] = givers.map((from) => findUnitsOfSource(from, sources))
    const fromSource = others.every((otherUnits) => [...first].every((unit) => otherUnits.has(unit)))
      ? first
      : NO_UNITS
    const inTemplate = (around?.split(/\s+/) ?? []).flatMap((word) => [...findUnits(word)])
    return new Set([...fromSource, ...findUnitsNamed(asked), ...inTemplate])
  })
  return {
    get units() {
      return units()
    },
    words: [asked, ...givers.map(({ at }) => nameOfField(at).replaceAll('_', ' ')), around ?? ''].join(' '),
    // A count of words is in words.
    allowsAnyUnit: around === undefined && semantic !== 'count',
    isCaseSet: givers.some(({ via = [] }) => via.includes('upper') || via.includes('lower')),
    placeholder: asked,
    semantic,
    digits: readDigits(binding),
  }
}
