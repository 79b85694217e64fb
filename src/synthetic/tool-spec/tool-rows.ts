import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { readPublishedTool, readPublishedTools } from './read-published.ts'
import type { ToolSpec } from './tool-spec.ts'

/** A tool, and the row that it was read from with all that the row says beside. */
export interface ToolRow {
  readonly tool: ToolSpec
  readonly row: JsonObject
  /** What the row says, or a published id; undefined where neither does. */
  readonly field: string | undefined
}

/** The field that an id of the published form begins with. */
export const fieldOfId = (id: string): string | undefined => /^(.+)_tool_spec_\d+__.+$/.exec(id)?.[1]

const rowOf = (tool: ToolSpec, row: JsonObject): ToolRow => ({
  ...{ tool, row },
  field: typeof row.field === 'string' ? row.field : fieldOfId(tool.id),
})

/** A tool of one row. @throws TracewrightError that names the field */
export const toolRowOf = (row: JsonObject): ToolRow => rowOf(readPublishedTool(row), row)

/** Reads `read`'s result, or says which file it is that cannot be read. */
function reading<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new TracewrightError(
      `Failed to read tools ${file}: ${messageOf(error)} Check the path and the file.`,
      {
        cause: error,
        at: { file },
      },
    )
  }
}

/** Published tool files of a folder; the name of a file is the id. */
function rowsOfFolder(folder: string): ToolRow[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  if (files.length === 0)
    throw new TracewrightError(`Failed to read tools ${folder}: the folder has no JSON file. Name another.`)
  return files.sort().map((name) => {
    const file = join(folder, name)
    return reading(file, () => {
      const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
      if (!isObject(content)) throw new TracewrightError('expected an object.')
      return toolRowOf({ id: basename(name, '.json'), ...content })
    })
  })
}

/**
 * Reads tools: JSON Lines of rows of a tool list, of published tool files or of generated tools, or a folder of
 * published tool files, one JSON file each.
 *
 * @throws TracewrightError that names the file or the line
 */
export function readToolRows(path: string): ToolRow[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return rowsOfFolder(path)
  const text = reading(path, () => readFileSync(path, 'utf8'))
  return readPublishedTools(text, path).map(({ tool, row }) => rowOf(tool, row))
}
