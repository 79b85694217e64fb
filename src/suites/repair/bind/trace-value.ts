import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { carries } from '../../../scoring/tokens.ts'
import { isObject, isScalar, type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { round } from '../../../shared/python/number.ts'
import { type LeafSchema, leafTypeOf, sameValue } from '../../../tasks/equality.ts'
import { digitsKept } from '../rounded.ts'
import type { ValueSource } from './sources.ts'

const from = ({ step, at }: ValueSource, ...via: Json[]): JsonObject => ({
  $from: step,
  at,
  ...(via.length > 0 ? { via } : {}),
})

const lastName = (pointer: string): string => (pointer.split('/').at(-1) ?? '').toLowerCase()

/** How far the names of two places agree, from 0 to 2. */
function likeness(source: ValueSource, pointer: string, semantic: string | undefined): number {
  const [sourceName, other] = [lastName(source.at), lastName(pointer)]
  const named =
    sourceName !== '' && other !== '' && (sourceName.includes(other) || other.includes(sourceName))
  return Number(named) + Number(semantic !== undefined && source.semantic === semantic)
}

/** The source that a value equals; the nearest and most alike where there are several. */
function equalSource(
  value: Json,
  pointer: string,
  schema: LeafSchema | undefined,
  sources: readonly ValueSource[],
): ValueSource | undefined {
  const type = leafTypeOf(schema)
  const equal = sources.filter((source) =>
    isScalar(value)
      ? isScalar(source.value) && sameValue(source.value, value, type)
      : stableJson(source.value) === stableJson(value),
  )
  const score = (source: ValueSource): number =>
    10 * source.distance + 5 * Number(source.isEcho) - likeness(source, pointer, type.semantic)
  return equal.reduce<ValueSource | undefined>(
    (best, source) => (best === undefined || score(source) < score(best) ? source : best),
    undefined,
  )
}

/** The largest or smallest of what several steps of one tool gave at one place, where only that one is passed on. */
function selectionOf(
  value: Json,
  found: ValueSource,
  sources: readonly ValueSource[],
  passedOn: readonly Json[],
): JsonObject | undefined {
  if (typeof value !== 'number') return undefined
  const candidates = sources.filter(
    ({ tool, at, distance, value: other }) =>
      tool === found.tool && at === found.at && distance === found.distance && typeof other === 'number',
  )
  if (candidates.length < 2 || candidates.every((candidate) => passedOn.includes(candidate.value)))
    return undefined
  const numbers = candidates.map((candidate) => candidate.value as number)
  const of = candidates.map((candidate) => from(candidate))
  if (value === Math.max(...numbers)) return { $calc: 'max', of }
  return value === Math.min(...numbers) ? { $calc: 'min', of } : undefined
}

/** A number that an agent rounded before it passed it on: the whole number, with the digits that were kept. */
function roundedOf(value: Json, sources: readonly ValueSource[]): JsonObject | undefined {
  if (typeof value !== 'number') return undefined
  for (const source of sources) {
    const digits = digitsKept(source.value, String(value))
    if (digits !== undefined) return { ...from(source), digits }
  }
  return undefined
}

const FREE_TEXT = new Set(['text', 'title', 'json', 'label'])
const MIN_LETTERS = 4
const MIN_DIGITS = 2
const MAX_DECIMALS = 2

interface Part {
  start: number
  end: number
  binding: JsonObject
}

function partFor(text: string, source: ValueSource, prompt: string): Part | undefined {
  const { value } = source
  const at = (written: string, binding: JsonObject): Part | undefined => {
    if (!carries(text, written) || carries(prompt, written)) return undefined
    const start = text.indexOf(written)
    return start < 0 ? undefined : { start, end: start + written.length, binding }
  }
  if (typeof value === 'string') {
    return value.length < MIN_LETTERS ? undefined : at(value, from(source))
  }
  if (typeof value !== 'number') return undefined
  const exact = String(value)
  if (exact.replace(/\D/g, '').length >= MIN_DIGITS && carries(text, value)) {
    const found = at(exact, from(source))
    if (found !== undefined) return found
  }
  for (let decimals = MAX_DECIMALS; decimals >= 0; decimals--) {
    const written = round(value, decimals).toFixed(decimals)
    if (written.replace(/\D/g, '').length < MIN_DIGITS) continue
    const found = at(written, from(source, { round: decimals }))
    if (found !== undefined) return found
  }
  return undefined
}

/** A text made of values of results and words around them. */
function composedOf(
  value: Json,
  schema: LeafSchema | undefined,
  sources: readonly ValueSource[],
  prompt: string,
): JsonObject | undefined {
  if (typeof value !== 'string' || !FREE_TEXT.has(schema?.[SEMANTIC_KEY] ?? '')) return undefined
  const candidates = sources
    .filter((source) => isScalar(source.value) && !source.isEcho)
    .flatMap((source) => partFor(value, source, prompt) ?? [])
    .sort((a, b) => b.end - b.start - (a.end - a.start))
  const parts: Part[] = []
  for (const part of candidates) {
    if (!parts.some(({ start, end }) => part.start < end && start < part.end)) parts.push(part)
  }
  if (parts.length === 0) return undefined
  parts.sort((a, b) => a.start - b.start)
  const whole = parts.find(({ start, end }) => end - start === value.length)?.binding
  if (whole !== undefined) return { ...whole, via: [...((whole.via as Json[]) ?? []), 'text'] }
  const pieces: Json[] = []
  let done = 0
  for (const { start, end, binding } of parts) {
    if (start > done) pieces.push(value.slice(done, start))
    pieces.push(binding)
    done = end
  }
  if (done < value.length) pieces.push(value.slice(done))
  return { $text: pieces }
}

export interface TraceContext {
  pointer: string
  schema: LeafSchema | undefined
  sources: readonly ValueSource[]
  prompt: string
  /** Whether no value is read as the largest or smallest of several. */
  plain: boolean
  passedOn: readonly Json[]
}

/**
 * The binding that explains a frozen value by what earlier steps returned; undefined where none does. A selection is
 * preferred to the value that won it.
 */
export function traceValue(
  value: Json,
  { pointer, schema, sources, prompt, plain, passedOn }: TraceContext,
): JsonObject | undefined {
  if (typeof value === 'boolean' || value === null || value === '') return undefined
  if (Array.isArray(value) && value.length === 0) return undefined
  if (isObject(value) && Object.keys(value).length === 0) return undefined
  const equal = equalSource(value, pointer, schema, sources)
  if (equal !== undefined && plain) return from(equal)
  // A number that is passed on as a text.
  if (typeof value === 'string' && typeof equal?.value === 'number') return from(equal, 'text')
  if (equal !== undefined) return selectionOf(value, equal, sources, passedOn) ?? from(equal)
  return roundedOf(value, sources) ?? composedOf(value, schema, sources, prompt)
}
