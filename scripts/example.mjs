#!/usr/bin/env node
/**
 * Runs the example project as a user would, in a folder outside of the repository: packs this package, installs the
 * tarball and the example's own dependencies by its lockfile, checks its types and runs its suites. Then it shows a good
 * agent and a worse one side by side, unless AGENT names another to run. Arguments go to Vitest, but `--update`, which
 * renews the lockfile, `--renew-baseline`, which makes the committed baseline anew of this run, and `--again`, which takes
 * the copy as the last run has installed and checked it.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copy, prepareCopy } from './example-copy.mjs'
import { teach } from './example-lesson.mjs'

const BASELINE = 'tracewright.baseline.json'
const OWN = ['--update', '--renew-baseline', '--again']
const args = process.argv.slice(2)
const renews = args.includes('--renew-baseline')
const isAgain = args.includes('--again')
if (!isAgain) prepareCopy({ update: args.includes('--update') })
if (renews) rmSync(join(copy, BASELINE), { force: true })

for (const [module, ...given] of [
  ...(isAgain ? [] : [['typescript/bin/tsc', '--noEmit']]),
  ['vitest/vitest.mjs', 'run', ...args.filter((arg) => !OWN.includes(arg))],
  ...(renews ? [['tracewright/dist/cli.js', 'baseline', 'update', '--deterministic']] : []),
]) {
  const { status } = spawnSync(process.execPath, [join(copy, 'node_modules', module), ...given], {
    cwd: copy,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

if (renews) copyFileSync(join(copy, BASELINE), resolve(import.meta.dirname, '../example-project', BASELINE))

if (process.env.AGENT === undefined) {
  const { problems, said } = teach(copy)
  if (problems.length > 0) {
    process.stderr.write(`${said}\nFAILED: ${problems.join('\nFAILED: ')}\n`)
    process.exit(1)
  }
}
