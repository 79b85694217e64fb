import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import type { JsonObject } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { type ParsedTask, parseTask } from '../parse-task.ts'
import { SuiteError } from '../suite-error.ts'
import { type SuiteLine, tasksOf } from '../tasks-of.ts'
import { type Footer, readFooter } from './parquet-footer.ts'
import { ParquetProblem } from './parquet-problem.ts'
import { parquetToJson, ValueProblem } from './parquet-values.ts'

const decoder = new TextDecoder()

/** JSON columns stay texts where they hold none, and are then refused as fields. */
function jsonFromBytes(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined
  const text = decoder.decode(bytes)
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** The columns, each with one value a row. They are read one by one, so that an error can name its column. */
async function readColumns({ metadata, schema }: Footer, file: ArrayBuffer): Promise<unknown[][]> {
  const columns: unknown[][] = []
  for (const { element, children } of schema.children) {
    const { name } = element
    const options = { file, metadata, columns: [name], compressors, parsers: { jsonFromBytes } }
    const rows = await parquetReadObjects(options).catch((error: unknown) => {
      throw ParquetProblem.damaged(`column "${name}" cannot be read`, error)
    })
    const values = rows.map((row): unknown => row[name])
    // A value that is null is not undefined, but for nested ones.
    if (children.length === 0 && values.includes(undefined))
      throw ParquetProblem.damaged(`column "${name}" is too short`)
    columns.push(values)
  }
  return columns
}

/** The task of a row; a null column is an absent field. */
function parseRow(columns: readonly unknown[][], i: number, { schema }: Footer): ParsedTask {
  const fields: JsonObject = {}
  for (const [j, column] of schema.children.entries()) {
    const { name } = column.element
    const value = columns[j]?.[i]
    if (value === null || value === undefined) continue
    try {
      fields[name] = parquetToJson(value, column)
    } catch (error) {
      const message = error instanceof ValueProblem ? error.message : 'a value that cannot be read'
      return { problems: [{ field: name, message }] }
    }
  }
  return parseTask(fields)
}

/**
 * Reads a suite of a Parquet file: one task a row, nested fields as structs and lists, or as JSON in a text. Throws
 * a {@link SuiteError} that lists every problem by row, or says why the file cannot be read.
 */
export async function parseParquetSuite(bytes: Uint8Array, file: string): Promise<SuiteLine[]> {
  try {
    const footer = readFooter(bytes)
    const columns = await readColumns(footer, new Uint8Array(bytes).buffer)
    const rows = Array.from({ length: Number(footer.metadata.num_rows) }, (_, i) => ({
      line: i + 1,
      parsed: parseRow(columns, i, footer),
    }))
    return tasksOf(rows, file, 'row')
  } catch (error) {
    if (!(error instanceof ParquetProblem)) throw error
    // Names in a damaged file may hold anything.
    const message = error.message.replace(/\s+/g, ' ')
    throw new SuiteError(file, [{ line: 0, field: '', message }], 'row')
  }
}
