import type { TopLevelSpec } from 'vega-lite'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { makePrintable } from '../../shared/printable.ts'
import type { Column, Exhibit, Row } from './exhibit.ts'

const quoteCsv = (cell: Row[string] | undefined): string => {
  const text = cell === undefined || cell === null ? '' : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Comma-separated values (RFC 4180): numbers as they are, bounds of intervals as columns of their own. */
export function renderCsv({ columns, rows }: Exhibit): string {
  const keys = columns.flatMap(({ key, interval = [] }) => [key, ...interval])
  return [keys, ...rows.map((row) => keys.map((key) => row[key]))]
    .map((cells) => `${cells.map(quoteCsv).join(',')}\r\n`)
    .join('')
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

/** Characters of a line of a caption in a plot: Vega takes a character for wider than it is. */
const CAPTION_WIDTH = 80

function wrapText(text: string): string[] {
  const lines: string[] = []
  for (const word of makePrintable(text).split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= CAPTION_WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** Loads Vega and Vega-Lite, which are optional peers: no other command needs their 12 MB. */
async function loadVega() {
  try {
    return { vega: await import('vega'), lite: await import('vega-lite') }
  } catch (error) {
    throw new TracewrightError(
      `Failed to draw plots: ${describeThrown(error)}. They need vega and vega-lite: run \`npm install --save-dev vega vega-lite\`, or leave plots out with --no-plots.`,
      { cause: error },
    )
  }
}

/** Draws plots as SVG, each with its title and caption; the same specification gives the same bytes. */
export async function createPlotter(): Promise<
  (exhibit: Exhibit & { plot: TopLevelSpec }, provenance: string) => Promise<string>
> {
  const { vega, lite } = await loadVega()
  return async ({ title, note, rows, plot }, provenance) => {
    vega.resetSVGDefIds()
    const { spec } = lite.compile({
      ...plot,
      data: { values: [...rows] },
      background: 'white',
      padding: 12,
      title: {
        text: title,
        subtitle: [...wrapText(note), ...wrapText(provenance)],
        anchor: 'start',
        frame: 'bounds',
        offset: 14,
        subtitlePadding: 6,
      },
      config: {
        axisX: { grid: false },
        view: { stroke: null },
        range: { category: { scheme: 'tableau10' } },
      },
    })
    return new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG()
  }
}
