#!/usr/bin/env node
/** Builds the package where the build is older than what it is made of. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** What the package is built from, with the folders of the files: a file that is gone shows there. */
const SOURCES = [
  'src',
  'matchers',
  'fixtures',
  'package.json',
  'package-lock.json',
  'tsdown.config.ts',
  'tsconfig.json',
  'scripts/chunks.ts',
  'scripts/intl-units-plugin.ts',
  'scripts/page-plugin.ts',
  'scripts/print-help.ts',
  'scripts/tool-lists.mjs',
  'scripts/tool-schemas-plugin.ts',
]

/** When a file was last written, in milliseconds; 0 where it is gone. */
const readWriteTime = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Whether all of `dist` is younger than what it is built from. */
function isBuilt() {
  const built = existsSync(join(root, 'dist/index.js'))
    ? readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs)
    : []
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...SOURCES]
  const files = execFileSync('git', list, { cwd: root }).toString().split('\0').filter(Boolean)
  const sources = [...new Set(files.flatMap((file) => [file, dirname(file)]))].filter((file) => file !== '.')
  return built.length > 0 && Math.max(...sources.map(readWriteTime)) < Math.min(...built)
}

/** Ends the process where the build fails. */
export function buildWhereStale() {
  if (isBuilt()) return
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv[1] === import.meta.filename) buildWhereStale()
