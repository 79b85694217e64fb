import { createUnprocessableError, refuse, refuseIf } from '../../../schema/tool-error.ts'
import { formatCsv } from '../../../shared/csv.ts'
import { load } from '../../../shared/load.ts'
import { dumpPythonJson } from '../../../shared/python/json.ts'
import { loadJson } from '../../../shared/python/json-reader.ts'
import { formatPythonStr } from '../../../shared/python/repr.ts'
import { countCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { type Data, MAX_FIELDS, type TableRow } from './loaded.ts'

const QUOTED = /"[^"]*"/g
/** A line end of old Macs, which nothing writes any more: what holds it is not a CSV text. */
const BARE_RETURN = /\r(?!\n)/

const OPTIONS = {
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
}

function readRecords(text: string, parameter: string): string[][] {
  if (BARE_RETURN.test(text.replace(QUOTED, '""'))) {
    refuse(parameter, `holds a carriage return outside of quotes; end lines with \\n`)
  }
  const { CsvError, parse } = load('csv-parse/sync') as typeof import('csv-parse/sync')
  try {
    const lines = text.split('\n').length - 1
    // A line has no more names than the text has commas, so most texts are read once.
    if (text.split(',').length * lines > MAX_FIELDS) {
      const [names = []] = parse(text, { ...OPTIONS, to: 1 })
      // The parser reserves, and a row is filled up to, as many cells as there are names.
      if (names.length * lines > MAX_FIELDS) {
        refuse(parameter, `has more than ${MAX_FIELDS} cells, columns times lines`)
      }
    }
    return parse(text, OPTIONS)
  } catch (thrown) {
    if (thrown instanceof CsvError) refuse(parameter, `is not CSV: ${thrown.message}`)
    throw thrown
  }
}

/**
 * Rows of CSV text by the names in its first line, as Python's `csv.DictReader` reads them. Missing cells
 * are null, surplus ones a list under the key null, and of equal names the last one counts.
 */
function readCsv(text: string, parameter: string): TableRow[] {
  const [names = [], ...records] = readRecords(text, parameter)
  return records.map((cells) => {
    const row: TableRow = new Map(names.map((name, i) => [name, cells[i] ?? null]))
    if (cells.length > names.length) row.set(null, cells.slice(names.length))
    return row
  })
}

/** A line of CSV text as Python's `csv.writer` writes it: quotes where they are needed, CRLF at the end. */
const formatCsvLine = (cells: readonly string[]): string =>
  cells.length === 1 && cells[0] === '' ? '""\r\n' : formatCsv([cells])

const FORMATS = ['json', 'csv', 'text'] as const
type FileFormat = (typeof FORMATS)[number]

/** Longest result in UTF-16 units: names of columns repeat, and nested JSON is indented. */
const MAX_RESULT = 10_000_000

/** Takes a piece of the result. */
type WritePiece = (piece: string) => void

function parse(data: string, format: FileFormat): Data {
  if (format === 'text') return data
  if (format === 'csv') return readCsv(data, 'data')
  const loaded = loadJson(data)
  if (loaded === undefined) refuse('data', 'is not JSON, or is nested too deeply')
  return loaded
}

/** Python's `json.dumps(value, indent=2)`. */
function writeJson(value: Data, write: WritePiece, margin = '\n'): void {
  if (!Array.isArray(value) && !(value instanceof Map)) {
    write(dumpPythonJson(value))
    return
  }
  const isList = Array.isArray(value)
  const inner = `${margin}  `
  const items: [string, Data][] = isList
    ? value.map((item) => ['', item])
    : [...value].map(([key, item]) => [`${dumpPythonJson(key ?? 'null')}: `, item])
  write(isList ? '[' : '{')
  for (const [i, [name, item]] of items.entries()) {
    write(`${i === 0 ? '' : ','}${inner}${name}`)
    writeJson(item, write, inner)
  }
  write(`${items.length === 0 ? '' : margin}${isList ? ']' : '}'}`)
}

const formatCell = (value: Data | undefined): string =>
  value === undefined || value === null ? '' : formatPythonStr(value)

function writeTable(rows: readonly Data[], first: TableRow, write: WritePiece): void {
  const names = [...first.keys()]
  refuseIf(
    names.length * rows.length > MAX_FIELDS,
    'data',
    `makes more than ${MAX_FIELDS} cells, columns times rows`,
  )
  write(formatCsvLine(names.map(formatCell)))
  for (const [i, row] of rows.entries()) {
    if (!(row instanceof Map) || ![...row.keys()].every((key) => first.has(key as string))) {
      throw createUnprocessableError(
        'data',
        `item ${i} of "data" is not an object with fields of the first one only`,
      )
    }
    write(formatCsvLine(names.map((name) => formatCell(row.get(name as string)))))
  }
}

function writeCsv(value: Data, write: WritePiece): void {
  const first = Array.isArray(value) ? value[0] : undefined
  if (first instanceof Map) writeTable(value as Data[], first as TableRow, write)
  else write(formatPythonStr(value))
}

const listFieldTexts = (row: Data & Map<unknown, unknown>): string[] =>
  [...(row as TableRow)].map(([key, item]) => `${formatPythonStr(key)}: ${formatPythonStr(item)}`)

function writeText(value: Data, write: WritePiece): void {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      if (i > 0) write('\n')
      write(item instanceof Map ? listFieldTexts(item).join(', ') : formatPythonStr(item))
    }
  } else write(value instanceof Map ? listFieldTexts(value).join('\n') : formatPythonStr(value))
}

const WRITERS = { json: writeJson, csv: writeCsv, text: writeText }

export const transformFormat = defineBuiltIn({
  effect: 'read',
  capability: 'transform-data',
  input: (z) => ({ data: z.string(), from_format: z.enum(FORMATS), to_format: z.enum(FORMATS) }),
  output: (z) => ({
    from_format: z.enum(FORMATS),
    to_format: z.enum(FORMATS),
    original_length: z.int(),
    transformed: z.string(),
    transformed_length: z.int(),
  }),
  run({ data, from_format, to_format }) {
    const pieces: string[] = []
    let size = 0
    WRITERS[to_format](parse(data, from_format), (piece) => {
      size += piece.length
      refuseIf(size > MAX_RESULT, 'data', `would make a text of more than ${MAX_RESULT} characters`)
      pieces.push(piece)
    })
    const transformed = pieces.join('')
    return {
      from_format,
      to_format,
      original_length: countCodePoints(data),
      transformed,
      transformed_length: countCodePoints(transformed),
    }
  },
})
