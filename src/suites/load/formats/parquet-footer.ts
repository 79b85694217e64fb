import { parquetMetadata, parquetSchema, type SchemaTree } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { hasSoundPages } from './parquet-pages.ts'
import { ParquetProblem } from './parquet-problem.ts'

/** What a Parquet file says at its end of the data in it. */
export interface Footer {
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
  if (file_path) throw new ParquetProblem(`column "${name}" is kept in another file, "${file_path}"`)
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
  if (twice !== undefined) throw new ParquetProblem(`column "${twice}" is there twice`)
  for (const [i, { columns }] of row_groups.entries()) {
    const place = `row group ${i + 1}`
    if (columns.length !== leaves.length)
      throw ParquetProblem.damaged(`${place} has ${columns.length} of ${leaves.length} columns`)
    for (const [j, name] of leaves.entries()) checkColumn(columns[j] as ColumnChunk, name, place, bytes)
  }
}

/** Reads the footer and checks it against the file. Throws a {@link ParquetProblem}. */
export function readFooter(bytes: Uint8Array): Footer {
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
