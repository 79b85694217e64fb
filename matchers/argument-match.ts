import type { ToolTable } from '../src/schema/tools.ts'
import type { Call } from '../src/schema/trace.ts'
import { isObject, type Json } from '../src/shared/json.ts'
import { type LeafSchema, leavesEqual, readLeafType } from '../src/tasks/equality.ts'
import type { MatcherContext } from './matcher.ts'
import { shorten } from './render.ts'

/** Arguments to look for: plain values, or asymmetric matchers such as `expect.any(String)` anywhere inside. */
export type ExpectedArguments = Readonly<Record<string, unknown>>

type Asymmetric = { asymmetricMatch(other: unknown): boolean }

const MAX_LENGTH = 80

const isAsymmetric = (value: unknown): value is Asymmetric =>
  typeof (value as Partial<Asymmetric> | null | undefined)?.asymmetricMatch === 'function'

export const hasAsymmetric = (value: unknown): boolean =>
  isAsymmetric(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasAsymmetric))

/** A value as a failure message shows it. */
export function showArgument(value: unknown, context: MatcherContext): string {
  if (value === undefined) return 'undefined'
  const text = hasAsymmetric(value)
    ? context.utils.stringify(value, undefined, { min: true })
    : JSON.stringify(value)
  return shorten(text, MAX_LENGTH)
}

/** Equality of an argument with an expected value: leaves as the scorer compares them, matchers as Vitest does. */
function fits(
  expected: unknown,
  actual: Json | undefined,
  schema: LeafSchema | undefined,
  context: MatcherContext,
): boolean {
  if (context.equals(actual, expected, context.customTesters)) return true
  if (isAsymmetric(expected) || actual === undefined) return false
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, i) => fits(item, actual[i], schema?.items, context))
    )
  }
  if (typeof expected === 'object' && expected !== null) {
    if (!isObject(actual)) return false
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return [...keys].every((key) =>
      fits(
        (expected as Record<string, unknown>)[key],
        Object.hasOwn(actual, key) ? actual[key] : undefined,
        schema?.properties?.[key],
        context,
      ),
    )
  }
  return leavesEqual(expected as Json, actual, readLeafType(schema))
}

/**
 * What keeps the arguments of a call from containing the expected ones, or undefined where nothing does. Only the
 * expected names are looked at; one that the call left out counts with its default.
 */
export function describeArgumentProblem(
  expected: ExpectedArguments,
  { tool_name, arguments: actual }: Pick<Call, 'tool_name' | 'arguments'>,
  tools: ToolTable,
  context: MatcherContext,
): string | undefined {
  const properties = (tools.get(tool_name)?.inputSchema as LeafSchema | undefined)?.properties
  for (const [name, value] of Object.entries(expected)) {
    const schema = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
    const isGiven = Object.hasOwn(actual, name)
    if (fits(value, isGiven ? actual[name] : schema?.default, schema, context)) continue
    const wanted = showArgument(value, context)
    return isGiven ? `${name} ${showArgument(actual[name], context)} is not ${wanted}` : `${name} is missing`
  }
  return undefined
}
