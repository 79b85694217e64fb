import { append } from '@hyperjump/json-pointer'
import type { Json } from '../json.ts'
import { PyFloat, type PyJson } from './json.ts'

/** What Python's `json.loads` makes of a text; objects keep the order of their keys, "10" before "2". */
export type Loaded = null | boolean | number | string | PyFloat | Loaded[] | Map<string, Loaded>

const MAX_DEPTH = 500
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORDS: readonly [string, Loaded][] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]

/**
 * Reads JSON as Python's `json.loads` does: NaN and infinities pass, of equal keys the last one counts,
 * `30.0` stays a float. Undefined where the text is not JSON, or is nested deeper than 500 levels.
 */
export function loadJson(text: string): Loaded | undefined {
  let at = 0

  const throwSyntaxError = (): never => {
    throw new SyntaxError(`not JSON at ${at}`)
  }
  const skipBlanks = (): void => {
    while (' \t\n\r'.includes(text[at] ?? '.')) at++
  }
  const takes = (char: string): boolean => {
    skipBlanks()
    if (text[at] !== char) return false
    at++
    return true
  }
  const readString = (): string => {
    const from = at++
    while (text[at] !== '"') {
      if (at >= text.length) throwSyntaxError()
      at += text[at] === '\\' ? 2 : 1
    }
    at++
    return JSON.parse(text.slice(from, at)) as string
  }
  const readNumber = (): Loaded => {
    NUMBER.lastIndex = at
    const [digits] = NUMBER.exec(text) ?? throwSyntaxError()
    at += digits.length
    const number = Number(digits)
    return /[.eE]/.test(digits) && Number.isInteger(number) ? new PyFloat(number) : number
  }
  const readObject = (depth: number): Loaded => {
    const object = new Map<string, Loaded>()
    if (takes('}')) return object
    do {
      skipBlanks()
      if (text[at] !== '"') throwSyntaxError()
      const key = readString()
      if (!takes(':')) throwSyntaxError()
      object.set(key, readValue(depth + 1))
    } while (takes(','))
    return takes('}') ? object : throwSyntaxError()
  }
  const readArray = (depth: number): Loaded => {
    const array: Loaded[] = []
    if (takes(']')) return array
    do array.push(readValue(depth + 1))
    while (takes(','))
    return takes(']') ? array : throwSyntaxError()
  }
  const readValue = (depth: number): Loaded => {
    if (depth > MAX_DEPTH) throwSyntaxError()
    if (takes('{')) return readObject(depth)
    if (takes('[')) return readArray(depth)
    if (text[at] === '"') return readString()
    const word = WORDS.find(([spelling]) => text.startsWith(spelling, at))
    if (word === undefined) return readNumber()
    at += word[0].length
    return word[1]
  }

  try {
    const value = readValue(0)
    skipBlanks()
    return at === text.length ? value : undefined
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** The value with plain objects. Those list integer-like keys first. */
export function toPyJson(value: Loaded): PyJson {
  if (Array.isArray(value)) return value.map(toPyJson)
  if (!(value instanceof Map)) return value
  return Object.fromEntries([...value].map(([key, item]) => [key, toPyJson(item)]))
}

/** JSON Pointers of numbers that were written as `30.0`. */
export function listFloatPointers(value: Loaded, pointer = ''): string[] {
  if (value instanceof PyFloat) return [pointer]
  if (Array.isArray(value))
    return value.flatMap((item, i) => listFloatPointers(item, append(String(i), pointer)))
  if (!(value instanceof Map)) return []
  return [...value].flatMap(([key, item]) => listFloatPointers(item, append(key, pointer)))
}

/** The value as JSON carries it: without float marks, and with null or what else is given for NaN and infinities. */
export function toJson(value: Loaded, readNotFinite: () => Json = () => null): Json {
  if (Array.isArray(value)) return value.map((item) => toJson(item, readNotFinite))
  if (value instanceof PyFloat) return value.value
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [key, toJson(item, readNotFinite)]))
  return typeof value === 'number' && !Number.isFinite(value) ? readNotFinite() : value
}
