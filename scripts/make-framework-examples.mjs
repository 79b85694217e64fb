#!/usr/bin/env node
/**
 * Makes toolkits, suites, the scripted model's plans and baselines of the framework examples again, each in a copy
 * outside of the repository by the commands of its README: a baseline holds what its runs really came to. Names of
 * examples as arguments make these alone; `--update` renews the lockfiles first.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildCopyPath, prepareCopy } from './example-copy.mjs'
import {
  BASELINE,
  buildPlansPath,
  EXAMPLES,
  frameworks,
  listMakingCommands,
  runTracewright,
  runWith,
  TOOLKIT,
} from './framework-examples.mjs'
import { buildPlans } from './framework-plans.mjs'

/** Runs that a baseline holds: enough that one broken task is called a regression. */
const RUNS = 3

function must({ status, said }, what) {
  if (status === 0) return
  process.stderr.write(`${said}\nFailed to make the examples: ${what} exited with ${status}.\n`)
  process.exit(1)
}

const names = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
for (const example of EXAMPLES) {
  const { name, suite } = example
  if (names.length > 0 && !names.includes(name)) continue
  const from = join(frameworks, name)
  const copy = buildCopyPath(name)
  prepareCopy({ update: process.argv.includes('--update'), from, copy })
  for (const file of [TOOLKIT, suite, BASELINE]) rmSync(join(copy, file), { force: true })
  for (const args of listMakingCommands(example)) must(runTracewright(copy, ...args), args[0])

  const tasks = readFileSync(join(copy, suite), 'utf8').trim().split('\n').map(JSON.parse)
  const plans = buildPlans(tasks, JSON.parse(readFileSync(join(copy, TOOLKIT), 'utf8')))
  mkdirSync(dirname(buildPlansPath(name)), { recursive: true })
  writeFileSync(buildPlansPath(name), `${JSON.stringify(plans, null, 1)}\n`)

  for (let run = 0; run < RUNS; run++) {
    must(await runWith(copy, name, 'right'), 'the run of the right agent')
    const kept = runTracewright(copy, 'baseline', 'update')
    must(kept, 'baseline update')
    process.stdout.write(`${name}: ${kept.said.trim()}\n`)
  }
  for (const file of [TOOLKIT, suite, BASELINE]) copyFileSync(join(copy, file), join(from, file))
}
