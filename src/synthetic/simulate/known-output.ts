import { isObject, type JsonObject } from '../../shared/json.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { findTool } from '../validate/validate.ts'
import { argumentsKey } from './arguments.ts'

/** The recorded result of a call with these arguments, defaults written out or not; undefined where there is none. */
export function knownOutput(
  args: JsonObject,
  tool: ToolSpec,
  { known, tools }: SyntheticToolkit,
): JsonObject | undefined {
  const key = argumentsKey(args, tool)
  const hit = known.find(
    (call) => findTool(call.tool, tools)?.id === tool.id && argumentsKey(call.args, tool) === key,
  )
  return hit !== undefined && isObject(hit.output) ? structuredClone(hit.output) : undefined
}
