#!/usr/bin/env node
/**
 * Holds docs/api (one report an entry) and docs/reference to the built types; `--update` writes them. Fails as well
 * where a public signature shows a type that no entry exports.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './api/entries.mjs'
import { writeReference } from './api/reference.mjs'
import { writeReports } from './api/report.mjs'

const FOLDERS = ['docs/api', 'docs/reference']

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile())
    : []

/** Files that differ between two folders, or are in one of them alone. */
function differing(one, other) {
  const [first, second] = [one, other].map(
    (folder) => new Map(filesIn(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
  )
  return [...new Set([...first.keys(), ...second.keys()])]
    .sort()
    .filter((name) => first.get(name) !== second.get(name))
}

const made = mkdtempSync(join(tmpdir(), 'tracewright-api-'))
const problems = []
try {
  writeReports(join(made, 'docs/api'))
  const forgotten = await writeReference(join(made, 'docs/reference'))
  problems.push(...forgotten)
  if (forgotten.length > 0)
    problems.push('Export these types from an entry: src/index.ts, src/entries, and so on.')
  for (const folder of FOLDERS) {
    if (process.argv.includes('--update')) {
      rmSync(join(root, folder), { recursive: true, force: true })
      cpSync(join(made, folder), join(root, folder), { recursive: true })
      continue
    }
    const stale = differing(join(made, folder), join(root, folder))
    if (stale.length > 0)
      problems.push(
        `${folder} does not show the built types: ${stale.join(', ')}. Run \`npm run api -- --update\`.`,
      )
  }
} finally {
  rmSync(made, { recursive: true, force: true })
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exit(problems.length === 0 ? 0 : 1)
