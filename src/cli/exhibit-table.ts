import type { Column, Exhibit, Row } from '../report/paper/exhibit.ts'
import { formatCell } from '../report/paper/render.ts'
import { printText } from './output.ts'
import { renderTextTable } from './table.ts'

/** Rows as a table for people; a column that no row fills is left out. */
export function renderRows(columns: readonly Column[], rows: readonly Row[]): string {
  const shown = columns.filter(({ key }) => rows.some((row) => (row[key] ?? '') !== ''))
  const isNumber = ({ key }: Column): boolean => rows.some((row) => typeof row[key] === 'number')
  return renderTextTable(
    shown.map((column) => (isNumber(column) ? `>${column.title}` : column.title)),
    rows.map((row) => shown.map((column) => formatCell(column, row))),
  )
}

/** Prints the tables of a paper that have rows, each under its title and note. */
export function showExhibits(exhibits: readonly Exhibit[]): void {
  for (const { title, note, columns, rows } of exhibits)
    if (rows.length > 0) printText(`\n${title}. ${note}\n${renderRows(columns, rows)}`)
}
