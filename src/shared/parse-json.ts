import { messageOf } from './errors.ts'
import type { Json } from './json.ts'

/** Levels that lists and objects of JSON from outside may be nested: what walks them does so by recursion. */
export const DEEPEST_JSON = 500

/** Thrown for JSON whose lists and objects are nested deeper than {@link DEEPEST_JSON}. */
export class NestingError extends SyntaxError {
  override readonly name = 'NestingError'
  /** Where in the text the first list or object too deep begins. */
  readonly offset: number

  constructor(offset: number) {
    super(`lists and objects are nested deeper than ${DEEPEST_JSON} levels`)
    this.offset = offset
  }
}

const [QUOTE, BACKSLASH] = [34, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** Where a text begins a list or object deeper than JSON from outside may, or -1; brackets in its strings are none. */
function tooDeepAt(text: string): number {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isString = false
    } else if (code === QUOTE) isString = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > DEEPEST_JSON) return at
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return -1
}

/**
 * Parses JSON that came from outside, in a time that grows with its length.
 *
 * @throws NestingError where it is nested deeper than {@link DEEPEST_JSON} levels
 * @throws SyntaxError where it is no JSON
 */
export function parseJson(text: string): Json {
  const at = tooDeepAt(text)
  if (at >= 0) throw new NestingError(at)
  return JSON.parse(text) as Json
}

/** Why {@link parseJson} failed, in words for behind the name of a file and its line. */
export const jsonProblem = (error: unknown): string =>
  error instanceof NestingError ? error.message : `not JSON: ${messageOf(error).replace(/\s+/g, ' ')}`
