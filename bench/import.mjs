#!/usr/bin/env node
/**
 * What `import 'tracewright'` costs beside zod and ajv alone: CPU time and memory, each in a process of its own, in
 * turns. Prints the medians. Usage: node bench/import.mjs [RUNS] (after `npm run build`)
 */
import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'

const RUNS = Number(process.argv[2] ?? 9)
const root = resolve(import.meta.dirname, '..')
const MEASURE = `
const before = process.memoryUsage().rss
const cpu = process.cpuUsage()
for (const name of process.argv.slice(1)) await import(name)
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ ms: (user + system) / 1000, mb: (process.memoryUsage().rss - before) / 1e6 }))
`
const measured = (...names) =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', MEASURE, ...names], {
      cwd: root,
      encoding: 'utf8',
    }),
  )
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

const rows = Array.from({ length: RUNS }, () => ({
  anchor: measured('zod', 'ajv/dist/2020.js'),
  core: measured('./dist/index.js'),
}))
const show = (name, key) => {
  const of = (what) => median(rows.map((row) => row[key][what]))
  process.stdout.write(`${name}  ${of('ms').toFixed(0)} ms  ${of('mb').toFixed(1)} MB\n`)
}
process.stdout.write(`${RUNS} runs, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}\n`)
show('zod and ajv', 'anchor')
show('tracewright', 'core')
process.stdout.write(
  `ratio        ${median(rows.map(({ anchor, core }) => core.ms / anchor.ms)).toFixed(2)}\n`,
)
