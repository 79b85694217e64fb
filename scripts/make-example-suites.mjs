#!/usr/bin/env node
/** Writes the suites of the example project, one a level. Same seed, same bytes; the unit tests hold them to it. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { generateSuite } from '../dist/generate.js'
import { LEVELS, taskToLine } from '../dist/index.js'

const SEED = 42
const folder = resolve(import.meta.dirname, '../example-project/suites')

const tasks = [...generateSuite({ seed: SEED })]
for (const level of LEVELS) {
  const lines = tasks.filter((task) => task.level === level).map(taskToLine)
  const file = resolve(folder, `${level.replace('_', '-').toLowerCase()}.suite.jsonl`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  process.stdout.write(`${lines.length} tasks  ${file}\n`)
}
