import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, stableJson } from '../../shared/json.ts'
import { type PublishedMembers, type PublishedShape, publishedFile, publishedRow } from './published-tool.ts'
import { type Shape, shapeSchema, type ToolSpec, toolSpecSchema } from './tool-spec.ts'

function shapeOf(shape: PublishedShape): Shape {
  const { items, properties, required, name: _, default: __, ...rest } = shape
  const said = {
    ...rest,
    items: items === undefined ? undefined : typeof items === 'string' ? { type: items } : shapeOf(items),
    properties:
      properties &&
      Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, shapeOf(member)])),
    requiredProperties: Array.isArray(required) ? required : undefined,
  }
  const known = Object.entries(said).filter(([key, value]) => key in shapeSchema.shape && value !== undefined)
  return shapeSchema.parse(Object.fromEntries(known))
}

const list = (all: PublishedMembers): (PublishedShape & { name: string })[] =>
  Array.isArray(all) ? all : Object.entries(all).map(([name, shape]) => ({ ...shape, name }))

/** Published files write the absence of a default as the text "None". */
const repairDefault = (value: Json | undefined): Json | undefined => (value === 'None' ? null : value)

const memberOf = (shape: PublishedShape & { name: string }) => ({
  ...shapeOf(shape),
  name: shape.name,
  description: shape.description ?? '',
})

/**
 * A published tool as a specification of ours, without rules. Takes the row of a tool list (`id, name, description,
 * parameters[], errors[], usage, outputs[]`) and the tool file (`tool_name, tool_description, parameters{},
 * error_messages[], usage, output_details{}`). Throws a {@link TracewrightError} that names the field.
 */
export function readPublishedTool(row: unknown): ToolSpec {
  const form = isObject(row) && 'tool_name' in row ? publishedFile : publishedRow
  const parsed = form.safeParse(row)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') ?? ''
    throw new TracewrightError(
      `Failed to read a tool: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'unknown form'}.`,
    )
  }
  const { id, name, description, parameters, usage, failureModes, outputs } = parsed.data
  return toolSpecSchema.parse({
    id: id ?? name,
    name,
    description,
    parameters: list(parameters).map((shape) => ({
      ...memberOf(shape),
      required: shape.required === true,
      ...('default' in shape ? { default: repairDefault(shape.default) } : {}),
    })),
    usage,
    failureModes,
    outputs: list(outputs).map(memberOf),
    rules: [],
  })
}

/**
 * Reads JSON Lines of published tools. Throws a {@link TracewrightError} that lists every bad line, and for a text
 * without tools or with two tools of one id; the same line twice is one tool.
 *
 * @param file Name of the file, for messages.
 */
export function readPublishedTools(text: string, file: string): ToolSpec[] {
  const problems: string[] = []
  const seen = new Map<string, string>()
  const tools = text.split(/\r?\n/).flatMap((raw, i) => {
    if (raw.trim() === '') return []
    try {
      const row: unknown = JSON.parse(raw.replace(/^\uFEFF/, ''))
      const tool = readPublishedTool(row)
      const known = seen.get(tool.id)
      if (known === stableJson(row)) return []
      if (known !== undefined)
        throw new TracewrightError(`the id "${tool.id}" is there twice, with another tool`)
      seen.set(tool.id, stableJson(row))
      return [tool]
    } catch (error) {
      problems.push(`${file}:${i + 1}: ${messageOf(error).replace(/^Failed to read a tool: /, '')}`)
      return []
    }
  })
  if (problems.length > 0) throw new TracewrightError(`Failed to read tools: ${problems.join('\n  ')}`)
  if (tools.length === 0)
    throw new TracewrightError(`Failed to read tools: ${file} has none. Write one a line.`)
  return tools
}
