import { append } from '@hyperjump/json-pointer'
import { bindingKey, type From, isFrom, sourcesOf, type Text } from '../schema/binding.ts'
import { withoutNulls } from '../schema/nullable.ts'
import type { LeafScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import type { Call } from '../schema/trace.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { resolve } from './bindings.ts'
import {
  type ArgumentContext,
  judgeBound,
  judgeFrom,
  judgePick,
  judgeTextLeaf,
  outputs,
} from './bound-leaf.ts'
import type { LeafSchema } from './equality.ts'
import { extraLeaf, isIdleField, judgeLiteral } from './literal.ts'
import { maximumMatching } from './matching.ts'

/** Judges a multiset: as many expected items as can take an actual item of their own that they fit. */
function judgeUnordered(
  items: Json[],
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  if (!Array.isArray(actual)) return judgeValue(items, actual, pointer, schema, context)
  const taken = maximumMatching(items.length, actual.length, (item, i) =>
    judgeValue(items[item] as Json, actual[i], append(String(i), pointer), schema?.items, {
      ...context,
      explain: false,
    }).every((leaf) => leaf.right),
  )
  const free = actual.filter((_, i) => !taken.includes(i))
  const arranged = taken.map((i) => (i === undefined ? free.shift() : actual[i]))
  const rest = free
  return judgeValue(
    items,
    [...arranged, ...rest].filter((value) => value !== undefined),
    pointer,
    schema,
    context,
  )
}

function judgeOneOf(
  options: Json[],
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  const judged = options.map((option) => judgeValue(option, actual, pointer, schema, context))
  return judged.find((leaves) => leaves.every((leaf) => leaf.right)) ?? (judged[0] as LeafScore[])
}

/** Judges an actual value against an expected one, bindings included; one score a graded leaf. */
function judgeValue(
  expected: Json,
  actual: Json | undefined,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  switch (bindingKey(expected)) {
    case '$any':
      return []
    case '$from':
      return judgeFrom(expected as From, actual, pointer, schema, context)
    case '$calc':
      return [judgeBound(resolve(expected, outputs(context)), actual, expected, pointer, schema, context)]
    case '$pick':
      return [judgePick(expected, actual, pointer, schema, context)]
    case '$text':
      return [judgeTextLeaf(expected as Text, actual, pointer, context)]
    case '$oneOf':
      return judgeOneOf((expected as { $oneOf: Json[] }).$oneOf, actual, pointer, schema, context)
    case '$unordered':
      return judgeUnordered((expected as { $unordered: Json[] }).$unordered, actual, pointer, schema, context)
    case '$literal':
      return judgeLiteral((expected as { $literal: Json }).$literal, actual, pointer, schema)
    case undefined:
      break
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return [
      ...expected.flatMap((item, i) =>
        judgeValue(item, actual[i], append(String(i), pointer), schema?.items, context),
      ),
      ...actual
        .slice(expected.length)
        .map((value, i) => extraLeaf(append(String(expected.length + i), pointer), value)),
    ]
  }
  if (isObject(expected) && actual !== undefined && isObject(actual)) {
    return judgeObject(expected, actual, pointer, schema, context)
  }
  return sourcesOf(expected).length > 0
    ? [judgeBound(undefined, actual, expected, pointer, schema, context)]
    : judgeLiteral(expected, actual, pointer, schema)
}

function judgeObject(
  expected: JsonObject,
  given: JsonObject,
  pointer: string,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] {
  const actual = withoutNulls(given, schema)
  const isDefault = (key: string, value: Json): boolean => {
    const standard = schema?.properties?.[key]?.default
    return standard !== undefined && JSON.stringify(standard) === JSON.stringify(value)
  }
  const wanted = Object.entries(expected).filter(([key, value]) => {
    if (Object.hasOwn(actual, key)) return true
    // A value that turns out to be the default may be left out like one that is written so.
    const flowed = isFrom(value) ? resolve(value, outputs(context)) : value
    return flowed === undefined || !isDefault(key, flowed)
  })
  return [
    ...wanted.flatMap(([key, value]) => {
      const own = Object.hasOwn(actual, key) ? actual[key] : undefined
      if (own !== undefined && isDefault(key, value) && isDefault(key, own)) return []
      return judgeValue(value, own, append(key, pointer), schema?.properties?.[key], context)
    }),
    ...Object.entries(actual)
      .filter(
        ([key, value]) =>
          !Object.hasOwn(expected, key) && !isDefault(key, value) && !isIdleField(key, value, schema),
      )
      .map(([key, value]) => extraLeaf(append(key, pointer), value)),
  ]
}

/**
 * Judges the arguments of a call against those of a step. Graded leaves are those of expected and actual
 * together, less `$any` and values equal to a schema default.
 */
export const judgeArguments = (
  step: Step,
  call: Call,
  schema: LeafSchema | undefined,
  context: ArgumentContext,
): LeafScore[] => judgeObject(step.arguments, call.arguments, '', schema, context)
