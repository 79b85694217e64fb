import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { memoizeByString } from '../../shared/memoize.ts'
import { joinList, quote, quoteIfSpaced } from './wording.ts'

/** Values by name, as far as they are drawn. */
export type DrawnValues = Readonly<Record<string, Json>>

const SLOT = /\{(\w+(?:\.\w+)*)((?:\|\w+)*)\}/g
const ONE_SLOT = new RegExp(`^${SLOT.source}$`)

const MAX_TEMPLATES = 1000

const ORDINALS = ['first', 'second', 'third']

const createTextForm =
  (form: (text: string) => string) =>
  (value: Json): Json =>
    Array.isArray(value) ? value.map((item) => form(convertToText(item))) : form(convertToText(value))

/** What a slot may do with its value: `{cities|named|listed}`. */
const FORMS: Readonly<Record<string, (value: Json) => Json>> = {
  quoted: createTextForm(quote),
  named: createTextForm(quoteIfSpaced),
  listed: (value) => joinList(requireList(value).map(convertToText)),
  joined: (value) => requireList(value).map(convertToText).join(' '),
  run: (value) => requireList(value).map(convertToText).join(''),
  json: (value) => JSON.stringify(value),
  padded: createTextForm((text) => text.padStart(2, '0')),
  ordinal: (value) => ORDINALS[Number(value)] ?? refuse(`there is no ordinal for ${convertToText(value)}`),
  day: (value) => convertToText(value).slice(0, 10),
  upper: createTextForm((text) => text.toUpperCase()),
  lower: createTextForm((text) => text.toLowerCase()),
  sentence: createTextForm((text) => text.charAt(0).toUpperCase() + text.slice(1)),
  capitalized: createTextForm((text) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())),
  encoded: createTextForm(encodeURIComponent),
  base64: createTextForm((text) => Buffer.from(text, 'utf8').toString('base64')),
}

const refuse = (cause: string): never => {
  throw new RangeError(`a pattern cannot be drawn: ${cause}`)
}

export const convertToText = (value: Json): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : refuse(`${JSON.stringify(value)} is not a text`)

const requireList = (value: Json): Json[] =>
  Array.isArray(value) ? value : refuse(`${JSON.stringify(value)} is not a list`)

/** A value by its name, or by a path such as `cities.0` or `reading.name`. */
export function readScopeValue(path: string, scope: DrawnValues): Json {
  let value: Json = scope as JsonObject
  for (const key of path.includes('.') ? path.split('.') : [path]) {
    const next: Json | undefined = Array.isArray(value)
      ? value[Number(key)]
      : isObject(value)
        ? value[key]
        : undefined
    value = next ?? refuse(`nothing was drawn for "${path}"`)
  }
  return value
}

const listAt = (path: string, scope: DrawnValues): Json[] => requireList(readScopeValue(path, scope))

function fillSlot(path: string, forms: string, scope: DrawnValues): Json {
  if (forms === '') return readScopeValue(path, scope)
  return forms
    .split('|')
    .slice(1)
    .reduce(
      (value, name) => (FORMS[name] ?? refuse(`there is no form "${name}"`))(value),
      readScopeValue(path, scope),
    )
}

/** Literal text, path and forms, in turns; a template is filled many times. */
const splitTemplate = memoizeByString(MAX_TEMPLATES, (text: string) => text.split(SLOT))

export function fillText(text: string, scope: DrawnValues): string {
  const pieces = splitTemplate(text)
  let filled = pieces[0] as string
  for (let i = 1; i < pieces.length; i += 3)
    filled += `${convertToText(fillSlot(pieces[i] as string, pieces[i + 1] as string, scope))}${pieces[i + 2]}`
  return filled
}

/** The scopes of the items of a list: each under a name, with its number from 1 as `n` and from 0 as `at`. */
export const listScopes = (path: string, name: string, scope: DrawnValues): DrawnValues[] =>
  listAt(path, scope).map((item, i) => ({ ...scope, [name]: item, n: i + 1, at: i }))

function fillItem(item: Json, scope: DrawnValues): Json[] {
  if (!isObject(item) || typeof item.$each !== 'string' || 'at' in item) return [fill(item, scope)]
  const { $each: path, as = 'item', give = [] } = item
  return listScopes(path, convertToText(as), scope).flatMap((inner) => requireList(fill(give, inner)))
}

/**
 * A value with its slots filled in, whatever is drawn for them left as it is. A text that is one slot gives the value
 * itself, a number or an object too. `{ "$each": "cities", "as": "city", "give": [...] }` in a list stands for what it
 * gives for every city.
 */
export function fill(value: Json, scope: DrawnValues): Json {
  if (typeof value === 'string') {
    const [, path, forms = ''] = ONE_SLOT.exec(value) ?? []
    return path === undefined ? fillText(value, scope) : fillSlot(path, forms, scope)
  }
  if (Array.isArray(value)) return value.flatMap((item) => fillItem(item, scope))
  return isObject(value) ? fillObject(value, scope) : value
}

const fillObject = (value: JsonObject, scope: DrawnValues): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [fillText(key, scope), fill(item, scope)]))
