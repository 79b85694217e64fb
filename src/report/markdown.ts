import type { Metrics } from '../schema/summary.ts'
import { makeLinesPrintable, makePrintable } from '../shared/printable.ts'

/** A share as a percentage; a dash if missing. */
export const shareCell = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(1)} %`

/** Shares of a table of metrics, in the order of its columns. */
const METRICS = ['solved', 'score', 'selection', 'arguments', 'data_flow', 'completion'] as const

/** Head of a table of metrics by level. */
export const METRIC_HEAD: readonly string[] = [
  'level',
  'tasks',
  ...METRICS.map((name) => name.replace('_', ' ')),
]

/** The shares of a row of such a table. */
export const listShares = (metrics: Metrics): (number | null)[] => METRICS.map((name) => metrics[name])

/**
 * A text as Markdown, or HTML within it, that shows it as it stands: on one line, and without links, mentions, markup or
 * columns of a table. An underscore within a word marks nothing up.
 */
export const escapeMarkdown = (text: string): string =>
  makePrintable(text.replaceAll(/\s+/g, ' ')).replaceAll(
    /:\/\/|[&<>@#\\`*{}[\]()|~!]|(?<!\w)_|_(?!\w)/g,
    (found) => `&#${found.charCodeAt(0)};${found.slice(1)}`,
  )

/** Texts as they stand, a line each, in a block that none of them can end. */
export function fenceTexts(texts: readonly string[], language = ''): string[] {
  const text = texts.map(makeLinesPrintable).join('\n')
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language}`, text, fence]
}

export const renderRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A table whose first column is aligned to the left and all others to the right. */
export const renderTable = (head: readonly string[], rows: readonly string[]): string[] => [
  renderRow(head),
  renderRow(head.map((_, i) => (i === 0 ? ':--' : '--:'))),
  ...rows,
]
