import { EFFECTS, type Effect } from '../../schema/tool.ts'
import { defined } from '../../shared/json.ts'
import { type Fields, isFields, textField, valueAt } from './values.ts'

export interface OfferedTool {
  name: string
  description: string
  inputSchema?: Record<string, unknown>
  /** What a call does to the world, where something says so: annotations of MCP, or the method of a request. */
  effect?: Effect
}

const isSchema = (value: unknown): value is Record<string, unknown> =>
  isFields(value) && (typeof value.type === 'string' || isFields(value.properties))

function effectOf({ effect, annotations }: Fields): Effect | undefined {
  if (EFFECTS.some((one) => one === effect)) return effect as Effect
  if (!isFields(annotations)) return undefined
  if (annotations.readOnlyHint === true) return 'read'
  if (annotations.idempotentHint === true) return 'idempotent-write'
  return annotations.readOnlyHint === false || annotations.destructiveHint === true ? 'write' : undefined
}

function offeredTool(value: unknown, key?: string): OfferedTool[] {
  if (!isFields(value)) return []
  const fields = isFields(value.function) ? value.function : value
  const name = textField(fields, 'name', 'toolName') ?? key
  if (name === undefined) return []
  const schema = ['parameters', 'inputSchema/jsonSchema', 'inputSchema', 'input_schema', 'schema']
    .map((place) => valueAt(fields, place))
    .find(isSchema)
  const effect = effectOf(fields)
  const description = textField(fields, 'description') ?? ''
  return [{ name, description, ...defined({ inputSchema: schema, effect }) }]
}

/** Tools as requests, listings of MCP servers, spans (`gen_ai.tool.definitions`) and the AI SDK write them. */
export function offeredTools(value: unknown): OfferedTool[] {
  if (typeof value === 'string') {
    try {
      return offeredTools(JSON.parse(value))
    } catch {
      return []
    }
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      if (typeof item !== 'string') return offeredTool(item)
      return item.startsWith('{') ? offeredTools([JSON.parse(item)]) : offeredTool({ name: item })
    })
  }
  if (!isFields(value)) return []
  if (Array.isArray(value.tools)) return offeredTools(value.tools)
  return Object.entries(value).flatMap(([name, tool]) => offeredTool(tool, name))
}

/** The tools of two accounts: the first says more of a tool that is in both. */
export const mergedTools = (first: readonly OfferedTool[], second: readonly OfferedTool[]): OfferedTool[] => [
  ...first.map((tool) => ({ ...second.find(({ name }) => name === tool.name), ...tool })),
  ...second.filter(({ name }) => !first.some((tool) => tool.name === name)),
]
