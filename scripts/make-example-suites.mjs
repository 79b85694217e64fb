#!/usr/bin/env node
/**
 * Writes the suites of the example project: tasks with a fixed trace, a file for each level, and tasks that decide. Same
 * seed, same bytes.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

const SEED = 42
const folder = resolve(import.meta.dirname, '../example-project/suites')
const LEVELS = { l0: 28, l1: 38, l2: 24, l3: 30 }
const NAMES = { l0: 'l0-node', l1: 'l1-chain', l2: 'l2-parallel', l3: 'l3-dag' }

function generate(name, ...args) {
  const file = resolve(folder, name)
  rmSync(file, { force: true })
  const cli = resolve(import.meta.dirname, '../dist/cli.js')
  const { status } = spawnSync(
    process.execPath,
    [cli, 'generate', '--seed', `${SEED}`, '--out', file, ...args],
    {
      stdio: 'inherit',
    },
  )
  if (status !== 0) process.exit(status ?? 1)
}

for (const [level, count] of Object.entries(LEVELS)) {
  const counts = Object.keys(LEVELS).flatMap((one) => [`--${one}`, one === level ? `${count}` : '0'])
  generate(`${NAMES[level]}.suite.jsonl`, '--plain', ...counts)
}
generate('deciding.suite.ts', ...Object.keys(LEVELS).flatMap((one) => [`--${one}`, '0']))
