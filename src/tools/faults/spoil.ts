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

/** The place that a rule names, or of those that fit the drawn one. */
function chosen(
  output: Json,
  { at }: Pick<FaultRule, 'at'>,
  draw: number,
  fits: (value: Json) => boolean,
): Place | undefined {
  const fitting = placesIn(output).filter(({ pointer, value }) => fits(value) && (at ?? pointer) === pointer)
  return fitting[Math.floor(draw * fitting.length)]
}

const isLongList = (value: Json): boolean => Array.isArray(value) && value.length > 1

const depthOf = ({ pointer }: Place): number => pointer.split('/').length

/** Of the lists with more than one item, those that are least deep are what comes in pages. */
function outermostList(output: Json, rule: FaultRule, draw: number): Place | undefined {
  const lists = placesIn(output).filter(({ value }) => isLongList(value))
  const depth = Math.min(...lists.map(depthOf))
  const at = rule.at
  const fitting = lists.filter((list) => (at === undefined ? depthOf(list) === depth : list.pointer === at))
  return fitting[Math.floor(draw * fitting.length)]
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
  const fields = placesIn(output).filter(({ pointer }) =>
    rule.at === undefined ? !pointer.includes('/', 1) : pointer === rule.at,
  )
  const place = fields[Math.floor(draw * fields.length)]
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

/** The first scalar, from the drawn one on, that another answer of the tool has otherwise. */
function stale(
  output: Json,
  other: Json | undefined,
  rule: FaultRule,
  draw: number,
): SpoiltOutput | undefined {
  if (other === undefined) return undefined
  const before = new Map(placesIn(other).map(({ pointer, value }) => [pointer, value]))
  const changed = placesIn(output).filter(({ pointer, value }) => {
    const was = before.get(pointer)
    return isScalar(value) && was !== undefined && isScalar(was) && was !== value
  })
  const fitting = changed.filter(({ pointer }) => (rule.at ?? pointer) === pointer)
  const place = fitting[Math.floor(draw * fitting.length)]
  if (place === undefined) return undefined
  return { output: place.put(before.get(place.pointer) as Json), at: place.pointer, was: place.value }
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
  const put = (place: Place | undefined, other: (value: Json) => Json): SpoiltOutput | undefined =>
    place === undefined
      ? undefined
      : { output: place.put(other(place.value)), at: place.pointer, was: place.value }
  switch (rule.fault) {
    case 'wrong-type':
      return put(
        chosen(output, rule, draw, (value) => isScalar(value) && value !== null),
        ofOtherType,
      )
    case 'off-by-ten':
      return put(
        chosen(output, rule, draw, (value) => typeof value === 'number' && tenMore(value) !== value),
        (value) => tenMore(value as number),
      )
    case 'missing-page':
      return put(outermostList(output, rule, draw), (value) =>
        (value as Json[]).slice(0, Math.ceil((value as Json[]).length / 2)),
      )
    case 'renamed-field':
      return renamed(output, rule, draw)
    case 'stale-value':
      return stale(output, earlier(), rule, draw)
    default:
      return undefined
  }
}
