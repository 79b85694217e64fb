import { bindingKey } from '../../schema/binding.ts'
import { type OutputOf, resolve, resolveAll } from '../../scoring/bindings.ts'
import { leavesOf } from '../../scoring/evidence.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../shared/json.ts'

/** A value with bindings, and what the steps gave. */
export interface Open {
  value: Json
  outputOf: OutputOf
}

const isContainer = (value: Json): value is Json[] | JsonObject => Array.isArray(value) || isObject(value)

const sameMultiset = (one: readonly Json[], other: readonly Json[]): boolean =>
  one.length === other.length &&
  stableJson(one.map(stableJson).sort()) === stableJson(other.map(stableJson).sort())

/** The facts that a text hands over: of a `$text` its bound parts, of anything else its leaves. */
function factsOf({ value, outputOf }: Open): Json[] {
  const key = bindingKey(value)
  const within = (parts: readonly Json[]): Json[] =>
    parts.flatMap((part) => factsOf({ value: part, outputOf }))
  if (key === '$text') {
    return within((value as { $text: Json[] }).$text.filter((part) => typeof part !== 'string'))
  }
  if (key === undefined && isContainer(value)) return within(Object.values(value))
  return leavesOf(resolve(value, outputOf) ?? null).map((leaf) => leaf.value)
}

/** Whether two texts, or values of an answer, hand over the same facts, in whatever order and under whatever labels. */
export const handsOverTheSame = (right: Open, other: Open): boolean =>
  sameMultiset(factsOf(right), factsOf(other))

const itemsOf = ({ value, outputOf }: Open): Json[] =>
  bindingKey(value) === '$unordered'
    ? (value as { $unordered: Json[] }).$unordered.map((item) => resolve(item, outputOf) ?? null)
    : []

/**
 * Whether two values come to the same. The order of facts in a text is wording and that of an `$unordered` is free; of
 * values that are as good as each other any will do.
 */
export function comesToTheSame(right: Open, other: Open): boolean {
  const key = bindingKey(right.value)
  if (key === '$any') return true
  if (key === '$text' && bindingKey(other.value) === '$text') return handsOverTheSame(right, other)
  if (key === '$unordered' && bindingKey(other.value) === '$unordered') {
    return sameMultiset(itemsOf(right), itemsOf(other))
  }
  if (key === undefined && isContainer(right.value) && isContainer(other.value)) {
    const [one, two] = [right.value, other.value]
    const names = Object.keys(one)
    return (
      Array.isArray(one) === Array.isArray(two) &&
      names.length === Object.keys(two).length &&
      names.every(
        (name) =>
          Object.hasOwn(two, name) &&
          comesToTheSame(
            { ...right, value: (one as JsonObject)[name] as Json },
            { ...other, value: (two as JsonObject)[name] as Json },
          ),
      )
    )
  }
  const actual = resolve(other.value, other.outputOf)
  return (
    actual !== undefined &&
    resolveAll(right.value, right.outputOf).some((value) => stableJson(value) === stableJson(actual))
  )
}
