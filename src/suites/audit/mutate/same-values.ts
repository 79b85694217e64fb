import { bindingKey, boundParts, type Template, type Text } from '../../../schema/binding.ts'
import { type OutputOf, resolve, resolveAll } from '../../../scoring/bindings.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../../shared/json.ts'

/** A value with bindings, and what the steps gave. */
export interface Open {
  value: Json
  outputOf: OutputOf
}

const isContainer = (value: Json): value is Json[] | JsonObject => Array.isArray(value) || isObject(value)

const sameMultiset = (one: readonly Json[], other: readonly Json[]): boolean =>
  one.length === other.length &&
  stableJson(one.map(stableJson).sort()) === stableJson(other.map(stableJson).sort())

const slotsOf = ({ value, outputOf }: Open): Open[] =>
  boundParts(value as Text | Template).map((part) => ({ value: part, outputOf }))

/** Whether two texts hand over the same values in the same places, whatever their wording. */
function handOverTheSame(right: Open, other: Open): boolean {
  const [one, two] = [slotsOf(right), slotsOf(other)]
  return one.length === two.length && one.every((slot, i) => comesToTheSame(slot, two[i] as Open))
}

const itemsOf = ({ value, outputOf }: Open): Json[] =>
  bindingKey(value) === '$unordered'
    ? (value as { $unordered: Json[] }).$unordered.map((item) => resolve(item, outputOf) ?? null)
    : []

/**
 * Whether two values come to the same. The wording of a text and the order of an `$unordered` are free; of values that are as good as each other any will do.
 */
export function comesToTheSame(right: Open, other: Open): boolean {
  const key = bindingKey(right.value)
  if (key === '$any') return true
  if ((key === '$text' || key === '$template') && bindingKey(other.value) === key)
    return handOverTheSame(right, other)
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
