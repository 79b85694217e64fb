#!/usr/bin/env node
/**
 * Says what stands in the way of a release: addresses that package.json lacks, changesets that no version has, a version
 * that the tag or the changelog does not have, a dependency whose licence is not known. `--tag v1.2.3` names the tag; `--root` another package.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listLicences } from './licences.mjs'

const { values } = parseArgs({ options: { tag: { type: 'string' }, root: { type: 'string' } } })
const root = resolve(values.root ?? join(import.meta.dirname, '..'))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const problems = []

for (const field of ['repository', 'bugs', 'homepage']) {
  if (manifest[field] === undefined)
    problems.push(
      `package.json has no "${field}". Its owner sets it; until then links of the README lead nowhere on the page of the registry.`,
    )
}
if (values.tag !== undefined && values.tag !== `v${manifest.version}`)
  problems.push(`the tag is ${values.tag}, and package.json has the version ${manifest.version}.`)
const changelog = existsSync(join(root, 'CHANGELOG.md'))
  ? readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  : ''
if (!changelog.includes(`\n## ${manifest.version}\n`))
  problems.push(`CHANGELOG.md has no section "## ${manifest.version}".`)
const changesets = join(root, '.changeset')
const waiting = existsSync(changesets)
  ? readdirSync(changesets).filter((name) => name.endsWith('.md') && name !== 'README.md')
  : []
if (waiting.length > 0)
  problems.push(
    `.changeset has ${waiting.join(', ')}. Run npm run release:version, and commit what it writes.`,
  )
for (const { name, licence } of listLicences(root)) {
  if (
    !/^\(?(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Python-2\.0|PSF-2\.0|CC0-1\.0|Unlicense)\b/.test(
      licence,
    )
  )
    problems.push(`${name} has the licence "${licence}", which is not among those that are known to be fine.`)
}

for (const problem of problems) process.stderr.write(`not to be released: ${problem}\n`)
if (problems.length === 0) process.stdout.write(`${manifest.name} ${manifest.version} can be released\n`)
process.exit(problems.length === 0 ? 0 : 1)
