import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { parseJson } from '../../shared/parse-json.ts'

/** Fields that are never a text, so that a text there can only be JSON. */
const NESTED = ['expected_trace', 'alternatives', 'available_tools', 'world'] as const

function unwrap(value: Json): Json {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

function unwrapArguments(trace: Json): Json {
  if (!isObject(trace) || !Array.isArray(trace.steps)) return trace
  const steps = trace.steps.map((step) =>
    isObject(step) && typeof step.arguments === 'string'
      ? { ...step, arguments: unwrap(step.arguments) }
      : step,
  )
  return { ...trace, steps }
}

/**
 * A row with the fields that are JSON inside a text taken out of it, as published rows hold some of them. The
 * expected answer may be a text of its own right, and is taken for JSON only beside a trace that was.
 */
export function unwrapRow(row: JsonObject): JsonObject {
  const unwrapped = { ...row }
  for (const field of NESTED) {
    if (row[field] !== undefined) unwrapped[field] = unwrap(row[field])
  }
  const { expected_trace, alternatives } = unwrapped
  if (expected_trace !== undefined) unwrapped.expected_trace = unwrapArguments(expected_trace)
  if (Array.isArray(alternatives)) unwrapped.alternatives = alternatives.map(unwrapArguments)
  if (typeof row.expected_trace === 'string' && row.expected_final_answer !== undefined) {
    unwrapped.expected_final_answer = unwrap(row.expected_final_answer)
  }
  return unwrapped
}
