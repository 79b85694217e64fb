#!/usr/bin/env node
/**
 * Runs every test there is, the long ones too, on both legs: Vitest 4 with msw 2, and the newer majors. Arguments go to
 * both runs; a file that the first writes as `x.json` is `x-next.json` for the second.
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const args = process.argv.slice(2)
const next = args.map((arg) => (arg.startsWith('--outputFile=') ? arg.replace(/\.json$/, '-next.json') : arg))

const statuses = [
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args],
  [join(root, 'scripts/test-next.mjs'), ...next],
].map((command) => spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status ?? 1)
process.exit(Math.max(...statuses))
