import type { Param, ToolSpec } from './tool-spec.ts'
import type { Kind, Value } from './values.ts'
import { languageCode, unitSpellings } from './vocabulary.ts'

const NUMERIC: [Kind, number][] = [['number', 1]]
const WORDING: [Kind, number][] = [
  ['quoted', 1],
  ['phrase', 0.8],
]
const NAMING: [Kind, number][] = [
  ['quoted', 0.9],
  ['name', 1],
  ['phrase', 0.5],
]
const KEYING: [Kind, number][] = [
  ['quoted', 1],
  ['identifier', 1],
]
const LABELLING: [Kind, number][] = [...KEYING, ['name', 0.6], ['phrase', 0.7]]

/** Which kinds of value a meaning takes, and how gladly. */
const TAKES: Record<string, [Kind, number][]> = {
  base64: KEYING,
  category: LABELLING,
  city: NAMING,
  code: LABELLING,
  coordinate: NUMERIC,
  country: NAMING,
  currency: [['currency', 1]],
  date: [
    ['date', 1],
    ['datetime', 0.7],
  ],
  datetime: [
    ['datetime', 1],
    ['date', 0.8],
  ],
  directory: [['path', 1]],
  domain: [['domain', 1]],
  email: [['email', 1]],
  enum: [['option', 1]],
  expression: [
    ['expression', 1],
    ['quoted', 0.6],
  ],
  'file-path': [['path', 1]],
  filter: [
    ['quoted', 1],
    ['name', 0.8],
    ['number', 0.7],
  ],
  hash: KEYING,
  id: [
    ['identifier', 1],
    ['quoted', 0.8],
  ],
  'ip-address': [['ip', 1]],
  json: [
    ['json', 1],
    ['quoted', 0.7],
  ],
  key: KEYING,
  label: LABELLING,
  language: [['language', 1]],
  numbers: [
    ['list', 1],
    ['json', 1],
  ],
  organisation: NAMING,
  path: [
    ['path', 1],
    ['quoted', 0.5],
  ],
  person: NAMING,
  phone: [['phone', 1]],
  query: WORDING,
  records: [['json', 1]],
  slug: KEYING,
  'stock-symbol': [
    ['symbol', 1],
    ['currency', 0.4],
  ],
  tag: LABELLING,
  text: WORDING,
  texts: [
    ['list', 0.9],
    ['json', 1],
  ],
  time: [['time', 1]],
  timezone: [['timezone', 1]],
  title: WORDING,
  unit: [['unit', 1]],
  url: [['url', 1]],
}

const isNumeric = (type: string | undefined): boolean => type === 'number' || type === 'integer'

/** True where a JSON value has the type of a parameter. */
export function typeFits(value: unknown, param: Param): boolean {
  if (param.type === 'any') return true
  if (param.type === 'array') {
    return (
      Array.isArray(value) && (!isNumeric(param.itemType) || value.every((item) => typeof item === 'number'))
    )
  }
  if (param.type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (param.type === 'integer') return Number.isInteger(value)
  return typeof value === (param.type === 'null' ? 'object' : param.type)
}

/** How well a value of the prompt suits a parameter by its kind, from 0 to 1. */
export function fitOf(value: Value, param: Param): number {
  if (isNumeric(param.type)) {
    return value.kinds.includes('number') && typeFits(Number(value.value), param) ? 1 : 0
  }
  if (param.type === 'array') {
    const items = value.kinds.includes('list') || value.kinds.includes('json')
    return items && typeFits(value.value, param) ? 1 : 0
  }
  if (param.type === 'object') return typeFits(value.value, param) ? 1 : 0
  if (param.type === 'boolean') return 0
  const takes = TAKES[param.meaning] ?? WORDING
  return Math.max(0, ...takes.filter(([kind]) => value.kinds.includes(kind)).map(([, fit]) => fit))
}

/** A language by its code where the parameter asks for codes, else as it is written. */
export const languageFor = (text: string, param: Param): string =>
  /code|letter|iso/i.test(param.description) ? (languageCode(text) ?? text) : text

/** A value in the spelling that a parameter asks for. */
export function coerce(value: Value, param: Param, tool: ToolSpec): unknown {
  if (isNumeric(param.type)) return Number(value.value)
  if (param.type !== 'string' && param.type !== 'any') return value.value
  if (param.meaning === 'language') return languageFor(value.text, param)
  if (param.meaning === 'unit') {
    const known = unitSpellings(value.text).find((unit) => new RegExp(`\\b${unit}\\b`, 'i').test(tool.text))
    return known ?? value.text
  }
  if (param.meaning === 'currency' || param.options.length > 0) return value.value
  if (/^date/.test(param.meaning) && /iso|y{4}-mm/i.test(param.description)) return isoDate(value)
  return typeof value.value === 'string' ? value.value : value.text
}

/** Dates in words as YYYY-MM-DD; others stay, for their order of day and month is not sure. */
function isoDate(value: Value): unknown {
  if (!/[A-Za-z]{3}/.test(value.text)) return value.value
  const moment = new Date(`${value.text} UTC`)
  return Number.isNaN(moment.getTime()) ? value.value : moment.toISOString().slice(0, 10)
}
