#!/usr/bin/env node
/** Writes docs/licences.md: what is installed with the package, and under which licences. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listLicences } from './licences.mjs'

const root = resolve(import.meta.dirname, '..')
const rows = listLicences(root).map(
  ({ name, licence, direct }) => `| \`${name}\` | ${licence} | ${direct ? 'yes' : ''} |`,
)
writeFileSync(
  join(root, 'docs/licences.md'),
  `# Licences

tracewright has the MIT licence. These packages are installed with it, peers left out. \`npm run make:licences\` writes this
page, and a test compares it with the installed packages.

| package | licence | direct dependency |
| --- | --- | --- |
${[...new Set(rows)].join('\n')}
`,
)
