import { isObject, isScalar, type Json, mapChildren } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { isMarker, joinText, type Marker, markerKind, type Written } from './markers.ts'
/** What a function wrote with other leaves, and with the keywords of a plain task for markers. */
export function replaceLeaves(written: Written, leaves: ReadonlyMap<string, Json>, at = ''): Json {
  if (isMarker(written)) {
    const parts = written.values.map((value, i) => replaceLeaves(value, leaves, `${at}#${i}`))
    return writeMarker(written, parts)
  }
  if (isScalar(written as Json)) return leaves.get(at) as Json
  return mapChildren(written as Json, (item, key) =>
    replaceLeaves(item as Written, leaves, appendKey(at, key)),
  )
}

function writeMarker(marker: Marker, parts: Json[]): Json {
  const [first = null] = parts
  switch (markerKind(marker)) {
    case 'any':
      return { $any: true }
    case 'oneOf':
      return { $oneOf: parts }
    case 'optional':
      return { $optional: first }
    case 'unordered':
      return { $unordered: parts }
    case 'text':
      return {
        $text: interleave(
          marker.strings,
          parts.map((part) => listValues(part).map((one) => (isObject(one) ? one : { $oneOf: [one] }))),
        ).filter((part) => !isObject(part) || part.$any !== true),
      }
    case 'exactly':
      return writeTemplate(marker, parts)
  }
}

/** Fixed texts and parts in turn, without empty texts. */
const interleave = (strings: readonly string[], parts: readonly (readonly Json[])[]): Json[] =>
  strings.flatMap((string, i) => [string, ...(parts[i] ?? [])]).filter((part) => part !== '')

/** The values of a list in a gap of a text, of which each has to be in the text. */
const listValues = (part: Json): Json[] => (Array.isArray(part) ? part.flatMap(listValues) : [part])

/** A `$template`; a part that is not bound belongs to the fixed text. */
function writeTemplate(marker: Marker, parts: readonly Json[]): Json {
  const joined: Json[] = []
  for (const part of interleave(
    marker.strings,
    parts.map((one) => [one]),
  )) {
    const last = joined.at(-1)
    if (isObject(part)) joined.push({ gap: `value ${joined.filter(isObject).length + 1}`, is: part })
    else if (typeof last === 'string') joined[joined.length - 1] = last + joinText(['', ''], [part])
    else joined.push(joinText(['', ''], [part]))
  }
  return joined.some(isObject) ? { $template: joined } : joined.join('')
}
