import {
  type ColumnMetaData,
  parquetMetadata,
  parquetReadObjects,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { compressors } from 'hyparquet-compressors'
import { messageOf } from '../../../shared/errors.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { type ParsedTask, parseTask } from '../parse-task.ts'
import { SuiteError } from '../suite-error.ts'
import { type SuiteLine, tasksOf } from '../tasks-of.ts'

/** Bounds that no suite comes near; a damaged page may claim any number. */
const MAX_VALUES = 10_000_000
const MAX_BYTES = 2 ** 30

const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most

/** How many values a page says that it holds; nothing where its header cannot be right. */
function countOf(header: ReturnType<typeof parquetHeader>, left: number): number | undefined {
  const { type, compressed_page_size: size, uncompressed_page_size: whole } = header
  if (!isCount(size, left) || !isCount(whole, MAX_BYTES)) return undefined
  if (type === 'DICTIONARY_PAGE')
    return isCount(header.dictionary_page_header?.num_values, whole) ? 0 : undefined
  if (type === 'DATA_PAGE') return header.data_page_header?.num_values
  const page = type === 'DATA_PAGE_V2' ? header.data_page_header_v2 : undefined
  if (page === undefined || !isCount(page.num_values, MAX_VALUES)) return undefined
  const { definition_levels_byte_length: definitions, repetition_levels_byte_length: repetitions } = page
  const sound =
    isCount(page.num_nulls, page.num_values) &&
    isCount(page.num_rows, page.num_values) &&
    isCount(definitions, size) &&
    isCount(repetitions, size - definitions) &&
    definitions + repetitions <= whole
  return sound ? page.num_values : undefined
}

/**
 * Whether the pages of a column lie within the file and hold the values that the column says. Reading pages whose
 * headers are damaged may take all memory, or not end.
 */
function hasSoundPages(bytes: Uint8Array, column: ColumnMetaData): boolean {
  const { data_page_offset, dictionary_page_offset, total_compressed_size, num_values } = column
  const starts = [data_page_offset, dictionary_page_offset ?? 0n].map(Number).filter((start) => start > 0)
  const [start, length] = [Math.min(...starts), Number(total_compressed_size)]
  if (!isCount(start, bytes.length) || !isCount(length, bytes.length - start)) return false
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset + start, length), offset: 0 }
  let values = 0
  try {
    while (reader.offset < length) {
      const header = parquetHeader(reader)
      const count = countOf(header, length - reader.offset)
      if (!isCount(count, MAX_VALUES - values)) return false
      values += count
      reader.offset += header.compressed_page_size
    }
  } catch {
    return false
  }
  return values === Number(num_values)
}

/** Why a Parquet file cannot be read, in words that fit behind its name. */
class ParquetProblem extends Error {
  /** What a reader threw: its own words where it says it on purpose, none where it stumbled. */
  static damaged(where: string, error?: unknown): ParquetProblem {
    const stumbled = error === undefined || error instanceof TypeError || error instanceof RangeError
    return new ParquetProblem(
      `the Parquet file is damaged: ${where}${stumbled ? '' : `: ${messageOf(error)}`}`,
    )
  }
}

/** What a Parquet file says at its end of the data in it. */
interface Footer {
  metadata: ReturnType<typeof parquetMetadata>
  schema: SchemaTree
}

/** A bound that no suite comes near; a damaged file may claim any number. */
const MAX_ROWS = 1_000_000
const MAGIC = 'PAR1'

function checkEnds(bytes: Uint8Array): void {
  const decoder = new TextDecoder()
  const head = decoder.decode(bytes.subarray(0, MAGIC.length))
  const tail = decoder.decode(bytes.subarray(-MAGIC.length))
  if (bytes.length === 0) throw new ParquetProblem('the file is empty')
  if (head === 'PARE') throw new ParquetProblem('the Parquet file is encrypted')
  if (head !== MAGIC) throw new ParquetProblem('not a Parquet file: it does not begin with PAR1')
  if (tail !== MAGIC || bytes.length < 12)
    throw new ParquetProblem('the Parquet file is cut off: it does not end with PAR1')
}

/** Dotted paths of the columns that hold values. */
const leavesOf = ({ children, path }: SchemaTree): string[] =>
  children.length === 0 ? [path.join('.')] : children.flatMap(leavesOf)

type ColumnChunk = Footer['metadata']['row_groups'][number]['columns'][number]

function checkColumn(
  { meta_data, file_path }: ColumnChunk,
  name: string,
  place: string,
  bytes: Uint8Array,
): void {
  if (file_path) throw new ParquetProblem(`column "${name}" is in another file, "${file_path}"`)
  if (meta_data?.path_in_schema.join('.') !== name || meta_data === undefined)
    throw ParquetProblem.damaged(`${place} does not say where column "${name}" is`)
  const { codec } = meta_data
  if (codec !== 'UNCOMPRESSED' && compressors[codec] === undefined) {
    throw new ParquetProblem(
      `column "${name}" is compressed with ${codec ?? 'an unknown codec'}, which cannot be read here; write the file with Snappy, Gzip or Zstandard`,
    )
  }
  if (!hasSoundPages(bytes, meta_data)) throw ParquetProblem.damaged(`${place}, column "${name}"`)
}

function checkGroups({ metadata, schema }: Footer, bytes: Uint8Array): void {
  const { num_rows, row_groups } = metadata
  if (num_rows === 0n) throw new ParquetProblem('the suite has no tasks')
  if (num_rows < 0n || num_rows > MAX_ROWS)
    throw new ParquetProblem(`${num_rows} rows; a suite has at most ${MAX_ROWS}`)
  if (row_groups.reduce((sum, group) => sum + group.num_rows, 0n) !== num_rows)
    throw ParquetProblem.damaged(`its row groups do not hold ${num_rows} rows`)
  const leaves = leavesOf(schema)
  const twice = leaves.find((name, i) => leaves.indexOf(name) !== i)
  if (twice !== undefined) throw new ParquetProblem(`column "${twice}" appears twice`)
  for (const [i, { columns }] of row_groups.entries()) {
    const place = `row group ${i + 1}`
    if (columns.length !== leaves.length)
      throw ParquetProblem.damaged(`${place} has ${columns.length} of ${leaves.length} columns`)
    for (const [j, name] of leaves.entries()) checkColumn(columns[j] as ColumnChunk, name, place, bytes)
  }
}

/** Reads the footer and checks it against the file. Throws a {@link ParquetProblem}. */
function readFooter(bytes: Uint8Array): Footer {
  checkEnds(bytes)
  try {
    const metadata = parquetMetadata(bytes, { geoparquet: false })
    const footer = { metadata, schema: parquetSchema(metadata) }
    checkGroups(footer, bytes)
    return footer
  } catch (error) {
    throw error instanceof ParquetProblem ? error : ParquetProblem.damaged('its footer cannot be read', error)
  }
}

/** A value that a Parquet file holds and JSON cannot carry. */
class ValueProblem extends Error {}

/** A single value: whole numbers come as BigInt, points in time as dates. */
function leafToJson(value: unknown): Json {
  if (value === undefined) return null
  if (typeof value === 'bigint') {
    if (Number.isSafeInteger(Number(value))) return Number(value)
    throw new ValueProblem(`${value} is too large a number for JSON`)
  }
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value)) throw new ValueProblem('bytes, which JSON cannot hold')
  return value as Json
}

const isKind = (node: SchemaTree, kind: 'LIST' | 'MAP'): boolean =>
  node.element.converted_type === kind || node.element.logical_type?.type === kind

/**
 * A value of a column as JSON. Fields of a struct that are null are left out, because a column has no other way to
 * say that a field is not there; nulls in lists and maps stay.
 */
function parquetToJson(value: unknown, node: SchemaTree): Json {
  if (value === null || value === undefined) return null
  const [inner] = node.children
  if (Array.isArray(value)) {
    const item = isKind(node, 'LIST') ? inner?.children[0] : node
    return value.map((each) => (item === undefined ? leafToJson(each) : parquetToJson(each, item)))
  }
  if (inner === undefined) return leafToJson(value)
  const fields = value as { [name: string]: unknown }
  if (isKind(node, 'MAP')) {
    const held = inner.children.find(({ element }) => element.name === 'value')
    const entries = Object.entries(fields)
    return Object.fromEntries(
      entries.map(([key, each]) => [key, held ? parquetToJson(each, held) : leafToJson(each)]),
    )
  }
  const object: JsonObject = {}
  for (const child of node.children) {
    const field = fields[child.element.name]
    if (field !== null && field !== undefined) object[child.element.name] = parquetToJson(field, child)
  }
  return object
}

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
