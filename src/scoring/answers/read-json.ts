import type { Json } from '../../shared/json.ts'
import { load } from '../../shared/load.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { findDuplicateKey } from '../../shared/parse-json.ts'

/** A string with its marks; one that nothing closes goes up to the end, so that no mark in it is looked at again. */
const STRING = /"(?:[^"\\]|\\.)*("|\\?$)|'(?:[^'\\]|\\.)*('|\\?$)/sy
/** A bare value of an object reaches up to the next key, of a list up to the next comma. */
const BARE_IN_OBJECT = /[^\s"'[\]{},][^"'[\]{}\n]*?(?=\s*(?:,\s*(?:["'}]|[\p{L}_$][^:,\n]*:)|[}\n]))/uy
const BARE_IN_LIST = /[^\s"'[\]{},][^"[\]{},\n]*(?=\s*[,\]\n])/uy
const BARE_KEY = /[\p{L}_$][^"'[\]{}:,\n]*?(?=\s*:)/uy

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const loadJson5 = memoizeOnce(() => load('json5') as typeof import('json5'))

/** The value of a text that is JSON, as most are, or JSON5, which takes ten times as long to read. */
function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return loadJson5().parse(text)
  }
}

/** A comment to the end of its line, or a string, in which nothing is a comment. */
const COMMENT = /("(?:[^"\\]|\\.)*(?:"|\\?$))|\s\/\/[^\n]*/gs

/**
 * The first JSON value of a text that begins with one, and the text behind it. Single quotes, typographic quotes, trailing
 * commas, comments, bare keys and bare values are read as well. Scalars are texts as they are written, so that `00123`,
 * 1.10 and long numbers stay whole. Undefined where the text begins otherwise, the value is broken or a key stands twice.
 */
export function readJson(text: string): { value: Json; rest: string } | undefined {
  // Most texts have no bracket, and a look at each of their characters takes longer.
  if (!/[[{]/.test(text)) return undefined
  const quoted = text.replaceAll(/[“”]/g, '"')
  const source = quoted.replaceAll(COMMENT, (found, string) => string ?? ' '.repeat(found.length))
  const open: string[] = []
  let json = ''
  let isAfterColon = false
  let at = source.search(/\S/)
  if (at < 0 || !'{['.includes(source.charAt(at))) return undefined
  try {
    while (at < source.length) {
      const bareForm = open.at(-1) !== '{' ? BARE_IN_LIST : isAfterColon ? BARE_IN_OBJECT : BARE_KEY
      const string = matchAt(STRING, source, at)
      const isClosed = string?.[1] === '"' || string?.[2] === "'"
      const [bare] = isClosed ? string : (matchAt(bareForm, source, at) ?? [])
      if (bare !== undefined) {
        json += JSON.stringify(isClosed ? parse(bare) : bare.trim())
        at += bare.length
        continue
      }
      const char = source.charAt(at++)
      if (!/[\s{}[\]:,]/.test(char)) return undefined
      json += char
      if ('{['.includes(char)) open.push(char)
      else if ('}]'.includes(char)) open.pop()
      if (/\S/.test(char)) isAfterColon = char === ':'
      if (open.length === 0) break
    }
    const value = parse(json)
    return findDuplicateKey(json) === undefined ? { value, rest: text.slice(at) } : undefined
  } catch {
    return undefined
  }
}
