import { TracewrightError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { fieldOfId, type ToolRow } from './tool-rows.ts'
import type { SpecShape } from './tool-spec.ts'

/** A published tool file: its name, and the six keys that it has. */
interface PublishedFile {
  readonly name: string
  readonly content: JsonObject
}

const MAX_NAME_LENGTH = 80

const slug = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, '_')

/** Without what is unset, and with items as an object. */
function shapeOf({ name: _, requiredProperties: __, ...shape }: SpecShape & { name: string }): JsonObject {
  return JSON.parse(JSON.stringify(shape))
}

/**
 * Tools as the SynthTools paper publishes them: a file each, `FIELD_tool_spec_N__NAME.json`, where N counts the tasks.
 * Rules, verdicts, handlers and effects have no place there. Published ids stay.
 *
 * @throws TracewrightError where two tools come to one name
 */
export function publishedFilesOf(rows: readonly ToolRow[]): PublishedFile[] {
  const tasks = new Map<string, number>()
  const taken = new Map<string, string>()
  return rows.map(({ tool, row, field = 'tools' }) => {
    const task = JSON.stringify([field, row.subfield ?? null, row.task ?? null])
    if (!tasks.has(task)) tasks.set(task, tasks.size + 1)
    const ending = tool.name
      .trim()
      .replaceAll(/\s+/g, '_')
      .replaceAll(/[^\w-]/g, '')
      .slice(0, MAX_NAME_LENGTH)
    const id =
      fieldOfId(tool.id) === undefined ? `${slug(field)}_tool_spec_${tasks.get(task)}__${ending}` : tool.id
    const other = taken.get(id)
    if (other !== undefined)
      throw new TracewrightError(
        `Failed to publish tools: ${tool.id} and ${other} would both be ${id}.json. Rename one, or run synth dedupe first.`,
      )
    taken.set(id, tool.id)
    const parameters = tool.parameters.map(({ default: value = null, ...shape }) => [
      shape.name,
      { ...shapeOf(shape), ...(shape.required ? {} : { default: value }) },
    ])
    const content = {
      ...{ tool_name: tool.name, tool_description: tool.description },
      parameters: Object.fromEntries(parameters),
      ...{ error_messages: tool.failureModes, usage: tool.usage },
      output_details: Object.fromEntries(tool.outputs.map((output) => [output.name, shapeOf(output)])),
    }
    return { name: `${id}.json`, content }
  })
}
