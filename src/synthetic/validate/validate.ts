import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { checkMissing, checkRules, checkTypes, checkUnknown } from './check-rules.ts'
import type { Failure, Validation } from './validation.ts'

/** A call of a synthetic tool, with the state it acts on where that is known. */
export interface SyntheticCall {
  /** Id of the tool, or its name. */
  tool: string
  args: Json
  /** Collections of records by name. */
  state?: JsonObject
}

const fold = (name: string): string => name.replace(/[\s_]+/g, ' ').trim()

/** The tool of an id, or else of a name that only one tool has; spaces and underscores in names are the same. */
export function findTool(name: string, tools: readonly ToolSpec[]): ToolSpec | undefined {
  const byId = tools.find(({ id }) => id === name)
  if (byId !== undefined) return byId
  const named = tools.filter((tool) => fold(tool.name) === fold(name))
  return named.length === 1 ? named[0] : undefined
}

const fail = (tool: string, { rule, parameter, message, code = 400 }: Failure): Validation => ({
  tool,
  status: 'FAIL',
  code,
  parameter,
  message,
  rule,
})

/**
 * Stage one of a simulated call: looks for the first thing that is wrong with it, in the order name of the tool,
 * unknown parameters, missing parameters, types, rules of single values, rules across parameters, state. Without
 * `state` nothing is said of records.
 *
 * @throws UnansweredCall where a pattern of the tool takes too long or too much memory to check
 */
export function validateCall(
  { tool: name, args, state }: SyntheticCall,
  tools: readonly ToolSpec[],
): Validation {
  const tool = findTool(name, tools)
  if (tool === undefined)
    return fail(name, {
      rule: 'tool_name',
      parameter: null,
      message: `Invalid tool name: ${name}.`,
      code: 404,
    })
  if (!isObject(args))
    return fail(name, { rule: 'type', parameter: null, message: 'Invalid arguments: expected an object.' })
  const failure =
    checkUnknown(args, tool) ??
    checkMissing(args, tool) ??
    checkTypes(args, tool) ??
    checkRules(args, state, tool)
  if (failure !== undefined) return fail(name, failure)
  return { tool: name, status: 'PASS', code: 200, parameter: null, message: null, rule: null }
}
