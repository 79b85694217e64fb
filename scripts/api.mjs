#!/usr/bin/env node
/** Compares docs/api (one report an entry) and docs/reference with the built types; `--update` writes them. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './api/entries.mjs'
import { writeReference } from './api/reference.mjs'
import { listUndocumented, writeReports } from './api/report.mjs'

const FOLDERS = ['docs/api', 'docs/reference']

const listFilesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile())
    : []

/**
 * The lines of a page, sorted, each with its members of a union in order: the compiler writes members of unions and
 * objects in the order in which it happened to meet them, which is another one from build to build.
 */
const sortWordsInLines = (text) =>
  text
    .split('\n')
    .map(
      (line) =>
        line
          .match(/[\w$".'[\]]+/g)
          ?.sort()
          .join(' ') ?? '',
    )
    .sort()
    .join('\n')

/** Files that differ between two folders in more than an order, or are in one of them alone. */
function listDifferingFiles(one, other) {
  const [first, second] = [one, other].map(
    (folder) => new Map(listFilesIn(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
  )
  return [...new Set([...first.keys(), ...second.keys()])].sort().filter((name) => {
    const [here, there] = [first.get(name), second.get(name)]
    return here === undefined || there === undefined || sortWordsInLines(here) !== sortWordsInLines(there)
  })
}

const made = mkdtempSync(join(tmpdir(), 'tracewright-api-'))
const problems = []
try {
  writeReports(join(made, 'docs/api'))
  const undocumented = listUndocumented(join(made, 'docs/api'))
  if (undocumented.length > 0)
    problems.push(
      `${undocumented.length} public members have no description:\n  ${undocumented.join('\n  ')}`,
    )
  await writeReference(join(made, 'docs/reference'))
  for (const folder of FOLDERS) {
    const stale = listDifferingFiles(join(made, folder), join(root, folder))
    if (process.argv.includes('--update')) {
      // A page that differs in an order alone stays as it is.
      for (const name of stale) {
        rmSync(join(root, folder, name), { force: true })
        if (existsSync(join(made, folder, name))) cpSync(join(made, folder, name), join(root, folder, name))
      }
      continue
    }
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
