import { readFileSync, writeFileSync } from 'node:fs'

const START = '<!-- bench:gate -->'
const END = '<!-- /bench:gate -->'

const formatPercent = (part, whole) => ((100 * part) / whole).toFixed(1)
const formatCount = (count) => count.toLocaleString('en-US')

/** A table whose columns are padded, as the formatter of the docs wants it. */
function renderTable(head, rows) {
  const widths = head.map((title, at) => Math.max(3, title.length, ...rows.map((row) => row[at].length)))
  const renderLine = (row) =>
    `| ${row.map((text, at) => (at < 1 ? text.padEnd(widths[at]) : text.padStart(widths[at]))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => (at < 1 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [renderLine(head), rule, ...rows.map(renderLine)].join('\n')
}

/** Exit 1 of any kind, in percent of the gates. */
const countAlarms = ({ gates, regressed, unclear }) => formatPercent(regressed + unclear, gates)

/** Where single tasks broke: regressed, and unclear where there are any. */
const formatFound = ({ gates, regressed, unclear }) =>
  [formatPercent(regressed, gates), ...(unclear > 0 ? [`+ ${formatPercent(unclear, gates)}`] : [])].join(' ')

/** The same after the further runs of such gates. */
const formatFoundLater = ({ gates, regressed, later_regressed, later_unclear }) =>
  formatFound({ gates, regressed: regressed + later_regressed, unclear: later_unclear })

/** How many gates the cells of a table have each, and how far a share of them may be off. */
function describeGatesEach(cells) {
  const counts = cells.map(({ own }) => own.gates)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const each = least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`
  const error = (share) => (100 * Math.sqrt((share * (1 - share)) / least)).toFixed(1)
  return `${each} gates each: a standard error of ${error(0.5)} points at 50 %, and of ${error(0.01)} at 1 %`
}

const groupRowsBy = (cells, keyOf) => {
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
  const selectCells = (kind) => cells.filter((one) => one.kind === kind)
  const label = ({ cell }) => [cell.mix, String(cell.tasks), String(cell.b), String(cell.n)]
  const same = selectCells('same')
  const alarmRate = ({ own }) => (own.regressed + own.unclear) / own.gates
  const worst = same.toSorted((one, other) => alarmRate(other) - alarmRate(one))[0]
  const worstCell = (one) => {
    // Three times the rarest share: none among so many gates has a chance of 5 %.
    if (alarmed === 0) return `So they are rarer than ${formatPercent(3, total)} %, with 95 % certainty.`
    const [agents, tasks, b, n] = label(one)
    return `The worst cell has ${countAlarms(one.own)} %: agents ${agents}, ${tasks} tasks, B = ${b}, n = ${n}.`
  }
  const gates = same.map(({ own }) => own.gates)
  const sizes = [...new Set(same.map(({ cell }) => cell.tasks))]
  const falseAlarms = groupRowsBy(same, ({ cell }) => `${cell.mix} ${cell.b} ${cell.n}`).map((row) => {
    const [{ cell }] = row
    return [
      cell.mix,
      String(cell.b),
      String(cell.n),
      ...sizes.map((size) => {
        const one = row.find((other) => other.cell.tasks === size)
        return one === undefined ? '' : countAlarms(one.own)
      }),
    ]
  })
  const breaks = [...new Set(selectCells('broken').map(({ cell }) => cell.broken))]
  const power = groupRowsBy(selectCells('broken'), (one) => label(one).join()).map((row) => [
    ...label(row[0]),
    ...breaks.map((broken) => {
      const one = row.find((other) => other.cell.broken === broken)
      return one === undefined ? '' : formatFound(one.own)
    }),
  ])
  const reruns = ({ own }) => (own.reruns / own.gates).toFixed(0)
  const costs = same
    .filter(({ cell }) => cell.tasks === 200 && cell.n === 1)
    .map((one) => [...label(one), reruns(one)])
  const days = selectCells('days').map((one) => [...label(one), String(one.cell.runs), countAlarms(one.own)])
  const formatShare = (chance) => `${Math.round(100 * chance)} %`
  const weakened = selectCells('weakened').map((one) => [
    `from ${one.cell.weakened.map(formatShare).join(' to ')}`,
    String(one.cell.tasks),
    String(one.cell.b),
    formatFound(one.own),
    formatFoundLater(one.own),
  ])
  const correlated = selectCells('correlated').map((one) => [
    ...label(one),
    String(one.cell.broken),
    String(one.cell.correlation),
    formatFound(one.own),
    formatFoundLater(one.own),
  ])
  const withFall = groupRowsBy(selectCells('luck'), (one) => [...label(one), one.cell.luck].join()).flatMap(
    (row) => {
      const same = row.find(({ cell }) => cell.drop === 0)
      const fall = row.find(({ cell }) => cell.drop > 0)
      if (same === undefined || fall === undefined) return []
      const { mix, tasks, b, luck } = same.cell
      return [
        [
          ...[mix, String(tasks), String(b), String(luck), formatFound(same.own), formatFoundLater(same.own)],
          (1 + same.own.reruns / same.own.gates / tasks).toFixed(2),
          ...[`${Math.round(100 * fall.cell.drop)}`, formatFound(fall.own), formatFoundLater(fall.own)],
        ],
      ]
    },
  )
  const everyTest = selectCells('together').map((one) => [
    ...[one.cell.mix, String(one.cell.tasks), String(one.cell.b), String(one.cell.luck)],
    formatFound(one.own),
    formatFoundLater(one.own),
  ])
  const sharded = selectCells('shards').map((one) => [
    ...label(one),
    String(one.cell.broken),
    formatFound(one.own),
  ])
  const total = gates.reduce((sum, count) => sum + count, 0)
  const alarmed = same.reduce((sum, { own }) => sum + own.regressed + own.unclear, 0)
  const sections = [
    {
      cells: selectCells('luck'),
      text: (each) =>
        `All tasks are solved less often by so many points, judged by the test of all tasks alone. A baseline of B runs; the tasks of a run share luck, a shift of the log-odds with this standard deviation. Percent of the gates that call it a regression, and after the plus sign those that need another run: unchanged, which are false alarms, and after the fall; each also after one more run of the gates that need it. Passes: how often an unchanged suite is run, in the mean (${each}).`,
      head: [
        ...['agents', 'tasks', 'B', 'luck', 'unchanged', 'up to two runs', 'passes'],
        ...['fall', 'one run', 'up to two runs'],
      ],
      rows: withFall,
    },
    {
      cells: selectCells('together'),
      text: (each) =>
        `The same luck, with every test of the gate and nothing changed: false alarms (${each}).`,
      head: ['agents', 'tasks', 'B', 'luck', 'one run', 'up to two runs'],
      rows: everyTest,
    },
    {
      cells: same,
      text: (each) =>
        `False alarms, in percent of the gates: nothing changed between baseline and run, and the gate exits with 1, for whatever reason. ${formatCount(total)} gates in ${same.length} cells (${each}); ${formatPercent(alarmed, total)} % of them all. ${worstCell(worst)}`,
      head: ['agents', 'B', 'n', ...sizes.map((size) => `${size} tasks`)],
      rows: falseAlarms,
    },
    {
      cells: selectCells('broken'),
      text: (each) =>
        `Tasks that break outright, those that the agent solved most often first: percent of the gates that call it a regression, and after the plus sign those that need another run and exit with 1 too (${each}).`,
      head: ['agents', 'tasks', 'B', 'n', ...breaks.map((broken) => `${broken} broken`)],
      rows: power,
    },
    {
      cells: selectCells('weakened'),
      text: (each) =>
        `One task of a steady agent that is solved less often: from always to six times in ten, and from a third of the time to never. Percent of the gates that call it a regression, and after the plus sign those that need another run; then the same after two more runs of each such gate, judged together with it (${each}).`,
      head: ['task', 'tasks', 'B', 'one run', 'up to three runs'],
      rows: weakened,
    },
    {
      cells: selectCells('correlated'),
      text: (each) =>
        `Attempts of one run share luck: at a correlation of .3, a task that is solved 19 times in 20 is off for a whole run now and then. Percent of the gates that call it a regression, and after the plus sign those that need another run; then the same after one more run of each such gate, judged together with it. Where no task is broken, all of them are false alarms (${each}).`,
      head: ['agents', 'tasks', 'B', 'n', 'broken', 'correlation', 'one run', 'up to two runs'],
      rows: correlated,
    },
    {
      cells: selectCells('shards'),
      text: (each) =>
        `Four shards and a merge: percent of the gates that call it a regression, and after the plus sign those that need another run (${each}).`,
      head: ['agents', 'tasks', 'B', 'n', 'broken', 'found'],
      rows: sharded,
    },
    {
      cells: same,
      text: () => 'Reruns that a gate asks for where nothing is wrong, in the mean.',
      head: ['agents', 'tasks', 'B', 'n', 'reruns'],
      rows: costs,
    },
    {
      cells: selectCells('days'),
      text: (each) =>
        `Bad days of a provider: every run, those of the baseline too, is shifted as a whole by chance, by two points (standard deviation). False alarms in percent, by the number of runs that the baseline comes from (${each}).`,
      head: ['agents', 'tasks', 'B', 'n', 'runs', 'false alarms'],
      rows: days,
    },
  ]
  // A bench that was stopped early has no cells of some kinds yet.
  const text = sections
    .filter(({ rows }) => rows.length > 0)
    .flatMap(({ cells, text, head, rows }) => [text(describeGatesEach(cells)), renderTable(head, rows)])
  const docs = readFileSync(file, 'utf8')
  const [start, end] = [docs.indexOf(START), docs.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`${file} has no section between ${START} and ${END}`)
  writeFileSync(file, `${docs.slice(0, start + START.length)}\n\n${text.join('\n\n')}\n\n${docs.slice(end)}`)
}
