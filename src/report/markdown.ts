import { printable, printableLines } from '../shared/printable.ts'

/** A share as a percentage; a dash if missing. */
export const shareCell = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(1)} %`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '&#64;',
  '#': '&#35;',
  '://': '&#58;//',
}

/** A text as Markdown that shows it as it stands: on one line, and without links, mentions, HTML or columns of a table. */
export const plain = (text: string): string =>
  printable(text.replaceAll(/\s+/g, ' ')).replaceAll(
    /:\/\/|[&<>@#\\`*_{}[\]()|~!]/g,
    (found) => ENTITIES[found] ?? `\\${found}`,
  )

/** Texts as they stand, a line each, in a block that none of them can end. */
export function fenced(texts: readonly string[], language = ''): string[] {
  const text = texts.map(printableLines).join('\n')
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language}`, text, fence]
}

export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A table whose first column is aligned to the left and all others to the right. */
export const table = (head: readonly string[], rows: readonly string[]): string[] => [
  row(head),
  row(head.map((_, i) => (i === 0 ? ':--' : '--:'))),
  ...rows,
]
