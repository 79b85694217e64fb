#!/usr/bin/env node
/**
 * Follows a page of instructions word for word in a copy of the tree: `ts file=PATH` blocks become files, `diff` blocks
 * are applied, `sh` blocks are run. Each section of the page begins with the tree as it is. Says how long each took.
 *
 *     node scripts/follow-page.mjs PAGE [SECTION]
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const [page, wanted] = process.argv.slice(2)
if (page === undefined) {
  process.stderr.write(
    'Failed to follow a page: none is named. Call node scripts/follow-page.mjs src/extending.md.\n',
  )
  process.exit(2)
}

/** What commands leave for the next section, so that it checks again only what differs. */
const KEPT = ['.work', 'node_modules']

/** Makes a folder the tree as git has it, with the modules of this one. */
function copyTreeInto(copy) {
  for (const entry of readdirSync(copy))
    if (!KEPT.includes(entry)) rmSync(join(copy, entry), { recursive: true, force: true })
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
  })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  if (!existsSync(join(copy, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** Applies a diff by what its lines say: positions in a page would be wrong with the next change of the file. */
function apply(copy, diff) {
  const file = /^\+\+\+ b\/(.+)$/m.exec(diff)?.[1] ?? ''
  let text = readFileSync(join(copy, file), 'utf8')
  for (const hunk of diff.split(/^@@.*@@$\n?/m).slice(1)) {
    const lines = hunk.replace(/\n$/, '').split('\n')
    const joinSide = (mark) =>
      lines
        .filter((line) => line[0] === ' ' || line[0] === mark)
        .map((line) => `${line.slice(1)}\n`)
        .join('')
    if (text.split(joinSide('-')).length !== 2)
      throw new Error(`${file} does not have, once, what the page changes:\n${joinSide('-')}`)
    text = text.replace(joinSide('-'), () => joinSide('+'))
  }
  writeFileSync(join(copy, file), text)
}

function run(copy, command) {
  const { VITEST: _, VITEST_POOL_ID: __, NODE_ENV: ___, ...env } = process.env
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], {
    cwd: copy,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, NO_COLOR: '1' },
  })
  if (status !== 0) throw new Error(`$ ${command}\nexited with ${status}\n${stdout}${stderr}`)
  // A filter that finds nothing would pass without having tried anything.
  if (command.includes('vitest') && !/Tests .*\d+ passed/.test(stdout))
    throw new Error(`$ ${command}\nran no test\n${stdout}`)
}

let failed = 0
const sections = readFileSync(join(root, page), 'utf8').split(/^## /m).slice(1)
const titles = sections.map((section) => section.split('\n')[0])
if (wanted !== undefined && !titles.includes(wanted)) {
  process.stderr.write(
    `Failed to follow a page: ${page} has no section "${wanted}". Use one of ${titles.join(', ')}.\n`,
  )
  process.exit(2)
}
const copy = mkdtempSync(join(tmpdir(), 'tracewright-follow-'))
for (const [i, section] of sections.entries()) {
  const title = titles[i]
  const blocks = [...section.matchAll(/^```(\w+)(?: file=(\S+))?\n(.*?)^```$/gms)]
  if (blocks.length === 0 || (wanted !== undefined && title !== wanted)) continue
  copyTreeInto(copy)
  const started = Date.now()
  try {
    for (const [, kind, file, text] of blocks) {
      if (file !== undefined) {
        mkdirSync(dirname(join(copy, file)), { recursive: true })
        writeFileSync(join(copy, file), text)
      } else if (kind === 'diff') apply(copy, text)
      else if (kind === 'sh') for (const command of text.trim().split('\n')) run(copy, command)
    }
    process.stdout.write(
      `ok      ${title}: ${blocks.length} blocks, ${Math.round((Date.now() - started) / 1000)} s\n`,
    )
  } catch (error) {
    failed++
    process.stdout.write(`FAILED  ${title}\n${error.message}\n`)
  }
}
rmSync(copy, { recursive: true, force: true })
process.exit(failed === 0 ? 0 : 1)
