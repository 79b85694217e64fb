import { pointerSegments } from '@hyperjump/json-pointer'
import type { ErrorObject } from 'ajv'
import { dropOptionalNulls } from '../schema/nullable.ts'
import { isToolError, ToolError } from '../schema/tool-error.ts'
import type { ToolResult } from '../schema/tools.ts'
import { copyJson, isObject, type Json, type JsonObject, mapChildren } from '../shared/json.ts'
import { createCallContext } from './call.ts'
import type { Simulator } from './define-simulator.ts'
import { isUnansweredCall, UnansweredCall } from './unanswered-call.ts'
import { validatorOf } from './validator-of.ts'
import type { World } from './world/world.ts'

function describeSchemaError(error: ErrorObject): { parameter: string | undefined; message: string } {
  const path = [...pointerSegments(error.instancePath)]
  const params = error.params as Record<string, unknown>
  const at = path.join('.')
  if (error.keyword === 'required') {
    const missing = String(params.missingProperty)
    const name = [...path, missing].join('.')
    return { parameter: path[0] ?? missing, message: `missing required parameter "${name}"` }
  }
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const extra = String(params.additionalProperty ?? params.unevaluatedProperty)
    const name = [...path, extra].join('.')
    return { parameter: path[0] ?? extra, message: `unknown parameter "${name}"` }
  }
  if (error.keyword === 'enum') {
    const allowed = (params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')
    return { parameter: path[0], message: `"${at}" must be one of ${allowed}` }
  }
  return {
    parameter: path[0],
    message: path.length > 0 ? `"${at}" ${error.message}` : `arguments ${error.message}`,
  }
}

const MAX_DEPTH = 100

/** Whether a value has more levels of arrays and objects than that; looks no deeper itself. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof item === 'object' && isDeeperThan(item, levels - 1)) return true
  }
  return false
}

/** The output with 0 for -0, which JSON text does not tell apart. */
function removeNegativeZero(value: Json): Json {
  if (typeof value === 'number') return value === 0 ? 0 : value
  if (typeof value === 'bigint')
    throw new UnansweredCall(`a result holds the bigint ${value}, which JSON cannot`)
  return mapChildren(value, removeNegativeZero)
}

const refuse = (error: ToolError): Extract<ToolResult, { ok: false }> => ({
  ok: false,
  status: error.status,
  error: error.body,
  committed: false,
})

/** The outcome of a call that got neither a result nor a refusal. */
const buildFailedResult = (thrown: unknown, message: string): ToolResult => ({
  ...refuse(new ToolError(500, message)),
  thrown,
})

/** The answer to a call of a tool that nobody simulates. */
export const refuseUnknownTool = (name: string): ToolResult =>
  refuse(new ToolError(404, `unknown tool ${JSON.stringify(name)}`))

/**
 * Runs one call: validates the arguments against the tool's schema (400 at the first failure, naming the
 * parameter), runs the simulator in the world, and journals a committed effect. Never throws for bad input.
 *
 * @param floats JSON Pointers of arguments written as `30.0`; see {@link CallContext.floats}.
 */
export function executeTool(
  simulator: Simulator,
  args: unknown,
  world: World,
  floats: ReadonlySet<string> = new Set(),
): ToolResult {
  if (!isObject(args)) return refuse(new ToolError(400, 'arguments must be a JSON object'))
  if (isDeeperThan(args, MAX_DEPTH))
    return refuse(new ToolError(400, `arguments are nested deeper than ${MAX_DEPTH} levels`))
  const filled = copyJson(dropOptionalNulls(args, simulator.inputSchema))
  try {
    const validate = validatorOf(simulator)
    if (!validate(filled)) {
      const { parameter, message } = describeSchemaError(validate.errors?.[0] as ErrorObject)
      return refuse(new ToolError(400, message, parameter))
    }
  } catch (error) {
    if (!isUnansweredCall(error)) throw error
    return buildFailedResult(error, error.message)
  }
  try {
    const returned: unknown = simulator.run(
      filled,
      world,
      createCallContext(simulator.name, filled, world, floats),
    )
    if (returned instanceof Promise) {
      returned.catch(() => undefined)
      throw new UnansweredCall(`${simulator.name} returned a promise. Make its \`run\` return the output.`)
    }
    const output = removeNegativeZero(returned as Json) as JsonObject
    if (simulator.effect === 'read' || simulator.commits?.(filled) === false) {
      return { ok: true, status: 200, output, committed: false }
    }
    world.commit({ tool: simulator.name, arguments: filled, effect: simulator.effect })
    return { ok: true, status: 200, output, committed: true }
  } catch (thrown) {
    if (isToolError(thrown))
      return { ...refuse(thrown), committed: thrown.committed && simulator.effect !== 'read' }
    const message = isUnansweredCall(thrown) ? thrown.message : `${simulator.name} failed on these arguments`
    return buildFailedResult(thrown, message)
  }
}
