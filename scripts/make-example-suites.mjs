#!/usr/bin/env node
/** Writes the suites of the example project, one a level. Same seed, same bytes; the unit tests hold them to it. */
import { resolve } from 'node:path'
import { generateSuite } from '../dist/generate.js'
import { writeSuite } from '../dist/index.js'

const SEED = 42
const folder = resolve(import.meta.dirname, '../example-project/suites')

const tasks = [...generateSuite({ seed: SEED })]
for (const level of new Set(tasks.map((task) => task.level))) {
  const ofLevel = tasks.filter((task) => task.level === level)
  const file = resolve(folder, `${level.replace('_', '-').toLowerCase()}.suite.jsonl`)
  await writeSuite(file, ofLevel)
  process.stdout.write(`${ofLevel.length} tasks  ${file}\n`)
}
