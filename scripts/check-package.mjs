#!/usr/bin/env node
/**
 * Says what npm would publish that does not belong into the package: other files than those below, paths of the machine
 * that built it, and keys. `--root` names another package.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const MAX_BYTES = 8_000_000
const FILES = [
  /^(?:LICENSE|README\.md|package\.json)$/,
  /^(?:suite|toolkit)\.schema\.json$/,
  /^dist\/[\w./-]+\.(?:js|cjs|d\.ts|html|json|css)$/,
]
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----\n[\w+/]|_authToken\s*=\s*\S|\bnpm_[A-Za-z0-9]{36}\b/

const { values } = parseArgs({ options: { root: { type: 'string' } } })
const root = resolve(values.root ?? join(import.meta.dirname, '..'))
const [{ files, unpackedSize }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  }),
)
const problems = []
if (unpackedSize > MAX_BYTES) problems.push(`it holds ${unpackedSize} bytes, more than ${MAX_BYTES}`)
for (const { path } of files) {
  if (!FILES.some((pattern) => pattern.test(path))) problems.push(`${path} does not belong into it`)
  const text = readFileSync(join(root, path), 'latin1')
  for (const folder of [root, homedir()])
    if (folder.length > 1 && text.includes(`${folder}/`)) problems.push(`${path} names ${folder}`)
  if (KEY.test(text)) problems.push(`${path} holds a key`)
}
for (const problem of problems) process.stderr.write(`not to be published: ${problem}\n`)
if (problems.length === 0)
  process.stdout.write(`${files.length} files, nothing that does not belong into the package\n`)
process.exit(problems.length === 0 ? 0 : 1)
