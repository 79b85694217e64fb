#!/usr/bin/env node
/**
 * Writes the seconds of the slowest test files into `slowest-tests.json`, from JSON reports of Vitest: those that are
 * given, or the reports of the last `npm run check`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const COUNT = 24

const root = resolve(import.meta.dirname, '..')
const ci = ['tests', 'long-tests'].map((name) => resolve(root, '.work/ci', `${name}.json`))
const reports = process.argv.length > 2 ? process.argv.slice(2) : ci
const missing = reports.filter((file) => !existsSync(file))
if (missing.length > 0) {
  process.stderr.write(
    `Failed to read ${missing.join(', ')}: run \`npm run check\`, or name reports of Vitest.\n`,
  )
  process.exit(1)
}
const slowest = reports
  .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).testResults)
  .map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1000)])
  .sort(([, a], [, b]) => b - a)
  .slice(0, COUNT)
writeFileSync(
  resolve(root, 'scripts/slowest-tests.json'),
  `${JSON.stringify(Object.fromEntries(slowest), null, 2)}\n`,
)
