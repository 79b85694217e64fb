/** The one table that the benchmarks print. */
const shownRatio = (ratio) => (ratio === undefined ? '' : ratio >= 20 ? ratio.toFixed(0) : ratio.toFixed(2))
const verdict = ({ ratio, goal }) => (goal === undefined ? '' : ratio <= goal ? 'yes' : 'no')

/**
 * Rows as a table in Markdown.
 *
 * @param rows `work`, what `ours` and the `anchor` took, their `ratio`, the `goal` that it may reach at most, and the `load` of the machine;
 * without an anchor there is no ratio
 */
export function table(rows) {
  const cells = [
    ['work', 'ours', 'anchor', 'ratio', 'goal', 'reached', 'load'],
    ...rows.map((row) => [
      row.work,
      row.ours,
      row.anchor ?? '',
      shownRatio(row.ratio),
      row.goal === undefined ? '' : String(row.goal),
      verdict(row),
      row.load,
    ]),
  ]
  const widths = cells[0].map((_, i) => Math.max(3, ...cells.map((row) => row[i].length)))
  const isText = (i) => i === 0
  const line = (row) =>
    `| ${row.map((cell, i) => (isText(i) ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (isText(i) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n')
}
