const MARKER = /(?:final\s+)?answer[\s*_`]*:/gi
const LINE_START = /(?:^|\n)[\s#>*_`-]*$/

/** The marker that the answer follows; undefined where there is none. */
function markerOf(message: string, isAlsoKey: boolean): RegExpMatchArray | undefined {
  const capitals = (match: RegExpMatchArray): boolean => match[0].includes('ANSWER')
  const markers = [...message.matchAll(MARKER)].filter(
    (match) => capitals(match) || LINE_START.test(message.slice(0, match.index)),
  )
  if (!isAlsoKey) return markers.at(-1)
  // The one marker is in capitals, or the first of several.
  return markers.findLast(capitals) ?? (markers.length > 1 ? markers[0] : undefined)
}

/**
 * The part of a message that answers: what follows the last marker, or all of it. A marker is `ANSWER:` in capitals
 * anywhere, or `answer:` and `final answer:` in any case where a line starts, emphasis passed over.
 *
 * @param isAlsoKey Whether a value is asked for under the key "answer", so that a line `answer: ...` may be that value
 */
export function answerScopeOf(message: string, isAlsoKey = false): string {
  const marker = markerOf(message, isAlsoKey)
  if (marker === undefined) return message.trim()
  return message
    .slice((marker.index ?? 0) + marker[0].length)
    .replace(/^[\s*_`]+/, '')
    .trim()
}
