import type { CallFault, FaultRule } from '../../schema/fault.ts'
import { isObject, isScalar, type Json, type JsonObject, setField } from '../../shared/json.ts'
import { below, replacedAt, valueAt } from '../../shared/pointer.ts'

export interface SpoiltOutput extends Pick<CallFault, 'at' | 'was'> {
  output: Json
}

interface Place {
  pointer: string
  value: Json
  put(value: Json): Json
}

/** All places of an output, outermost first; the whole output only where it is a list. */
function placesIn(output: Json): Place[] {
  const places: Place[] = []
  const visit = (value: Json, pointer: string): void => {
    if (pointer !== '' || Array.isArray(value))
      places.push({
        pointer,
        value,
        put: (other) => (pointer === '' ? other : replacedAt(output, pointer, other)),
      })
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value)) visit(item as Json, below(pointer, key))
  }
  visit(output, '')
  return places
}

/** The place that a rule names, or the drawn one of several. */
function placeAmong(places: readonly Place[], { at }: FaultRule, draw: number): Place | undefined {
  const fitting = places.filter(({ pointer }) => (at ?? pointer) === pointer)
  return fitting[Math.floor(draw * fitting.length)]
}

const depthOf = ({ pointer }: Place): number => pointer.split('/').length

/** Of the lists with more than one item, those that are least deep are what comes in pages. */
function outermostList(output: Json, rule: FaultRule, draw: number): Place | undefined {
  const lists = placesIn(output).filter(({ value }) => Array.isArray(value) && value.length > 1)
  const depth = Math.min(...lists.map(depthOf))
  const fitting = rule.at === undefined ? lists.filter((list) => depthOf(list) === depth) : lists
  return placeAmong(fitting, rule, draw)
}

/** A value of another type, which holds nothing of the one that stood there. */
const ofOtherType = (value: Json): Json => (typeof value === 'string' ? 0 : 'n/a')

/** Ten more, without the last digit that adding floats leaves. */
const tenMore = (value: number): number => Number((value + 10).toPrecision(15))

const asCamel = (name: string): string => name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase())
const asSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Another name for a field, as a new version of an API may have it. */
const otherName = (name: string): string =>
  [asCamel(name), asSnake(name)].find((other) => other !== name) ?? `${name}_value`

const RENAMED_AT = /^(.*)\/([^/]*)$/

function renamed(output: Json, rule: FaultRule, draw: number): SpoiltOutput | undefined {
  const fields = placesIn(output).filter(({ pointer }) => rule.at !== undefined || !pointer.includes('/', 1))
  const place = placeAmong(fields, rule, draw)
  const [, above = '', name = ''] = RENAMED_AT.exec(place?.pointer ?? '') ?? []
  const owner = place === undefined ? undefined : valueAt(output, above)
  if (place === undefined || !isObject(owner)) return undefined
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
  if (otherName(key) in owner) return undefined
  const changed: JsonObject = {}
  for (const [field, value] of Object.entries(owner))
    setField(changed, field === key ? otherName(key) : field, value)
  return {
    output: above === '' ? changed : replacedAt(output, above, changed),
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
  const put = (place: Place | undefined, other: (place: Place) => Json): SpoiltOutput | undefined =>
    place && { output: place.put(other(place)), at: place.pointer, was: place.value }
  const among = (fits: (place: Place) => boolean): Place | undefined =>
    placeAmong(placesIn(output).filter(fits), rule, draw)
  switch (rule.fault) {
    case 'wrong-type':
      return put(
        among(({ value }) => isScalar(value) && value !== null),
        ({ value }) => ofOtherType(value),
      )
    case 'off-by-ten':
      return put(
        among(({ value }) => typeof value === 'number' && tenMore(value) !== value),
        ({ value }) => tenMore(value as number),
      )
    case 'missing-page':
      return put(outermostList(output, rule, draw), ({ value }) =>
        (value as Json[]).slice(0, Math.ceil((value as Json[]).length / 2)),
      )
    case 'renamed-field':
      return renamed(output, rule, draw)
    case 'stale-value': {
      const scalars = placesIn(earlier() ?? null).filter(({ value }) => isScalar(value))
      const before = new Map(scalars.map(({ pointer, value }) => [pointer, value]))
      return put(
        among(
          ({ pointer, value }) => isScalar(value) && before.has(pointer) && before.get(pointer) !== value,
        ),
        ({ pointer }) => before.get(pointer) as Json,
      )
    }
    default:
      return undefined
  }
}
