/** The one table that the benchmarks print. */
const formatRatio = (ratio) => (ratio === undefined ? '' : ratio >= 20 ? ratio.toFixed(0) : ratio.toFixed(2))
const describeVerdict = ({ ratio, goal }) => (goal === undefined ? '' : ratio <= goal ? 'yes' : 'no')

/**
 * Rows as a table in Markdown.
 *
 * @param rows `work`, what `ours` and the `anchor` took, their `ratio`, the `goal` that it may reach at most, and the `load` of the machine;
 * without an anchor there is no ratio. `guard` is the first word of the counts in scripts/work-limits.json that fail CI where this work grows
 */
export function renderTable(rows) {
  const cells = [
    ['work', 'ours', 'anchor', 'ratio', 'goal', 'reached', 'guard', 'load'],
    ...rows.map((row) => [
      row.work,
      row.ours,
      row.anchor ?? '',
      formatRatio(row.ratio),
      row.goal === undefined ? '' : String(row.goal),
      describeVerdict(row),
      row.guard ?? '',
      row.load,
    ]),
  ]
  const widths = cells[0].map((_, i) => Math.max(3, ...cells.map((row) => row[i].length)))
  const isText = (i) => i === 0
  const renderLine = (row) =>
    `| ${row.map((cell, i) => (isText(i) ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (isText(i) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [renderLine(cells[0]), rule, ...cells.slice(1).map(renderLine)].join('\n')
}
