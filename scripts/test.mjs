#!/usr/bin/env node
/**
 * npm test                  builds, then runs every test but the long ones
 * npm test -- ROOM [...]    runs the unit tests of a room of `src` alone, from the sources; then arguments of Vitest
 * npm test -- [...]         builds, then runs what these arguments of Vitest name
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildWhereStale } from './build.mjs'

const root = resolve(import.meta.dirname, '..')

/** Folders of `test/unit` with tests of a room that has several. */
const FOLDERS = {
  suites: ['suites', 'audit', 'calibration', 'generate', 'repair'],
  tools: ['content', 'python', 'simulators', 'toolkit', 'world'],
}

/** Folders with the unit tests of a room, or of a part of one; none for any other word. */
export const listRoomFolders = (word = '') =>
  /^[a-z][\w-]*$/.test(word)
    ? (FOLDERS[word] ?? [word])
        .map((folder) => `test/unit/${folder}/`)
        .filter((folder) => existsSync(join(root, folder)))
    : []

if (process.argv[1] === import.meta.filename) {
  const [word, ...rest] = process.argv.slice(2)
  const folders = listRoomFolders(word)
  if (folders.length === 0) buildWhereStale()
  const args =
    folders.length === 0
      ? ['--project=!long*', ...process.argv.slice(2)]
      : ['--project=unit', ...folders, ...rest]
  // The next run finds what was transformed on disk.
  const cache = '--experimental.fsModuleCache'
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, 'run', cache, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}
