import { type Fields, isFields, listField, textField } from './fields.ts'
import { describe, ImportProblem } from './problem.ts'

/** A span, whichever way it was written. */
export interface OtelSpan {
  id: string | undefined
  parent: string | undefined
  name: string
  /** `gen_ai.operation.name`, or what the name of the span says. */
  operation: string
  /** Times in nanoseconds; only their order matters. */
  start: bigint
  end: bigint
  /** Why the span failed, where it did. */
  failure: string | undefined
  attributes: Fields
}

/** The value of an OTLP `AnyValue`. */
function anyValue(value: unknown): unknown {
  if (!isFields(value)) return value
  if ('intValue' in value) return Number(value.intValue)
  if (isFields(value.arrayValue)) return listField(value.arrayValue, 'values').map(anyValue)
  if (isFields(value.kvlistValue)) return keyed(listField(value.kvlistValue, 'values'))
  return value.stringValue ?? value.doubleValue ?? value.boolValue ?? value.bytesValue ?? null
}

const keyed = (entries: readonly Fields[]): Fields =>
  Object.fromEntries(entries.map(({ key, value }) => [String(key), anyValue(value)]))

const attributesOf = (span: Fields): Fields =>
  isFields(span.attributes) ? span.attributes : keyed(listField(span, 'attributes'))

const NANOS = 1_000_000_000n
const MILLI = 1_000_000

/** An ISO date to the nanosecond; dates themselves stop at milliseconds. */
function isoNanos(text: string): bigint | undefined {
  const seconds = Date.parse(text.replace(/\.\d+/, ''))
  if (Number.isNaN(seconds)) return undefined
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? ''
  return BigInt(seconds) * BigInt(MILLI) + BigInt(fraction.padEnd(9, '0'))
}

/** Nanoseconds of a time: a pair `[s, ns]`, digits, a number of milliseconds, or an ISO date. */
function nanosOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value * MILLI)) return BigInt(Math.round(value * MILLI))
  if (typeof value === 'string') return /^\d{1,30}$/.test(value) ? BigInt(value) : isoNanos(value)
  if (!Array.isArray(value)) return undefined
  const [seconds, nanos] = value as unknown[]
  return Number.isSafeInteger(seconds) && Number.isSafeInteger(nanos)
    ? BigInt(seconds as number) * NANOS + BigInt(nanos as number)
    : undefined
}

function timeOf(span: Fields, which: 'start' | 'end'): bigint {
  const unix = span[`${which}TimeUnixNano`]
  const value =
    typeof unix === 'number' && Number.isSafeInteger(Math.trunc(unix / MILLI)) ? unix / MILLI : unix
  const time = nanosOf(value ?? span[`${which}Time`] ?? span[`${which}_time`])
  if (time !== undefined) return time
  throw new ImportProblem(
    `the span ${JSON.stringify(span.name)} has no ${which} time, so that the order of calls is not known. Export ended spans with their times.`,
  )
}

const contextOf = (span: Fields): Fields => {
  if (typeof span.spanContext === 'function') {
    const context: unknown = span.spanContext()
    return isFields(context) ? context : {}
  }
  const context = span.spanContext ?? span.context
  return isFields(context) ? context : span
}

function parentOf(span: Fields): string | undefined {
  const context = span.parentSpanContext
  return isFields(context)
    ? textField(context, 'spanId', 'span_id')
    : textField(span, 'parentSpanId', 'parent_id', 'parentId')
}

const ERRORS: readonly unknown[] = [2, 'ERROR', 'STATUS_CODE_ERROR', 'error']

function failureOf(span: Fields, attributes: Fields): string | undefined {
  const status = isFields(span.status) ? span.status : {}
  const type = textField(attributes, 'error.type')
  if (!ERRORS.includes(status.code ?? status.status_code) && type === undefined) return undefined
  const thrown = listField(span, 'events').map((event) => textField(attributesOf(event), 'exception.message'))
  const told = textField(status, 'message', 'description')
  return told ?? thrown.find((text) => text !== undefined) ?? type ?? 'the call failed'
}

/** Operations in which a model speaks. */
export const MODEL_OPERATIONS: readonly string[] = ['chat', 'generate_content', 'text_completion']
const OPERATIONS: readonly string[] = [...MODEL_OPERATIONS, 'invoke_agent', 'execute_tool']

const operationOf = (name: string, attributes: Fields): string =>
  textField(attributes, 'gen_ai.operation.name') ??
  OPERATIONS.find((operation) => name === operation || name.startsWith(`${operation} `)) ??
  ''

/** Whether a value looks like a span: a name, attributes, and something that only spans have. */
export function isSpan(value: unknown): value is Fields & { name: string } {
  if (!isFields(value) || typeof value.name !== 'string') return false
  if (value.attributes !== undefined && (typeof value.attributes !== 'object' || value.attributes === null))
    return false
  const names = ['spanId', 'spanContext', 'context', 'startTimeUnixNano', 'startTime', 'start_time']
  return names.some((name) => value[name] !== undefined && value[name] !== null)
}

/** Whether a span is about a model or a tool at all. */
export const isGenAi = (span: Fields & { name: string }): boolean => {
  const attributes = attributesOf(span)
  return (
    OPERATIONS.includes(operationOf(span.name, attributes)) ||
    textField(attributes, 'gen_ai.tool.name') !== undefined
  )
}

/** Reads a span. Throws where it has no times. */
export function readSpan(span: Fields & { name: string }): OtelSpan {
  const attributes = attributesOf(span)
  return {
    id: textField(contextOf(span), 'spanId', 'span_id'),
    parent: parentOf(span),
    name: span.name,
    operation: operationOf(span.name, attributes),
    start: timeOf(span, 'start'),
    end: timeOf(span, 'end'),
    failure: failureOf(span, attributes),
    attributes,
  }
}

/** The request that a span of HTTP is about; none for other spans. */
export function httpSpan(span: Fields): { parent: string | undefined; method: string }[] {
  const method = textField(attributesOf(span), 'http.request.method', 'http.method')
  return method === undefined ? [] : [{ parent: parentOf(span), method: method.toUpperCase() }]
}

/** Spans of an OTLP document. Throws for one that holds something else. */
export function spansIn(document: unknown): Fields[] {
  if (!Array.isArray(document)) throw new ImportProblem(`resourceSpans is ${describe(document)}, not a list.`)
  return document
    .flatMap((resource) => (isFields(resource) ? listField(resource, 'scopeSpans') : []))
    .flatMap((scope) => listField(scope, 'spans'))
}
