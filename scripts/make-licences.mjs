#!/usr/bin/env node
/** Writes docs/licences.md: what is installed with the package, and under which licences. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { licencesOf } from './licences.mjs'

const root = resolve(import.meta.dirname, '..')
const rows = licencesOf(root).map(
  ({ name, licence, direct }) => `| \`${name}\` | ${licence} | ${direct ? 'yes' : ''} |`,
)
writeFileSync(
  join(root, 'docs/licences.md'),
  `# Licences

tracewright is under the MIT licence. What is installed with it, its peers left out; written by \`npm run make:licences\`,
and held to what is installed by a test.

| package | licence | direct dependency |
| --- | --- | --- |
${[...new Set(rows)].join('\n')}
`,
)
