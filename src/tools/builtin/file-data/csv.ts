import { unprocessable } from '../../../schema/tool-error.ts'
import { load } from '../../../shared/load.ts'
import { MAX_FIELDS, type TableRow } from './loaded.ts'

const QUOTED = /"[^"]*"/g
/** A line end of old Macs, which nothing writes any more: what holds it is no CSV text. */
const BARE_RETURN = /\r(?!\n)/

const OPTIONS = {
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
}

function readRecords(text: string, parameter: string): string[][] {
  if (BARE_RETURN.test(text.replace(QUOTED, '""'))) {
    throw unprocessable(
      parameter,
      `"${parameter}" holds a carriage return outside of quotes; end lines with \\n`,
    )
  }
  const { CsvError, parse } = load('csv-parse/sync') as typeof import('csv-parse/sync')
  try {
    const [names = []] = parse(text, { ...OPTIONS, to: 1 })
    // The parser reserves, and a row is filled up to, as many cells as there are names.
    if (names.length * (text.split('\n').length - 1) > MAX_FIELDS) {
      throw unprocessable(parameter, `"${parameter}" has more than ${MAX_FIELDS} cells, columns times lines`)
    }
    return parse(text, OPTIONS)
  } catch (thrown) {
    if (thrown instanceof CsvError)
      throw unprocessable(parameter, `"${parameter}" is not CSV: ${thrown.message}`)
    throw thrown
  }
}

/**
 * Rows of CSV text by the names in its first line, as Python's `csv.DictReader` reads them: missing cells
 * are null, surplus ones a list under the key null, and of equal names the last one counts.
 */
export function readCsv(text: string, parameter: string): TableRow[] {
  const [names = [], ...records] = readRecords(text, parameter)
  return records.map((cells) => {
    const row: TableRow = new Map(names.map((name, i) => [name, cells[i] ?? null]))
    if (cells.length > names.length) row.set(null, cells.slice(names.length))
    return row
  })
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A line of CSV text as Python's `csv.writer` writes it: quotes where they are needed, CRLF at the end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.length === 1 && cells[0] === '' ? '""' : cells.map(quoted).join(',')}\r\n`
