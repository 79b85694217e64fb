#!/usr/bin/env node
/**
 * Runs the example project as a user would, in a folder outside of the repository: packs this package, installs the
 * tarball and the example's own dependencies by its lockfile, checks its types and runs its suites. Then it shows a good
 * agent and a worse one side by side, unless AGENT names another to run. Arguments go to Vitest, but `--update`, which
 * renews the lockfile.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { copy, prepareCopy } from './example-copy.mjs'
import { teach } from './example-lesson.mjs'

const args = process.argv.slice(2)
prepareCopy({ update: args.includes('--update') })

for (const [module, ...given] of [
  ['typescript/bin/tsc', '--noEmit'],
  ['vitest/vitest.mjs', 'run', ...args.filter((arg) => arg !== '--update')],
]) {
  const { status } = spawnSync(process.execPath, [join(copy, 'node_modules', module), ...given], {
    cwd: copy,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

if (process.env.AGENT === undefined) {
  const { problems, said } = teach(copy)
  if (problems.length > 0) {
    process.stderr.write(`${said}\nFAILED: ${problems.join('\nFAILED: ')}\n`)
    process.exit(1)
  }
}
