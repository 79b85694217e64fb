import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import {
  isObject,
  isScalar,
  type Json,
  type JsonObject,
  listChildren,
  stringifyStably,
} from '../../../shared/json.ts'
import { round } from '../../../shared/python/number.ts'
import { areNumbersEqual, isSameValue, type LeafSchema, readLeafType } from '../../../tasks/equality.ts'
import { isProse } from '../record/infer-schema.ts'
import { countDigitsKept } from '../rounded.ts'
import { choosePossiblePlaces, type ValueSource } from './sources.ts'

const buildFrom = ({ step, at }: ValueSource, ...via: Json[]): JsonObject => ({
  $from: step,
  at,
  ...(via.length > 0 ? { via } : {}),
})

const readLastName = (pointer: string): string => (pointer.split('/').at(-1) ?? '').toLowerCase()

/** How far the names of two places agree, from 0 to 2. */
function rateLikeness(source: ValueSource, pointer: string, semantic: string | undefined): number {
  const [sourceName, other] = [readLastName(source.at), readLastName(pointer)]
  const named =
    sourceName !== '' && other !== '' && (sourceName.includes(other) || other.includes(sourceName))
  return Number(named) + Number(semantic !== undefined && source.semantic === semantic)
}

/** The sources that a value equals. */
function findEqualSources(
  value: Json,
  schema: LeafSchema | undefined,
  sources: readonly ValueSource[],
): ValueSource[] {
  const type = readLeafType(schema)
  return sources.filter((source) =>
    isScalar(value)
      ? isScalar(source.value) && isSameValue(source.value, value, type)
      : stringifyStably(source.value) === stringifyStably(value),
  )
}

/** The nearest of several sources, and the most alike. */
function findNearest(
  equal: readonly ValueSource[],
  pointer: string,
  schema: LeafSchema | undefined,
): ValueSource | undefined {
  const type = readLeafType(schema)
  const score = (source: ValueSource): number =>
    10 * source.distance + 5 * Number(source.isEcho) - rateLikeness(source, pointer, type.semantic)
  return equal.reduce<ValueSource | undefined>(
    (best, source) => (best === undefined || score(source) < score(best) ? source : best),
    undefined,
  )
}

/** An object or a list that was passed on as its JSON text, in the spelling that a function writes. */
function traceJsonText(value: Json, context: TraceContext): JsonObject | undefined {
  const { sources, pointer, schema } = context
  const equal = sources.filter(
    (source) => listChildren(source.value).length > 0 && JSON.stringify(source.value) === value,
  )
  const nearest = findNearest(equal, pointer, schema)
  return nearest && buildFrom(nearest, 'json')
}

/** A number that an agent rounded before it passed it on: the whole number, with the digits that were kept. */
function traceRounded(value: Json, sources: readonly ValueSource[]): JsonObject | undefined {
  if (typeof value !== 'number') return undefined
  for (const source of sources) {
    const digits = countDigitsKept(source.value, String(value))
    if (digits !== undefined) return { ...buildFrom(source), digits }
  }
  return undefined
}

const FREE_TEXT = new Set(['text', 'title', 'json', 'label'])
const MIN_LETTERS = 4
const MIN_DIGITS = 2
const MAX_DECIMALS = 2

interface TextPart {
  start: number
  end: number
  binding: JsonObject
  source: ValueSource
}

function findPart(text: string, source: ValueSource, prompt: string): TextPart | undefined {
  const { value } = source
  const locatePart = (written: string, binding: JsonObject): TextPart | undefined => {
    if (!carries(text, written) || carries(prompt, written)) return undefined
    const start = text.indexOf(written)
    return start < 0 ? undefined : { start, end: start + written.length, binding, source }
  }
  if (typeof value === 'string') {
    return value.length < MIN_LETTERS ? undefined : locatePart(value, buildFrom(source))
  }
  if (typeof value !== 'number') return undefined
  // Perhaps written otherwise: 16,100.75, or 41.90.
  const { written: exact = '' } = findNumbers(text).find((one) => areNumbersEqual(one.value, value)) ?? {}
  if (exact.replace(/\D/g, '').length >= MIN_DIGITS) {
    const found = locatePart(exact, buildFrom(source))
    if (found !== undefined) return found
  }
  for (let decimals = MAX_DECIMALS; decimals >= 0; decimals--) {
    const written = round(value, decimals).toFixed(decimals)
    if (written.replace(/\D/g, '').length < MIN_DIGITS) continue
    const found = locatePart(written, buildFrom(source, { round: decimals }))
    if (found !== undefined) return found
  }
  return undefined
}

/** A text made of values of results and words around them. */
function traceComposed(
  value: Json,
  schema: LeafSchema | undefined,
  { sources, prompt, isDraft, passedOn }: TraceContext,
): JsonObject | undefined {
  // A schema that comes with a tool does not say that a text is free.
  const isFree = FREE_TEXT.has(schema?.[SEMANTIC_KEY] ?? '') || (isDraft === true && isProse(value))
  if (typeof value !== 'string' || !isFree) return undefined
  const candidates = sources
    .filter((source) => isScalar(source.value) && !source.isEcho)
    .flatMap((source) => findPart(value, source, prompt) ?? [])
    .sort((a, b) => b.end - b.start - (a.end - a.start))
  const parts: TextPart[] = []
  for (const part of candidates) {
    if (!parts.some(({ start, end }) => part.start < end && start < part.end)) parts.push(part)
  }
  if (parts.length === 0) return undefined
  parts.sort((a, b) => a.start - b.start)
  const whole = parts.find(({ start, end }) => end - start === value.length)?.binding
  if (whole !== undefined) return { ...whole, via: [...((whole.via as Json[]) ?? []), 'text'] }
  const bindPart = ({ start, end, binding }: TextPart): Json => {
    const rivals = candidates.filter((part) => part.start === start && part.end === end)
    const places = choosePossiblePlaces(
      rivals.map(({ source }) => source),
      sources,
      passedOn,
    )
    const bindings = rivals.flatMap((part) => (places.includes(part.source) ? [part.binding] : []))
    return isDraft ? joinOneOf(bindings) : binding
  }
  const buildPieces = (kept: readonly TextPart[]): Json[] => {
    const ends = [0, ...kept.map(({ end }) => end)]
    const pieces = kept.flatMap((part, i) => [value.slice(ends[i], part.start), bindPart(part)])
    return [...pieces, value.slice(ends.at(-1))].filter((piece) => piece !== '')
  }
  // Another agent says a word of a fixed list, such as "open", in other words.
  const isWord = ({ start, end }: TextPart): boolean =>
    value[start - 1] === ' ' && /^\p{Ll}+$/u.test(value.slice(start, end))
  const told = isDraft ? parts.filter((part) => !isWord(part)) : parts
  const template = fitTemplate(buildPieces(parts), prompt)
  return template ?? { $text: buildPieces(told.length > 0 ? told : parts) }
}

/** A text between quotes with gaps, as a prompt asks for it: `"Wind: <wind speed> km/h"`. */
const QUOTED =
  /["\u201c\u201e\x60]([^"\u201c\u201d\u201e\x60]*<[^<>"]+>[^"\u201c\u201d\u201e\x60]*)["\u201c\u201d\x60]/g

/** The template that a prompt quotes and a text follows, with the bindings of the text in its gaps. */
function fitTemplate(pieces: readonly Json[], prompt: string): JsonObject | undefined {
  const squeeze = (words: string): string => words.replace(/\s+/g, ' ').replace(/\.$/, '').toLowerCase()
  for (const [, quoted = ''] of prompt.matchAll(QUOTED)) {
    const parts = quoted
      .split(/<([^<>]+)>/)
      .map((part, i): Json => (i % 2 === 0 ? part : { gap: part }))
      .filter((part) => part !== '')
    const follows = parts.every((part, i) => {
      const piece = pieces[i]
      return typeof part === 'string' && typeof piece === 'string'
        ? squeeze(part) === squeeze(piece)
        : typeof part === typeof piece
    })
    if (!follows || parts.length !== pieces.length) continue
    return {
      $template: parts.map((part, i) => (isObject(part) ? { ...part, is: pieces[i] as Json } : part)),
    }
  }
  return undefined
}

/** A binding, or any of several. */
const joinOneOf = (bindings: readonly JsonObject[]): JsonObject =>
  bindings.length === 1 ? (bindings[0] as JsonObject) : { $oneOf: [...bindings] }

export interface TraceContext {
  pointer: string
  schema: LeafSchema | undefined
  sources: readonly ValueSource[]
  prompt: string
  /** Whether a number that is passed on as a text is bound to the number. */
  plain: boolean
  passedOn: readonly Json[]
  /** Whether a value of several places may be of any of them, since a person decides. */
  isDraft?: boolean
}

/**
 * The binding that explains a frozen value by what earlier steps returned; undefined where none does.
 */
export function traceValue(value: Json, context: TraceContext): JsonObject | undefined {
  const { pointer, schema, sources, plain, passedOn, isDraft } = context
  if (typeof value === 'boolean' || value === null || value === '') return undefined
  if (Array.isArray(value) && value.length === 0) return undefined
  if (isObject(value) && Object.keys(value).length === 0) return undefined
  const all = findEqualSources(value, schema, sources)
  const equal = findNearest(all, pointer, schema)
  if (isDraft && equal !== undefined && !equal.isEcho) {
    const news = all.filter(({ isEcho }) => !isEcho)
    return joinOneOf(choosePossiblePlaces(news, sources, passedOn).map((place) => buildFrom(place)))
  }
  if (equal !== undefined && plain) return buildFrom(equal)
  // A number that is passed on as a text.
  if (typeof value === 'string' && typeof equal?.value === 'number') return buildFrom(equal, 'text')
  if (equal !== undefined) return buildFrom(equal)
  return (
    traceJsonText(value, context) ?? traceRounded(value, sources) ?? traceComposed(value, schema, context)
  )
}
