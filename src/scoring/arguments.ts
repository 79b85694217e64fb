import { bindingKey, type From, isFrom, sourcesOf, type Template, type Text } from '../schema/binding.ts'
import { withoutNulls } from '../schema/nullable.ts'
import type { LeafScore } from '../schema/score.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { below } from '../shared/pointer.ts'
import { resolve } from './bindings.ts'
import { type ArgumentContext, boundLeaf, fromLeaves, outputs, pickLeaf } from './bound-leaf.ts'
import type { LeafSchema } from './equality.ts'
import { textLeaf } from './judge-text.ts'
import { extraLeaf, isIdleField, judgeLiteral } from './literal.ts'
import { maximumMatching } from './matching.ts'

/** Judges an actual value against an expected one, bindings included; one score a graded leaf. */
type ValueJudge = (actual: Json | undefined, context: ArgumentContext, leaves: LeafScore[]) => void

/** Judges the arguments of a call against those of a step. */
export type ArgumentJudge = (given: JsonObject, context: ArgumentContext) => LeafScore[]

const isRight = (leaf: LeafScore): boolean => leaf.right

/** Judges what is no list or object although one is expected. */
function otherKindJudge(expected: Json, pointer: string, schema: LeafSchema | undefined): ValueJudge {
  if (sourcesOf(expected).length === 0) {
    return (actual, _, leaves) => void leaves.push(...judgeLiteral(expected, actual, pointer, schema))
  }
  const judge = boundLeaf(expected, pointer, schema)
  return (actual, context, leaves) => void leaves.push(judge(undefined, actual, context))
}

function listJudge(expected: Json[], pointer: string, schema: LeafSchema | undefined): ValueJudge {
  const items = expected.map((item, i) => valueJudge(item, below(pointer, String(i)), schema?.items))
  const otherwise = otherKindJudge(expected, pointer, schema)
  return (actual, context, leaves) => {
    if (!Array.isArray(actual)) return otherwise(actual, context, leaves)
    for (const [i, judge] of items.entries()) judge(actual[i], context, leaves)
    for (let i = items.length; i < actual.length; i++) {
      leaves.push(extraLeaf(below(pointer, String(i)), actual[i] as Json))
    }
  }
}

/** Judges a multiset: as many expected items as can take an actual item of their own that they fit. */
function unorderedJudge(items: Json[], pointer: string, schema: LeafSchema | undefined): ValueJudge {
  const inOrder = listJudge(items, pointer, schema)
  const judges = items.map((item) => valueJudge(item, '', schema?.items))
  return (actual, context, leaves) => {
    if (!Array.isArray(actual)) return inOrder(actual, context, leaves)
    const unexplained = { ...context, explain: 'none' } as const
    const taken = maximumMatching(items.length, actual.length, (item, i) => {
      const judged: LeafScore[] = []
      judges[item]?.(actual[i], unexplained, judged)
      return judged.every(isRight)
    })
    const free = actual.filter((_, i) => !taken.includes(i))
    const arranged = taken.map((i) => (i === undefined ? free.shift() : actual[i]))
    inOrder(
      [...arranged, ...free].filter((value) => value !== undefined),
      context,
      leaves,
    )
  }
}

/** Judges by the first option that is right throughout; where none is, by the first. */
function oneOfJudge(options: Json[], pointer: string, schema: LeafSchema | undefined): ValueJudge {
  const judges = options.map((option) => valueJudge(option, pointer, schema))
  return (actual, context, leaves) => {
    const judged = judges.map((judge) => {
      const own: LeafScore[] = []
      judge(actual, context, own)
      return own
    })
    leaves.push(...(judged.find((own) => own.every(isRight)) ?? (judged[0] as LeafScore[])))
  }
}

/** What there is to know of an expected field before any call is seen. */
interface Field {
  name: string
  expected: Json
  judge: ValueJudge
  /** Whether what is expected is written as the default that the schema declares. */
  isDefault: boolean
}

const isStandard = (schema: LeafSchema | undefined, value: Json): boolean =>
  schema?.default !== undefined && JSON.stringify(schema.default) === JSON.stringify(value)

/** Judges the fields of an object, those left out that have a default and further ones included. */
function fieldsJudge(
  expected: JsonObject,
  pointer: string,
  schema: LeafSchema | undefined,
): (given: JsonObject, context: ArgumentContext, leaves: LeafScore[]) => void {
  const schemaOf = (name: string): LeafSchema | undefined => schema?.properties?.[name]
  const fields = Object.entries(expected).map(
    ([name, value]): Field => ({
      name,
      expected: value,
      judge: valueJudge(value, below(pointer, name), schemaOf(name)),
      isDefault: isStandard(schemaOf(name), value),
    }),
  )
  /** Whether a field that the call leaves out stands for its default, which may have flowed. */
  const mayLack = ({ name, expected: value, isDefault }: Field, context: ArgumentContext): boolean => {
    if (!isFrom(value)) return isDefault
    const flowed = resolve(value, outputs(context))
    return flowed !== undefined && isStandard(schemaOf(name), flowed)
  }
  return (given, context, leaves) => {
    const actual = Object.values(given).includes(null) ? withoutNulls(given, schema) : given
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
      if (isStandard(schemaOf(name), value) || isIdleField(name, value, schema)) continue
      leaves.push(extraLeaf(below(pointer, name), value))
    }
  }
}

function objectJudge(expected: JsonObject, pointer: string, schema: LeafSchema | undefined): ValueJudge {
  const fields = fieldsJudge(expected, pointer, schema)
  const otherwise = otherKindJudge(expected, pointer, schema)
  return (actual, context, leaves) =>
    isObject(actual) ? fields(actual, context, leaves) : otherwise(actual, context, leaves)
}

/** What judges values against an expected one: all that does not depend on the call is settled here. */
function valueJudge(expected: Json, pointer: string, schema: LeafSchema | undefined): ValueJudge {
  switch (bindingKey(expected)) {
    case '$any':
      return () => undefined
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
    case '$oneOf':
      return oneOfJudge((expected as { $oneOf: Json[] }).$oneOf, pointer, schema)
    case '$unordered':
      return unorderedJudge((expected as { $unordered: Json[] }).$unordered, pointer, schema)
    case '$literal': {
      const { $literal } = expected as { $literal: Json }
      return (actual, _, leaves) => void leaves.push(...judgeLiteral($literal, actual, pointer, schema))
    }
    case undefined:
      break
  }
  if (Array.isArray(expected)) return listJudge(expected, pointer, schema)
  if (isObject(expected)) return objectJudge(expected, pointer, schema)
  return (actual, _, leaves) => void leaves.push(...judgeLiteral(expected, actual, pointer, schema))
}

/**
 * What judges the arguments of calls against those of a step. Graded leaves are those of expected and actual together,
 * less `$any` and values equal to a schema default.
 */
export function argumentJudge(expected: JsonObject, schema: LeafSchema | undefined): ArgumentJudge {
  const judge = fieldsJudge(expected, '', schema)
  return (given, context) => {
    const leaves: LeafScore[] = []
    judge(given, context, leaves)
    return leaves
  }
}
