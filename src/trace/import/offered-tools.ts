import { EFFECTS, type Effect } from '../../schema/tool.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import { parseJsonOr } from '../../shared/parse-json.ts'
import { type Fields, isFields, readAtPlace, readTextField } from './values.ts'

/** A tool that a recorded request offered the model. */
export interface OfferedTool {
  /** Name that the model calls. */
  name: string
  /** What the model reads about the tool; empty where there was none. */
  description: string
  /** JSON Schema of the arguments; left out where there was none. */
  inputSchema?: Record<string, unknown>
  /** What a call does to the world, where something says so: annotations of MCP, or the method of a request. */
  effect?: Effect
}

/** Where libraries put the schema of the arguments. */
const SCHEMAS = [
  'parameters',
  'parametersJsonSchema',
  'inputSchema/jsonSchema inputSchema/json',
  'inputSchema',
  'input_schema',
  'schema',
]

const isSchema = (value: unknown): value is Record<string, unknown> =>
  isFields(value) && (typeof value.type === 'string' || isFields(value.properties))

function readEffect({ effect, annotations }: Fields): Effect | undefined {
  if (EFFECTS.some((one) => one === effect)) return effect as Effect
  if (!isFields(annotations)) return undefined
  if (annotations.readOnlyHint === true) return 'read'
  if (annotations.idempotentHint === true) return 'idempotent-write'
  return annotations.readOnlyHint === false || annotations.destructiveHint === true ? 'write' : undefined
}

function readOfferedTool(value: Fields, key?: string): OfferedTool[] {
  const fields = [value.function, value.toolSpec].find(isFields) ?? value
  const name = readTextField(fields, 'name toolName') ?? key
  if (name === undefined) return []
  const found = SCHEMAS.map((place) => readAtPlace(fields, place)).find(isSchema)
  // Gemini writes types in capitals.
  const inputSchema =
    found &&
    JSON.parse(JSON.stringify(found), (key, item) =>
      key === 'type' && typeof item === 'string' ? item.toLowerCase() : item,
    )
  const description = readTextField(fields, 'description') ?? ''
  return [{ name, description, ...dropUndefinedFields({ inputSchema, effect: readEffect(fields) }) }]
}

/** A tool, or the tools that Gemini lists within one. */
function readListedTool(item: unknown): OfferedTool[] {
  if (typeof item === 'string')
    return item.startsWith('{')
      ? readListedTool(parseJsonOr(item, undefined))
      : readOfferedTool({ name: item })
  if (!isFields(item)) return []
  const declared = item.functionDeclarations ?? item.function_declarations
  return Array.isArray(declared) ? readOfferedTools(declared) : readOfferedTool(item)
}

/** Tools as requests, listings of MCP servers, spans (`gen_ai.tool.definitions`) and the AI SDK write them. */
export function readOfferedTools(value: unknown): OfferedTool[] {
  if (typeof value === 'string') return readOfferedTools(parseJsonOr(value, undefined))
  if (Array.isArray(value)) return value.flatMap(readListedTool)
  if (!isFields(value)) return []
  if (Array.isArray(value.tools)) return readOfferedTools(value.tools)
  return Object.entries(value).flatMap(([name, tool]) => (isFields(tool) ? readOfferedTool(tool, name) : []))
}

/** The tools of two accounts: what the first says of a tool wins, and the second fills what it leaves out. */
export const mergeTools = (first: readonly OfferedTool[], second: readonly OfferedTool[]): OfferedTool[] => [
  ...first.map((tool) => {
    const other = second.find(({ name }) => name === tool.name)
    return { ...other, ...tool, description: tool.description || (other?.description ?? '') }
  }),
  ...second.filter(({ name }) => !first.some((tool) => tool.name === name)),
]
