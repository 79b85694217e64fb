#!/usr/bin/env node
/**
 * How often the gate cries wolf and what it finds, over simulated agents. Counts are kept in `gate-counts.jsonl`, a line
 * a cell, so that a bench that was stopped goes on where it was; the tables of docs/gate-rates.md are made of them.
 *
 *   npm run bench:gate                          all cells, in passes that grow to their number of gates
 *   npm run bench:gate -- --only ":broken"      cells whose name, mix:tasks:B:n:what, matches this pattern
 *   npm run bench:gate -- --gates 20            at most 20 gates of each cell
 *   npm run bench:gate -- --tables              only writes the tables
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { CELLS } from './gate-cells.mjs'
import { writeTables } from './gate-tables.mjs'

const {
  only,
  tables,
  gates: most,
} = parseArgs({
  options: { only: { type: 'string' }, gates: { type: 'string' }, tables: { type: 'boolean' } },
}).values
const mostGates = most === undefined ? Infinity : Number(most)
if (!(mostGates >= 1)) throw new Error(`Invalid --gates ${most}: expected a number over 0.`)
const root = resolve(import.meta.dirname, '..')
const file = resolve(import.meta.dirname, 'gate-counts.jsonl')

const counts = new Map(
  (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ name, ...own }) => [name, own]),
)
const save = () => {
  const lines = CELLS.filter(({ name }) => counts.has(name)).map(({ name }) =>
    JSON.stringify({ name, ...counts.get(name) }),
  )
  writeFileSync(`${file}.part`, `${lines.join('\n')}\n`)
  renameSync(`${file}.part`, file)
}

if (tables !== true) {
  const { simulate } = (await runnerImport(resolve(root, 'test/support/gate-table.ts'))).module
  const chosen = CELLS.filter(({ name }) => only === undefined || new RegExp(only).test(name))
  for (const share of [0.1, 0.25, 0.5, 1]) {
    for (const [at, { name, cell, gates }] of chosen.entries()) {
      const target = Math.min(Math.ceil(gates * share), mostGates)
      const before = counts.get(name) ?? simulate(cell, 0)
      let now = before
      while (now.gates < target) {
        const more = simulate(cell, Math.min(100, target - now.gates), now.gates)
        now = Object.fromEntries(Object.entries(now).map(([what, count]) => [what, count + more[what]]))
        counts.set(name, now)
        save()
      }
      if (now === before) continue
      const alarms = ((100 * (now.regressed + now.unclear)) / now.gates).toFixed(2)
      process.stdout.write(
        `pass ${share}  ${at + 1}/${chosen.length}  ${name}  ${now.gates} gates  exit 1: ${alarms} %\n`,
      )
    }
  }
}
writeTables(CELLS, counts, resolve(root, 'docs/gate-rates.md'))
