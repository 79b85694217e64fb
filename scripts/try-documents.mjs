#!/usr/bin/env node
/**
 * Imports documents and MCP servers with the built command line and prints a table: what was imported, tools with state,
 * CPU seconds and megabytes. Ends with 1 where an import crashes, hangs, or writes what does not load.
 *
 *   node scripts/try-documents.mjs FOLDER [SERVERS]
 *
 * FOLDER holds OpenAPI documents; SERVERS is a JSON file of MCP servers: { "name": "command" }.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const MAX_MS = 300_000
const print = (line) => process.stdout.write(`${line}\n`)
const [folder, servers] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  process.stderr.write('Usage: node scripts/try-documents.mjs FOLDER [SERVERS]\n')
  process.exit(2)
}
const out = mkdtempSync(join(tmpdir(), 'documents-'))
/** Prints what the command took as it ends. */
const MEASURE = `process.on('exit', () => { const { userCPUTime: u, systemCPUTime: s, maxRSS } = process.resourceUsage(); process.stderr.write('\\n#used ' + (u + s) / 1e6 + ' ' + maxRSS / 1024 + '\\n') })`
const preload = ['--import', `data:text/javascript,${encodeURIComponent(MEASURE)}`]

function tried(name, args) {
  const file = join(out, `${name.replaceAll(/[^\w.-]/g, '_')}.toolkit.json`)
  const cli = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../dist/cli.js')
  const run = spawnSync(process.execPath, [...preload, cli, 'import', ...args, '--out', file, '--json'], {
    encoding: 'utf8',
    timeout: MAX_MS,
    maxBuffer: 2 ** 28,
  })
  const [, seconds = '?', megabytes = '?'] = /#used (\S+) (\S+)/.exec(run.stderr) ?? []
  const used = [Number(seconds).toFixed(1), Math.round(Number(megabytes))]
  if (run.status !== 0) {
    const why = run.stderr.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#used')) ?? ''
    const isRefused = run.status === 2 || /Failed to import/.test(run.stderr)
    if (!isRefused || run.signal !== null) process.exitCode = 1
    return [
      name,
      run.signal === null ? (isRefused ? 'refused' : 'CRASHED') : 'HUNG',
      '',
      '',
      ...used,
      why.slice(0, 100),
    ]
  }
  const { tools, withState } = JSON.parse(run.stdout)
  const size = `${(statSync(file).size / 1e6).toFixed(1)} MB`
  rmSync(file)
  return [name, 'imported', tools, withState.length, ...used, size]
}

const documents = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => /\.(?:json|ya?ml)$/.test(file))
  .sort()
const rows = [
  ...documents.map((file) => tried(file, ['openapi', join(folder, file)])),
  ...Object.entries(servers === undefined ? {} : JSON.parse(readFileSync(servers, 'utf8'))).map(
    ([name, command]) => tried(name, ['mcp', '--command', command]),
  ),
]
print('| source | | tools | with state | CPU s | MB | toolkit |\n|---|---|---|---|---|---|---|')
for (const row of rows) print(`| ${row.join(' | ')} |`)
const sums = [2, 3].map((place) => rows.reduce((sum, row) => sum + Number(row[place]), 0))
print(`\n${rows.length} sources, ${sums[0]} tools, ${sums[1]} with state`)
rmSync(out, { recursive: true })
