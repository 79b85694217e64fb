import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { PatternData, TextData } from './pattern-schema.ts'

/** A reference to what a call returns: `@get_weather/humidity_percent`, and with a slot for the pointer `@get_weather_{n}:{reading.at}`. */
const REFERENCE = /^@([^/:]+):?([/{].*)$/
/** A gap of a text with its value: `<price: @get_stock_price/price_usd>`. */
const GAP = /<([^<>]+): (@[^<>]+)>/g

function expandValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(expandValue)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expandValue(item)]))
  const [, tool, at] = (typeof value === 'string' && REFERENCE.exec(value)) || []
  return tool === undefined || at === undefined ? value : { $from: tool, at }
}

function expandText(data: TextData): TextData {
  const { text, gaps } = data
  const stated = [...text.matchAll(GAP)].map(([, gap = '', reference = '']) => [gap, reference])
  const values = { ...gaps, ...(Object.fromEntries(stated) as JsonObject) }
  return { ...data, text: text.replace(GAP, '<$1>'), gaps: expandValue(values) as JsonObject }
}

/** A pattern with its references as bindings. */
export function expandReferences(data: PatternData): PatternData {
  const { steps, answer, texts } = data
  return {
    ...data,
    ...(expandValue({ steps, ...(answer && { answer }) } as unknown as Json) as Pick<
      PatternData,
      'steps' | 'answer'
    >),
    ...(texts && {
      texts: Object.fromEntries(Object.entries(texts).map(([name, one]) => [name, expandText(one)])),
    }),
  }
}
