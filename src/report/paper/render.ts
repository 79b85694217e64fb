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
  '<': '\\textless{}',
}
const escapeTex = (text: string): string =>
  makePrintable(text).replaceAll(/[\\~^†−<&%$#_{}]/g, (found) => TEX[found] ?? `\\${found}`)

/** A cell as text: a number with the digits of its column, with its interval where it has one. */
export function formatCell({ key, digits = 1, least = false, interval }: Column, row: Row): string {
  const format = (cell: Row[string] | undefined): string => {
    if (typeof cell !== 'number') return String(cell ?? '')
    if (least && cell > 0 && cell < 10 ** -digits) return `< ${(10 ** -digits).toFixed(digits)}`
    return cell.toFixed(digits).replace(/^-(0(?:\.0+)?)$/, '$1')
  }
  const bounds = interval?.map((bound) => row[bound] ?? null)
  if (bounds === undefined || bounds.includes(null)) return format(row[key])
  return `${format(row[key])} [${bounds.map(format).join(', ')}]`
}

/** A LaTeX table, which needs the package booktabs. */
export function renderLatex({ name, title, note, columns, rows }: Exhibit, provenance: string): string {
  const isText = ({ key }: Column): boolean => rows.some((row) => typeof row[key] === 'string')
  const writeRow = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`
  return [
    '% \\usepackage{booktabs}',
    '\\begin{table}[t]',
    '\\centering',
    `\\caption{${escapeTex(`${title}. ${note} ${provenance}`)}}`,
    `\\label{tab:${name}}`,
    `\\begin{tabular}{${columns.map((column) => (isText(column) ? 'l' : 'r')).join('')}}`,
    '\\toprule',
    writeRow(columns.map((column) => escapeTex(column.title))),
    '\\midrule',
    ...rows.map((row) => writeRow(columns.map((column) => escapeTex(formatCell(column, row))))),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}
