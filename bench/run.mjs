#!/usr/bin/env node
/**
 * Measures what the package costs beside an anchor, each pair within one run, and prints one table, plots, and what else
 * the machine was doing. CPU time, but for the page.
 *
 * npm run bench [-- NAME ...]   by default all but `suites`, `tasks`, `commands`, `runners` and `code`, which take minutes
 * npm run bench -- all
 *
 * BENCH_ROUNDS  how often each is measured, in place of its own number
 */
import { availableParallelism } from 'node:os'
import plot from 'simple-ascii-chart'
import { hasAnchors } from './support/anchors.mjs'
import { loadWords } from './support/load.mjs'
import { renderTable } from './support/table.mjs'

const MEASURES = [
  'import',
  'start',
  'simulators',
  'scorer',
  'idle',
  'wire',
  'direct',
  'page',
  'suites',
  'tasks',
  'commands',
  'runners',
  'code',
]
const LONG = ['suites', 'tasks', 'commands', 'runners', 'code']
const ANCHORED = ['scorer', 'direct']

const say = (text) => process.stdout.write(`${text}\n`)
const exitWithUsageError = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}

const asked = process.argv.slice(2)
const isAll = asked.length === 1 && asked[0] === 'all'
const unknown = isAll ? undefined : asked.find((name) => !MEASURES.includes(name))
if (unknown !== undefined)
  exitWithUsageError(`Failed to measure "${unknown}": unknown measure. Name some of ${MEASURES.join(', ')}.`)
const rounds = process.env.BENCH_ROUNDS === undefined ? undefined : Number(process.env.BENCH_ROUNDS)
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
  exitWithUsageError(
    `Failed to read BENCH_ROUNDS: "${process.env.BENCH_ROUNDS}" expected a whole number above 0.`,
  )
const names = isAll ? MEASURES : asked.length > 0 ? asked : MEASURES.filter((name) => !LONG.includes(name))
if (names.some((name) => ANCHORED.includes(name)) && !hasAnchors())
  exitWithUsageError(
    'Failed to find the anchors: they are not installed. Run: npm install --no-audit --no-package-lock --prefix bench/anchors',
  )

say(`Node ${process.version}, ${availableParallelism()} cores; ${loadWords('before')}\n`)
const rows = []
const plots = []
const notes = []
let failed = false
for (const name of names) {
  process.stderr.write(`measuring ${name} ...\n`)
  try {
    const { measure } = await import(`./measures/${name}.mjs`)
    const found = await measure(rounds === undefined ? {} : { rounds })
    const { rows: own, plot: drawn, notes: said = [] } = found
    rows.push(...own.map((row) => ({ ...row, load: loadWords() })))
    notes.push(...said)
    if (drawn !== undefined) plots.push(drawn)
  } catch (error) {
    failed = true
    notes.push(`${name} was not measured: ${error instanceof Error ? error.message : error}`)
  }
}
say(renderTable(rows))
for (const { title, lines } of plots) {
  if (Object.values(lines).some((points) => points.length < 2)) continue
  say(`\n${title} (logarithm to base 10):`)
  say(
    plot(
      Object.values(lines).map((points) => points.map(([x, y]) => [Math.log10(x), y])),
      {
        width: 60,
        height: 12,
        color: ['ansiCyan', 'ansiYellow'],
        legend: { position: 'bottom', series: Object.keys(lines) },
      },
    ),
  )
}
if (notes.length > 0) say(`\n${notes.join('\n')}`)
say(`\n${loadWords('after')}`)
process.exitCode = failed ? 1 : 0
