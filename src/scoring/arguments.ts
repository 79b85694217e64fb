import { bindingKey, type From, isFrom, sourcesOf, type Template, type Text } from '../schema/binding.ts'
import { withoutNulls } from '../schema/nullable.ts'
import type { LeafScore } from '../schema/score.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { below } from '../shared/pointer.ts'
import { resolve } from './bindings.ts'
import { type ArgumentContext, boundLeaf, fromLeaves, outputs, pickLeaf } from './bound-leaf.ts'
import type { LeafSchema } from './equality.ts'
import { textLeaf } from './judge-text.ts'
import { type Fields, type Judge, type Judging, leavesBy, wholeJudge } from './judge-value.ts'
import { extraLeaf, isIdleField, judgeLiteral } from './literal.ts'

/** Where an argument stands, and its part of the tool's schema. */
interface Place {
  pointer: string
  schema: LeafSchema | undefined
}

/** Judges an actual value against an expected one, bindings included; one score a graded leaf. */
type ValueJudge = Judge<ArgumentContext, LeafScore>

/** Judges the arguments of a call against those of a step. */
export type ArgumentJudge = (given: JsonObject, context: ArgumentContext) => LeafScore[]

/** Judges what is no list or object although one is expected. */
function otherKindJudge(expected: Json, { pointer, schema }: Place): ValueJudge {
  if (sourcesOf(expected).length === 0) {
    return (actual, _, leaves) => void leaves.push(...judgeLiteral(expected, actual, pointer, schema))
  }
  const judge = boundLeaf(expected, pointer, schema)
  return (actual, context, leaves) => void leaves.push(judge(undefined, actual, context))
}

const isStandard = (schema: LeafSchema | undefined, value: Json): boolean =>
  schema?.default !== undefined && JSON.stringify(schema.default) === JSON.stringify(value)

/** Judges the parts of a list or an object, fields left out that have a default and further parts included. */
function partsJudge(
  expected: Json[] | JsonObject,
  { pointer, schema }: Place,
  judges: ReadonlyMap<string, ValueJudge>,
): (given: Fields, context: ArgumentContext, leaves: LeafScore[]) => void {
  const isList = Array.isArray(expected)
  const schemaOf = (name: string): LeafSchema | undefined => (isList ? undefined : schema?.properties?.[name])
  const fields = Object.entries(expected).map(([name, value]: [string, Json]) => ({
    name,
    value,
    judge: judges.get(name) as ValueJudge,
    isDefault: isStandard(schemaOf(name), value),
  }))
  /** Whether a field that the call leaves out stands for its default, which may have flowed. */
  const mayLack = (
    { name, value, isDefault }: (typeof fields)[number],
    context: ArgumentContext,
  ): boolean => {
    if (bindingKey(value) === '$optional') return true
    if (!isFrom(value)) return isDefault
    const flowed = resolve(value, outputs(context))
    return flowed !== undefined && isStandard(schemaOf(name), flowed)
  }
  return (given, context, leaves) => {
    const hasNull = !isList && Object.values(given).includes(null)
    const actual: Fields = hasNull ? withoutNulls(given as JsonObject, schema) : given
    for (const field of fields) {
      const { name, isDefault, judge } = field
      const has = Object.hasOwn(actual, name)
      const own = has ? actual[name] : undefined
      if (!has && mayLack(field, context)) continue
      if (isDefault && own !== undefined && isStandard(schemaOf(name), own)) continue
      judge(own, context, leaves)
    }
    for (const name of Object.keys(actual)) {
      if (Object.hasOwn(expected, name)) continue
      const value = actual[name] as Json
      if (!isList && (isStandard(schemaOf(name), value) || isIdleField(name, value, schema))) continue
      leaves.push(extraLeaf(below(pointer, name), value))
    }
  }
}

/** What judges by a scalar or a binding. */
function leafJudge(expected: Json, { pointer, schema }: Place): ValueJudge {
  switch (bindingKey(expected)) {
    case '$from':
      return fromLeaves(expected as From, pointer, schema)
    case '$calc': {
      const judge = boundLeaf(expected, pointer, schema)
      return (actual, context, leaves) =>
        void leaves.push(judge(resolve(expected, outputs(context)), actual, context))
    }
    case '$pick': {
      const judge = pickLeaf(expected, pointer, schema)
      return (actual, context, leaves) => void leaves.push(judge(actual, context))
    }
    case '$text':
    case '$template': {
      const judge = textLeaf(expected as Text | Template, pointer)
      return (actual, context, leaves) => void leaves.push(judge(actual, context))
    }
    default: {
      const literal = isObject(expected) ? (expected.$literal as Json) : expected
      return (actual, _, leaves) => void leaves.push(...judgeLiteral(literal, actual, pointer, schema))
    }
  }
}

const judging: Judging<Place, ArgumentContext, LeafScore> = {
  placeIn: ({ pointer, schema }, expected, key) => ({
    pointer: below(pointer, key),
    schema: Array.isArray(expected) ? schema?.items : schema?.properties?.[key],
  }),
  fieldsOf(expected, actual) {
    const isSameKind = Array.isArray(expected) ? Array.isArray(actual) : isObject(actual)
    return isSameKind ? (actual as JsonObject) : undefined
  },
  whole(expected, place, judges) {
    const parts = partsJudge(expected, place, judges)
    const otherwise = otherKindJudge(expected, place)
    return (given, actual, context, leaves) =>
      given === undefined ? otherwise(actual, context, leaves) : parts(given, context, leaves)
  },
  leaf: leafJudge,
}

/**
 * What judges the arguments of calls against those of a step. Graded leaves are those of expected and actual together,
 * less `$any` and values equal to a schema default.
 */
export function argumentJudge(expected: JsonObject, schema: LeafSchema | undefined): ArgumentJudge {
  const judge = wholeJudge(expected, { pointer: '', schema }, judging)
  return (given, context) => leavesBy(judge, given, context)
}
