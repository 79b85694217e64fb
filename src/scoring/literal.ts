import type { LeafScore } from '../schema/score.ts'
import { isObject, type Json } from '../shared/json.ts'
import { appendKey } from '../shared/pointer.ts'
import { type LeafSchema, leavesEqual, readLeafType } from '../tasks/equality.ts'

/** What is said of a leaf that nothing was expected at. */
export const UNEXPECTED = 'nothing is expected here'

/** Whether a value says nothing: null, an empty text, list or object. */
export const isEmpty = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)

/** Whether a field that nothing is expected at may be passed over: it is optional, or not declared, and says nothing. */
export const isIdleField = (key: string, value: Json, schema: LeafSchema | undefined): boolean =>
  isEmpty(value) && schema?.required?.includes(key) !== true

/** The score of a leaf that the call has and the step has not. */
export const buildExtraLeaf = (pointer: string, actual: Json): LeafScore => ({
  pointer,
  right: false,
  expected: null,
  actual,
  note: UNEXPECTED,
})

function indexChildren(value: Json | undefined): Map<string, Json> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map(Object.entries(value))
}

export function judgeLiteral(
  expected: Json,
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
): LeafScore[] {
  const wanted = indexChildren(expected)
  if (wanted === undefined || wanted.size === 0) {
    const right =
      actual !== undefined &&
      (wanted === undefined
        ? leavesEqual(expected, actual, readLeafType(schema))
        : Array.isArray(expected) === Array.isArray(actual) && indexChildren(actual)?.size === 0)
    return [{ pointer, right, expected, ...(actual === undefined ? { note: 'it is missing' } : { actual }) }]
  }
  const given = indexChildren(actual)
  if (given === undefined || Array.isArray(actual) !== Array.isArray(expected)) {
    return [
      { pointer, right: false, expected, ...(actual === undefined ? { note: 'it is missing' } : { actual }) },
    ]
  }
  const findChildSchema = (key: string): LeafSchema | undefined =>
    Array.isArray(expected) ? schema?.items : schema?.properties?.[key]
  return [
    ...[...wanted].flatMap(([key, value]) =>
      judgeLiteral(value, given.get(key), appendKey(pointer, key), findChildSchema(key)),
    ),
    ...[...given]
      .filter(
        ([key, value]) => !wanted.has(key) && (Array.isArray(expected) || !isIdleField(key, value, schema)),
      )
      .map(([key, value]) => buildExtraLeaf(appendKey(pointer, key), value)),
  ]
}
