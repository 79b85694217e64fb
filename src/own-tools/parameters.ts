import type { z } from 'zod'
import type { Step } from '../schema/task.ts'
import type { Tool } from '../schema/tool.ts'
import type { Call } from '../schema/trace.ts'
import { findNearestName } from '../shared/did-you-mean.ts'
import { describeThrown } from '../shared/errors.ts'
import type { JsonObject } from '../shared/json.ts'
import { formatIssues } from '../shared/problem-list.ts'
import { buildJsonSchema } from '../tools/json-schema-of.ts'
import { type Body, findBody } from './bodies.ts'

/** An object schema as frameworks hold it: JSON Schema, one that wraps it, or zod's, which has a `shape`. */
interface HeldSchema {
  properties?: object
  jsonSchema?: { properties?: object }
  shape?: object
}

/**
 * Arguments as a zod schema reads them, with its defaults and conversions; as they are by any other schema.
 *
 * @throws Error that names the arguments which the schema does not allow; zod's own message is a JSON document
 */
export async function parseArguments(schema: unknown, args: unknown): Promise<unknown> {
  const { parseAsync } = Object(schema) as { parseAsync?(args: unknown): Promise<unknown> }
  if (typeof parseAsync !== 'function') return args
  try {
    return await parseAsync.call(schema, args)
  } catch (error) {
    if (findIssues(error) === undefined) throw error
    throw new Error(describeRefusedArguments(error), { cause: error })
  }
}

const MAX_CAUSES = 8

/** The error of zod in what a framework threw. */
function findIssues(error: unknown, depth = 0): z.ZodError | undefined {
  const { issues, cause } = Object(error) as Partial<z.ZodError>
  if (Array.isArray(issues)) return error as z.ZodError
  return cause === undefined || depth === MAX_CAUSES ? undefined : findIssues(cause, depth + 1)
}

/** Why a framework refused arguments, in one line: zod's own message is a JSON document. */
export function describeRefusedArguments(error: unknown): string {
  const found = findIssues(error)
  return found === undefined
    ? describeThrown(error)
    : `its schema refuses the arguments: ${formatIssues(found)}`
}

/** Names of the parameters that a schema declares; undefined where it does not say. */
export function listParameters(schema: unknown): string[] | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { properties, jsonSchema, shape } = schema as HeldSchema
  const found = shape ?? properties ?? jsonSchema?.properties
  return typeof found === 'object' ? Object.keys(found) : undefined
}

/** JSON Schema of the arguments; undefined where the schema does not say, or JSON Schema cannot. */
export function readInputSchema(schema: unknown): JsonObject | undefined {
  const { properties, jsonSchema, shape } = Object(schema) as HeldSchema
  try {
    if (shape !== undefined) return buildJsonSchema(schema as z.ZodObject, 'input') as JsonObject
    const { $schema: _, ...declared } = Object(properties === undefined ? jsonSchema : schema) as JsonObject
    return typeof declared.properties === 'object' ? structuredClone(declared) : undefined
  } catch {
    return undefined
  }
}

/** Names of the parameters that a schema declares, unless it says that there may be more. */
function listClosedParameters(schema: unknown): string[] {
  const { properties = {}, additionalProperties = false } = readInputSchema(schema) ?? {}
  return additionalProperties === false ? Object.keys(properties as object) : []
}

/** Two letters make a shorter name another one. */
const MIN_LENGTH = 4

/** The arguments of a call that its tool cannot read, and those that it could read and is not given. */
function splitArguments(
  args: JsonObject,
  { schema, readable = listClosedParameters(schema) }: Pick<Body, 'schema' | 'readable'>,
): { unread: string[]; free: string[] } {
  return {
    unread: readable.length === 0 ? [] : Object.keys(args).filter((name) => !readable.includes(name)),
    free: readable.filter((name) => !Object.hasOwn(args, name)),
  }
}

/**
 * Says which argument of a call is misspelt: the tool cannot read it, and could read one of a name like it. Whatever else
 * it cannot read, an agent may pass all the same.
 */
export function describeMisspelling(
  tool: string,
  args: JsonObject,
  body: Pick<Body, 'schema' | 'readable'>,
): string | undefined {
  const { unread, free } = splitArguments(args, body)
  const isLong = (name: string): boolean => name.length >= MIN_LENGTH
  for (const name of unread.filter(isLong)) {
    const meant = findNearestName(name, free.filter(isLong))
    if (meant !== undefined) return `${tool} has no parameter "${name}"; did you mean "${meant}"?`
  }
  return undefined
}

/** Says which argument of a step its tool cannot read, where the agent gives another one and never that. */
export function describeWrongName(
  { tool_name: tool, arguments: args }: Pick<Step, 'tool_name' | 'arguments'>,
  calls: readonly Pick<Call, 'tool_name' | 'arguments'>[],
): string | undefined {
  const { unread, free } = splitArguments(args, findBody(tool) ?? {})
  const given = new Set(calls.flatMap((call) => (call.tool_name === tool ? Object.keys(call.arguments) : [])))
  const name = unread.find((one) => !given.has(one))
  const meant = free.find((one) => given.has(one))
  return name === undefined || meant === undefined
    ? undefined
    : `${tool} has no parameter "${name}"; the agent gives it ${meant}. Correct the function of the task`
}

/**
 * How the parameters of a simulator differ from those of the agent's own tool, and what to do; undefined where they do not.
 *
 * @param declared Parameters of the tool; if its code alone is known, the simulator must not require what that cannot read
 */
export function describeDifference(
  tool: string,
  declared: readonly string[] | undefined,
  { inputSchema }: Pick<Tool, 'inputSchema'>,
): string | undefined {
  const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: string[] }
  const own = declared ?? findBody(tool)?.readable ?? []
  if (declared === undefined && own.length === 0) return undefined
  const simulated = Object.keys(properties)
  const lacking = declared === undefined ? [] : own.filter((name) => !simulated.includes(name))
  const surplus = (declared === undefined ? required : simulated).filter((name) => !own.includes(name))
  if (lacking.length + surplus.length === 0) return undefined
  const said = [
    ...(lacking.length > 0 ? [`it lacks ${lacking.join(', ')}`] : []),
    ...(surplus.length > 0 ? [`the tool has no ${surplus.join(', ')}`] : []),
  ]
  return `the simulator of ${JSON.stringify(tool)} has other parameters than the agent's own tool: ${said.join('; ')}. Rename one of the tools, define a simulator with its parameters, or name the tool in the option \`live\``
}
