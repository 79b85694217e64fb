import type { JsonObject } from '../../shared/json.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { Failure } from './validation.ts'

/** Finds the first argument that is no parameter of the tool. */
export function checkUnknown(args: JsonObject, { parameters }: ToolSpec): Failure | undefined {
  const unknown = Object.keys(args).find((name) => !parameters.some((parameter) => parameter.name === name))
  if (unknown === undefined) return undefined
  return { rule: 'unknown_parameter', parameter: unknown, message: `Unknown parameter: ${unknown}.` }
}

/** Finds the first required parameter that is not given. */
export function checkMissing(args: JsonObject, { parameters }: ToolSpec): Failure | undefined {
  const missing = parameters.find(({ name, required }) => required && !Object.hasOwn(args, name))
  if (missing === undefined) return undefined
  return {
    rule: 'missing_parameter',
    parameter: missing.name,
    message: `Missing required parameter: ${missing.name}.`,
  }
}
