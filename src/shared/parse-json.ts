import { describeThrown } from './errors.ts'
import type { Json } from './json.ts'

/** Levels that lists and objects of JSON from outside may be nested: what walks them does so by recursion. */
export const MAX_JSON_DEPTH = 250
/** Levels of a value that an agent gives: the run, the traces and the report that hold it stay within the limit. */
export const MAX_VALUE_DEPTH = 230

/** Thrown for JSON whose lists and objects are nested too deeply. */
export class NestingError extends SyntaxError {
  override readonly name = 'NestingError'

  constructor(maxDepth = MAX_JSON_DEPTH) {
    super(`lists and objects are nested deeper than ${maxDepth} levels`)
  }
}

const [QUOTE, BACKSLASH] = [34, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** Where the string that begins at a place of a JSON text ends. A pattern would take stack for each character. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** Whether lists and objects of a JSON text are nested too deeply; brackets in its strings do not count. */
function isTooDeep(text: string, maxDepth: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > maxDepth) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return false
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Holds a value from outside that another parser read to the same depth. @throws NestingError */
export function checkNesting(value: unknown): void {
  let level = [value].filter(isContainer)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_JSON_DEPTH) throw new NestingError()
    level = [...new Set(level.flatMap((item) => Object.values(item).filter(isContainer)))]
  }
}

/**
 * Parses JSON that came from outside, in a time that grows with its length.
 *
 * @throws NestingError where it is nested deeper than the given levels
 * @throws SyntaxError where it is not JSON
 */
export function parseJson(text: string, maxDepth = MAX_JSON_DEPTH): Json {
  if (isTooDeep(text, maxDepth)) throw new NestingError(maxDepth)
  return JSON.parse(text) as Json
}

const NUMBER = /-?\d[\d.eE+-]*/g

const quoteUnsafe = (number: string): string =>
  /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number

/** Parses like {@link parseJson}, but an integer beyond 2^53 becomes its text, because a number would lose digits. */
export function parseExactJson(text: string): Json {
  if (!/\d{16}/.test(text)) return parseJson(text)
  let exact = ''
  let done = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', done)) {
    const end = endOfString(text, at) + 1
    exact += text.slice(done, at).replace(NUMBER, quoteUnsafe) + text.slice(at, end)
    done = end
  }
  return parseJson(exact + text.slice(done).replace(NUMBER, quoteUnsafe))
}

/** Why a value of an agent cannot be recorded, in words after its name; undefined if it can. */
export function findRecordingProblem(value: unknown): string | undefined {
  const tooDeep = `is nested deeper than ${MAX_VALUE_DEPTH} levels`
  try {
    const text = JSON.stringify(value) ?? 'null'
    return isTooDeep(text, MAX_VALUE_DEPTH) ? tooDeep : undefined
  } catch (error) {
    if (error instanceof RangeError) return tooDeep
    const cause = describeThrown(error)
    return cause.includes('circular') ? 'holds itself' : `cannot be written as JSON: ${cause}`
  }
}

/** Why {@link parseJson} failed, in words for behind the name of a file and its line. */
export const describeJsonProblem = (error: unknown): string =>
  error instanceof NestingError ? error.message : `not JSON: ${describeThrown(error).replace(/\s+/g, ' ')}`

/** The first key that an object of a JSON text has twice: only the last one would count. The text has to be valid JSON. */
export function findDuplicateKey(text: string): string | undefined {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '{') open.push(new Set())
    else if (char === '}') open.pop()
    else if (char === '"') {
      const start = at
      at = endOfString(text, start)
      let next = at + 1
      while (/\s/.test(text.charAt(next))) next++
      if (text[next] !== ':') continue
      const key = JSON.parse(text.slice(start, at + 1)) as string
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}

/** The value of a text that is JSON; for any other text what is given in its place. */
export function parseJsonOr<T>(
  text: string,
  other: T,
  parse: (text: string) => unknown = JSON.parse,
): Json | T {
  try {
    return parse(text) as Json
  } catch {
    return other
  }
}
