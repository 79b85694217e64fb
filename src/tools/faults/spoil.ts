import type { CallFault, FaultRule } from '../../schema/fault.ts'
import { isObject, isScalar, type Json, type JsonObject, setField } from '../../shared/json.ts'
import { appendKey, readValueAt, replaceAt } from '../../shared/pointer.ts'

export interface SpoiltOutput extends Pick<CallFault, 'at' | 'was'> {
  output: Json
}

interface SpoilPlace {
  pointer: string
  value: Json
  put(value: Json): Json
}

/** All places of an output, outermost first; the whole output only where it is a list. */
function listPlaces(output: Json): SpoilPlace[] {
  const places: SpoilPlace[] = []
  const visit = (value: Json, pointer: string): void => {
    if (pointer !== '' || Array.isArray(value))
      places.push({
        pointer,
        value,
        put: (other) => (pointer === '' ? other : replaceAt(output, pointer, other)),
      })
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value)) visit(item as Json, appendKey(pointer, key))
  }
  visit(output, '')
  return places
}

/** The place that a rule names, or the drawn one of several. */
function placeAmong(places: readonly SpoilPlace[], { at }: FaultRule, draw: number): SpoilPlace | undefined {
  const fitting = places.filter(({ pointer }) => (at ?? pointer) === pointer)
  return fitting[Math.floor(draw * fitting.length)]
}

const measureDepth = ({ pointer }: SpoilPlace): number => pointer.split('/').length

/** Of the lists with more than one item, those that are least deep are what comes in pages. */
function findOutermostList(output: Json, rule: FaultRule, draw: number): SpoilPlace | undefined {
  const lists = listPlaces(output).filter(({ value }) => Array.isArray(value) && value.length > 1)
  const depth = Math.min(...lists.map(measureDepth))
  const fitting = rule.at === undefined ? lists.filter((list) => measureDepth(list) === depth) : lists
  return placeAmong(fitting, rule, draw)
}

/** A value of another type, which holds nothing of the one that stood there. */
const replaceByOtherType = (value: Json): Json => (typeof value === 'string' ? 0 : 'n/a')

/** Ten more, without the last digit that adding floats leaves. */
const addTen = (value: number): number => Number((value + 10).toPrecision(15))

const convertToCamel = (name: string): string =>
  name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase())
const convertToSnake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Another name for a field, as a new version of an API may have it. */
const chooseOtherName = (name: string): string =>
  [convertToCamel(name), convertToSnake(name)].find((other) => other !== name) ?? `${name}_value`

const RENAMED_AT = /^(.*)\/([^/]*)$/

function renameField(output: Json, rule: FaultRule, draw: number): SpoiltOutput | undefined {
  const fields = listPlaces(output).filter(
    ({ pointer }) => rule.at !== undefined || !pointer.includes('/', 1),
  )
  const place = placeAmong(fields, rule, draw)
  const [, above = '', name = ''] = RENAMED_AT.exec(place?.pointer ?? '') ?? []
  const owner = place === undefined ? undefined : readValueAt(output, above)
  if (place === undefined || !isObject(owner)) return undefined
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
  if (chooseOtherName(key) in owner) return undefined
  const changed: JsonObject = {}
  for (const [field, value] of Object.entries(owner))
    setField(changed, field === key ? chooseOtherName(key) : field, value)
  return {
    output: above === '' ? changed : replaceAt(output, above, changed),
    at: place.pointer,
    was: place.value,
  }
}

/**
 * Spoils an output as a rule says.
 *
 * @param draw A number from 0 up to 1: which of the places that fit
 * @param earlier What the tool answered before, for `stale-value`
 * @returns undefined where nothing in it can be spoilt so
 */
export function spoil(
  output: Json,
  rule: FaultRule,
  draw: number,
  earlier: () => Json | undefined,
): SpoiltOutput | undefined {
  const put = (place: SpoilPlace | undefined, other: (place: SpoilPlace) => Json): SpoiltOutput | undefined =>
    place && { output: place.put(other(place)), at: place.pointer, was: place.value }
  const chooseAmong = (fits: (place: SpoilPlace) => boolean): SpoilPlace | undefined =>
    placeAmong(listPlaces(output).filter(fits), rule, draw)
  switch (rule.fault) {
    case 'wrong-type':
      return put(
        chooseAmong(({ value }) => isScalar(value) && value !== null),
        ({ value }) => replaceByOtherType(value),
      )
    case 'off-by-ten':
      return put(
        chooseAmong(({ value }) => typeof value === 'number' && addTen(value) !== value),
        ({ value }) => addTen(value as number),
      )
    case 'missing-page':
      return put(findOutermostList(output, rule, draw), ({ value }) =>
        (value as Json[]).slice(0, Math.ceil((value as Json[]).length / 2)),
      )
    case 'renamed-field':
      return renameField(output, rule, draw)
    case 'stale-value': {
      const scalars = listPlaces(earlier() ?? null).filter(({ value }) => isScalar(value))
      const before = new Map(scalars.map(({ pointer, value }) => [pointer, value]))
      return put(
        chooseAmong(
          ({ pointer, value }) => isScalar(value) && before.has(pointer) && before.get(pointer) !== value,
        ),
        ({ pointer }) => before.get(pointer) as Json,
      )
    }
    default:
      return undefined
  }
}
