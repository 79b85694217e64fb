import Table from 'cli-table3'

type TextCell = string | number

/** A table for people. Columns whose title begins with `>` are aligned to the right. */
export function renderTextTable(titles: readonly string[], rows: readonly (readonly TextCell[])[]): string {
  const table = new Table({
    head: titles.map((title) => title.replace(/^>/, '')),
    colAligns: titles.map((title) => (title.startsWith('>') ? 'right' : 'left')),
    style: { head: [], border: [], compact: true },
  })
  table.push(...rows.map((row) => [...row]))
  return table.toString()
}

/** A share with one decimal; nothing for none. */
export const formatPercent = (share: number | null | undefined): string =>
  share == null ? '' : `${(100 * share).toFixed(1)} %`

/** A share with its interval. @param of Text behind the share */
export const shareText = (share: { value: number; low: number; high: number }, of = ''): string =>
  `${formatPercent(share.value)} ${of}(${formatPercent(share.low)} to ${formatPercent(share.high)})`
