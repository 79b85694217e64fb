import JSON5 from 'json5'
import { isObject, type Json } from '../../shared/json.ts'

/** A JSON value whose scalars are texts as the reply writes them, so that `00123`, 1.10 and long numbers stay whole. */
export type Written = string | Written[] | { [key: string]: Written }

/** A string with its marks, which is kept as it is. */
const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y
/** A bare value of an object reaches up to the next key, of a list up to the next comma. */
const BARE_IN_OBJECT = /[^\s"'[\]{},][^"'[\]{}\n]*?(?=\s*(?:,\s*(?:["'}]|[\p{L}_$][^:,\n]*:)|[}\n]))/uy
const BARE_IN_LIST = /[^\s"'[\]{},][^"[\]{},\n]*(?=\s*[,\]\n])/uy
const BARE_KEY = /[\p{L}_$][^"'[\]{}:,\n]*?(?=\s*:)/uy

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/**
 * The first JSON value of a text that begins with one, and the text behind it. Single quotes, typographic quotes, trailing
 * commas, bare keys and bare values are read as well. Undefined where the text begins otherwise or the value is broken.
 */
export function readJson(text: string): { value: Written; rest: string } | undefined {
  const source = text.replaceAll(/[“”]/g, '"')
  const open: string[] = []
  let json = ''
  let isValueNext = true
  let at = source.search(/\S/)
  if (at < 0 || !'{['.includes(source.charAt(at))) return undefined
  while (at < source.length) {
    const char = source.charAt(at)
    const isInObject = open.at(-1) === '{'
    const isKey = isInObject && !isValueNext
    const string = matchAt(STRING, source, at)
    const bare = string ?? matchAt(isKey ? BARE_KEY : isInObject ? BARE_IN_OBJECT : BARE_IN_LIST, source, at)
    if (bare !== undefined && open.length > 0) {
      json += string ?? JSON.stringify(bare.trim())
      at += bare.length
      continue
    }
    json += char
    at++
    if (/\s/.test(char)) continue
    if (char === '{' || char === '[') open.push(char)
    else if (char === '}' || char === ']') open.pop()
    isValueNext = char === '[' || char === ':' || (char === ',' && open.at(-1) === '[')
    if (open.length === 0) break
  }
  try {
    return { value: JSON5.parse(json), rest: text.slice(at) }
  } catch {
    return undefined
  }
}

/** A value that is not text as the text that stands for it. */
export function asWritten(value: Json): Written {
  if (Array.isArray(value)) return value.map(asWritten)
  if (!isObject(value)) return String(value)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asWritten(item)]))
}
