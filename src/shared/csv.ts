type Cell = string | number | boolean | null | undefined

const formatCell = (cell: Cell): string => {
  const text = String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Comma-separated values (RFC 4180), the first row being the header; a missing cell is empty. */
export const formatCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')
