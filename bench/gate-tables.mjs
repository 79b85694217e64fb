import { readFileSync, writeFileSync } from 'node:fs'

const START = '<!-- bench:gate -->'
const END = '<!-- /bench:gate -->'

const percent = (part, whole) => ((100 * part) / whole).toFixed(1)
const number = (count) => count.toLocaleString('en-US')

/** A table whose columns are padded, as the formatter of the docs wants it. */
function table(head, rows) {
  const widths = head.map((title, at) => Math.max(3, title.length, ...rows.map((row) => row[at].length)))
  const line = (row) =>
    `| ${row.map((text, at) => (at < 1 ? text.padEnd(widths[at]) : text.padStart(widths[at]))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => (at < 1 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** Exit 1 of any kind, in percent of the gates, with the number of gates where it is not the full one. */
function alarms({ gates, regressed, undecided }, full) {
  const share = percent(regressed + undecided, gates)
  return gates < full ? `${share} (${number(gates)})` : share
}

/** Where single tasks broke: regressed, and undecided where there are any. */
function found({ gates, regressed, undecided }, full) {
  const parts = [percent(regressed, gates), ...(undecided > 0 ? [`+ ${percent(undecided, gates)}`] : [])]
  return gates < full ? `${parts.join(' ')} (${number(gates)})` : parts.join(' ')
}

const rowsBy = (cells, keyOf) => {
  const rows = new Map()
  for (const one of cells) rows.set(keyOf(one), [...(rows.get(keyOf(one)) ?? []), one])
  return [...rows.values()]
}

/** Writes the tables of the docs, from the counts that there are, between their markers. */
export function writeTables(all, counts, file) {
  const cells = all.flatMap((one) => {
    const own = counts.get(one.name)
    return own === undefined || own.gates === 0 ? [] : [{ ...one, own }]
  })
  const of = (kind) => cells.filter((one) => one.kind === kind)
  const label = ({ cell }) => [cell.mix, String(cell.tasks), String(cell.b), String(cell.n)]
  const same = of('same')
  const worst = same.toSorted(
    (one, other) =>
      (other.own.regressed + other.own.undecided) / other.own.gates -
      (one.own.regressed + one.own.undecided) / one.own.gates,
  )[0]
  const gates = same.map(({ own }) => own.gates)
  const sizes = [...new Set(same.map(({ cell }) => cell.tasks))]
  const falseAlarms = rowsBy(same, ({ cell }) => `${cell.mix} ${cell.b} ${cell.n}`).map((row) => {
    const [{ cell }] = row
    return [
      cell.mix,
      String(cell.b),
      String(cell.n),
      ...sizes.map((size) => {
        const one = row.find((other) => other.cell.tasks === size)
        return one === undefined ? '' : alarms(one.own, one.gates)
      }),
    ]
  })
  const breaks = [...new Set(of('broken').map(({ cell }) => cell.broken))]
  const power = rowsBy(of('broken'), (one) => label(one).join()).map((row) => [
    ...label(row[0]),
    ...breaks.map((broken) => {
      const one = row.find((other) => other.cell.broken === broken)
      return one === undefined ? '' : found(one.own, one.gates)
    }),
  ])
  const drops = rowsBy(of('drop'), (one) => label(one).join()).map((row) => [
    ...label(row[0]),
    ...[0.1, 0.05].map((drop) => {
      const one = row.find((other) => other.cell.drop === drop)
      return one === undefined ? '' : alarms(one.own, one.gates)
    }),
  ])
  const fresh = ({ own }) => (own.fresh / own.gates).toFixed(0)
  const costs = same
    .filter(({ cell }) => cell.tasks === 200 && cell.n === 1)
    .map((one) => [...label(one), fresh(one)])
  const days = of('days').map((one) => [...label(one), String(one.cell.runs), alarms(one.own, one.gates)])
  const total = gates.reduce((sum, count) => sum + count, 0)
  const text = [
    `False alarms, in percent of the gates: nothing changed between ledger and run, and the gate exits with 1, for whatever reason. ${number(total)} gates in ${same.length} cells, at least ${number(Math.min(...gates))} each. The worst is ${worst.name.split(':').slice(0, 4).join(', ')}, with ${alarms(worst.own, 0)} %.`,
    table(['agents', 'B', 'n', ...sizes.map((size) => `${size} tasks`)], falseAlarms),
    'Tasks that break outright, those that the agent solved most often first: percent of the gates that call it a regression, and after the plus sign those that stay undecided and exit with 1 too.',
    table(['agents', 'tasks', 'B', 'n', ...breaks.map((broken) => `${broken} broken`)], power),
    'All tasks solved less often, by so many points: percent of the gates that exit with 1.',
    table(['agents', 'tasks', 'B', 'n', '10 points', '5 points'], drops),
    'Fresh attempts that a gate asks for where nothing is wrong, in the mean.',
    table(['agents', 'tasks', 'B', 'n', 'fresh attempts'], costs),
    'Bad days of a provider: every run, those of the ledger too, is shifted as a whole by chance, by two points (standard deviation). False alarms in percent, by the number of runs that the ledger comes from.',
    table(['agents', 'tasks', 'B', 'n', 'runs', 'false alarms'], days),
  ].filter((part) => part !== '')
  const docs = readFileSync(file, 'utf8')
  const [start, end] = [docs.indexOf(START), docs.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`${file} has no section between ${START} and ${END}`)
  writeFileSync(file, `${docs.slice(0, start + START.length)}\n\n${text.join('\n\n')}\n\n${docs.slice(end)}`)
}
