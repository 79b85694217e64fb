import type { Json, JsonObject } from '../../../../shared/json.ts'
import { isObject } from '../../../../shared/json.ts'
import { parametersOf, type Rule } from '../../../tool-spec/rule.ts'
import { type CallGround, isAcross } from '../admissible.ts'

/** A call with one thing wrong: the parameters that may be blamed, and the status code that is due. */
export interface Broken {
  readonly args: JsonObject
  readonly blame: readonly string[]
  readonly code?: number
  /** The state in which it is wrong, where that is not the toolkit's. */
  readonly state?: JsonObject
}

/**
 * Breaks one rule in a correct call; gives undefined where the call has nothing to break it with, or where a value
 * that breaks it would count as left out.
 */
export type Break<R extends Rule> = (rule: R, args: JsonObject, ground: CallGround) => Broken | undefined

/** Puts a value in place of the first item, of a property of it, or of the value itself. */
export function replaceInside(value: Json, property: string | undefined, next: Json): Json | undefined {
  if (Array.isArray(value)) {
    const [first, ...rest] = value
    if (first === undefined) return property === undefined ? [next] : undefined
    const replaced = replaceInside(first, property, next)
    return replaced === undefined ? undefined : [replaced, ...rest]
  }
  if (property === undefined) return next
  return isObject(value) ? { ...value, [property]: next } : undefined
}

const isBlank = (value: Json): boolean =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Whether a value says nothing at its place: an optional parameter that is blank, or its default. */
function saysNothing(name: string, value: Json, { tool }: CallGround): boolean {
  const parameter = tool.parameters.find((one) => one.name === name)
  if (parameter === undefined || parameter.required) return false
  return isBlank(value) || JSON.stringify(value) === JSON.stringify(parameter.default)
}

/** The call with another value; undefined where the value would count as left out. */
export function withValue(
  args: JsonObject,
  name: string,
  value: Json | undefined,
  ground: CallGround,
): Broken | undefined {
  if (value === undefined || saysNothing(name, value, ground)) return undefined
  return { args: { ...args, [name]: value }, blame: [name] }
}

/** The parameter and those that a rule ties to it: one that breaks it may break their rule as well, and be told so. */
export const tiedTo = (name: string, { tool }: CallGround): string[] => [
  ...new Set([
    name,
    ...tool.rules
      .filter((rule) => isAcross(rule) && parametersOf(rule).includes(name))
      .flatMap((rule) => parametersOf(rule)),
  ]),
]
