import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, stableJson } from '../../shared/json.ts'
import { readJsonLines } from '../read-lines.ts'
import { type PublishedMembers, type PublishedShape, publishedFile, publishedRow } from './published-tool.ts'
import { type SpecShape, shapeSchema, type ToolSpec, toolSpecSchema } from './tool-spec.ts'

function shapeOf(shape: PublishedShape): SpecShape {
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
 * A published tool as a specification of ours, with no rules but those that it has in machine-readable form. Takes
 * the row of a tool list (`id, name, description, parameters[], errors[], usage, outputs[]`) and the tool file (`tool_name, tool_description, parameters{},
 * error_messages[], usage, output_details{}`). Throws a {@link TracewrightError} that names the field.
 */
export function readPublishedTool(row: unknown): ToolSpec {
  const own = toolSpecSchema.safeParse(row)
  if (own.success) return own.data
  const form = isObject(row) && 'tool_name' in row ? publishedFile : publishedRow
  const parsed = form.safeParse(row)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') ?? ''
    throw new TracewrightError(
      `Failed to read a tool: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'unknown form'}.`,
    )
  }
  const { id, name, description, parameters, usage, failureModes, outputs, rules, effect, handler } =
    parsed.data
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
    rules,
    ...(effect == null ? {} : { effect }),
    ...(handler == null ? {} : { handler }),
  })
}

/**
 * Reads JSON Lines of published tools. Throws a {@link TracewrightError} that lists every bad line, and for a text
 * without tools or with two tools of one id; the same line twice is one tool.
 *
 * @param file Name of the file, for messages.
 */
export function readPublishedTools(text: string, file: string): ToolSpec[] {
  const seen = new Map<string, string>()
  const rows = readJsonLines(text, file, 'tools', (row): ToolSpec[] => {
    const tool = toolOfLine(row)
    const known = seen.get(tool.id)
    if (known === undefined) {
      seen.set(tool.id, stableJson(row))
      return [tool]
    }
    if (known === stableJson(row)) return []
    throw new TracewrightError(`the id "${tool.id}" is there twice, with another tool`)
  })
  return rows.flat()
}

/** A tool; what is wrong with it without saying that it is a tool, which the list of problems says. */
function toolOfLine(row: unknown): ToolSpec {
  try {
    return readPublishedTool(row)
  } catch (error) {
    throw new TracewrightError(messageOf(error).replace(/^Failed to read a tool: /, ''))
  }
}
