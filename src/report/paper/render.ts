import { formatCsv } from '../../shared/csv.ts'
import { makePrintable } from '../../shared/printable.ts'
import type { Column, Exhibit, Row } from './exhibit.ts'

/** Comma-separated values: numbers as they are, bounds of intervals as columns of their own. */
export function renderCsv({ columns, rows }: Exhibit): string {
  const keys = columns.flatMap(({ key, interval = [] }) => [key, ...interval])
  return formatCsv([keys, ...rows.map((row) => keys.map((key) => row[key]))])
}

const TEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '†': '\\dag{}',
  '−': '--',
}
const escapeTex = (text: string): string =>
  makePrintable(text).replaceAll(/[\\~^†−&%$#_{}]/g, (found) => TEX[found] ?? `\\${found}`)

function formatCell({ key, digits = 1, interval }: Column, row: Row): string {
  const format = (cell: Row[string] | undefined): string =>
    typeof cell === 'number'
      ? cell.toFixed(digits).replace(/^-(0(?:\.0+)?)$/, '$1')
      : escapeTex(String(cell ?? ''))
  const bounds = interval?.map((bound) => row[bound] ?? null)
  if (bounds === undefined || bounds.includes(null)) return format(row[key])
  return `${format(row[key])} [${bounds.map(format).join(', ')}]`
}

/** A LaTeX table, which needs the package booktabs. */
export function renderLatex({ name, title, note, columns, rows }: Exhibit, provenance: string): string {
  const isText = ({ key }: Column): boolean => rows.some((row) => typeof row[key] === 'string')
  const line = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`
  return [
    '% \\usepackage{booktabs}',
    '\\begin{table}[t]',
    '\\centering',
    `\\caption{${escapeTex(`${title}. ${note} ${provenance}`)}}`,
    `\\label{tab:${name}}`,
    `\\begin{tabular}{${columns.map((column) => (isText(column) ? 'l' : 'r')).join('')}}`,
    '\\toprule',
    line(columns.map((column) => escapeTex(column.title))),
    '\\midrule',
    ...rows.map((row) => line(columns.map((column) => formatCell(column, row)))),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}
