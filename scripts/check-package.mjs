#!/usr/bin/env node
/**
 * Says what is wrong with the package that npm would publish: other files than those below, paths of the machine that
 * built it, keys, types that need a package which a user may not have, and pages that its pages or its messages name and
 * that it lacks. `--root` names another package.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, posix, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const MAX_BYTES = 8_000_000
const FILES = [
  /^(?:LICENSE|README\.md|package\.json)$/,
  /^schemas\/(?:suite|toolkit)\.schema\.json$/,
  /^dist\/[\w./-]+\.(?:js|cjs|d\.ts|html|json|css)$/,
  /^docs\/(?:(?:guides\/|reference\/(?:tracewright\/)?)?[\w-]+\.md|run\.schema\.json)$/,
  /^decisions\/[\w-]+\.md$/,
  /^docs\/(?:pictures|workflows)\/[\w-]+\.(?:svg|png|yml)$/,
  /^skills\/tracewright\/(?:SKILL|references\/[\w-]+)\.md$/,
]
/** Pages that a text names: links of a page, or `docs/page.md` in a message. */
const CODE = /^```.*?^```$/gms
const LINK = /\]\((?!\w+:|#)([^)#\s]+)/g
const MESSAGE = /\b(docs\/[\w/-]+\.md)\b/g
const listNamedPages = (path, text) => {
  if (path.endsWith('.js')) return [...text.matchAll(MESSAGE)].map(([, page]) => page)
  const links = path.endsWith('.md') ? text.replace(CODE, '').matchAll(LINK) : []
  return [...links].map(([, page]) => posix.join(posix.dirname(path), page))
}
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----\n[\w+/]|_authToken\s*=\s*\S|\bnpm_[A-Za-z0-9]{36}\b/

/** Declarations that may name an optional package: those of the entry for it. Others must read without that package. */
const ENTRIES_OF_ADAPTERS = /^dist\/(?:ai-sdk|langchain|mcp|openai|openai-agents)\.d\.ts$/
const OPTIONAL = /from "(?:(?:ai|langchain)"|openai\/|@langchain\/|@openai\/|@modelcontextprotocol\/)/

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
const packed = new Set(files.map(({ path }) => path))
if (unpackedSize > MAX_BYTES) problems.push(`it holds ${unpackedSize} bytes, more than ${MAX_BYTES}`)
for (const { path } of files) {
  if (!FILES.some((pattern) => pattern.test(path))) problems.push(`${path} does not belong into it`)
  const text = readFileSync(join(root, path), 'latin1')
  for (const folder of [root, homedir()])
    if (folder.length > 1 && text.includes(`${folder}/`)) problems.push(`${path} names ${folder}`)
  if (path.endsWith('.d.ts') && !ENTRIES_OF_ADAPTERS.test(path) && OPTIONAL.test(text))
    problems.push(`${path} names an optional package, so that it cannot be read without it`)
  if (KEY.test(text)) problems.push(`${path} holds a key`)
  for (const page of listNamedPages(path, text))
    if (!packed.has(page)) problems.push(`${path} names ${page}, which is not in it`)
}
for (const problem of problems) process.stderr.write(`not to be published: ${problem}\n`)
if (problems.length === 0)
  process.stdout.write(`${files.length} files, nothing that does not belong into the package\n`)
process.exit(problems.length === 0 ? 0 : 1)
