import Table from 'cli-table3'

type Cell = string | number

/** A table for people. Columns whose title begins with `>` are aligned to the right. */
export function textTable(titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const table = new Table({
    head: titles.map((title) => title.replace(/^>/, '')),
    colAligns: titles.map((title) => (title.startsWith('>') ? 'right' : 'left')),
    style: { head: [], border: [], compact: true },
  })
  table.push(...rows.map((row) => [...row]))
  return table.toString()
}

/** A share with one decimal; nothing for none. */
export const percent = (share: number | null | undefined): string =>
  share == null ? '' : `${(100 * share).toFixed(1)} %`

/** A share with its interval. @param of Text behind the share */
export const shareText = (share: { value: number; low: number; high: number }, of = ''): string =>
  `${percent(share.value)} ${of}(${percent(share.low)} to ${percent(share.high)})`
