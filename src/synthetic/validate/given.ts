import { type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import type { SpecParameter, ToolSpec } from '../tool-spec/tool-spec.ts'

/** The value of a parameter that a call gives; undefined where it is left out, or null for an optional one. */
export function readGiven(args: JsonObject, { name, required }: SpecParameter): Json | undefined {
  const value = Object.hasOwn(args, name) ? args[name] : undefined
  return value === null && !required ? undefined : value
}

/**
 * Whether the value is the default in other words: then it is as good as left out. Published specifications write a
 * default of null as "None".
 */
export function isDefault(value: Json, { required, default: standard }: SpecParameter): boolean {
  if (required || standard === undefined) return false
  if (standard === null) return value === null || value === 'None'
  return JSON.stringify(value) === JSON.stringify(standard)
}

/** Whether nothing is in the value: no text but blanks, no item. */
export const isEmpty = (value: Json): boolean =>
  (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

/** The arguments that say more than a default does: the same call has the same, its defaults written out or not. */
export function pickSaidArguments(args: JsonObject, { parameters }: ToolSpec): JsonObject {
  const said = parameters.flatMap((parameter) => {
    const value = readGiven(args, parameter)
    return value === undefined || isDefault(value, parameter) ? [] : [[parameter.name, value] as const]
  })
  return Object.fromEntries(said)
}

/** Equal texts for calls of a tool that say the same. */
export const buildArgumentsKey = (args: JsonObject, tool: ToolSpec): string =>
  stringifyStably(pickSaidArguments(args, tool))

/** Defaults that stand for no choice. */
const NO_CHOICE = /^(?:none|any|all)$/i

function readStandard({ default: standard }: SpecParameter): Json | undefined {
  if (standard === undefined || standard === null || isEmpty(standard)) return undefined
  return typeof standard === 'string' && NO_CHOICE.test(standard) ? undefined : standard
}

/** The value that a parameter has in a call: what is given, or else its default. */
export function readArgument(args: JsonObject, name: string, { parameters }: ToolSpec): Json | undefined {
  const parameter = parameters.find((one) => one.name === name)
  if (parameter === undefined) return undefined
  const value = readGiven(args, parameter)
  if (value === undefined || isDefault(value, parameter)) return readStandard(parameter)
  return !parameter.required && isEmpty(value) ? undefined : value
}
