/** A table of Markdown with columns of one width, as the formatter leaves it; the first row is the head. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(3, ...all.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const padded = (row: readonly string[]): string =>
    line(widths.map((width, i) => (row[i] ?? '').padEnd(width)))
  return [padded(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(padded)].join('\n')
}

/** A page with the table between two marks replaced; the same where it has no such marks. */
export const withTable = (page: string, mark: string, table: string): string =>
  page.replace(
    new RegExp(`(<!-- ${mark} -->\\n\\n)[\\s\\S]*?(\\n\\n<!-- end -->)`),
    (_, start: string, end: string) => start + table + end,
  )
