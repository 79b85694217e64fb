#!/usr/bin/env node
/**
 * Runs the example project as a user would: packs this package, installs the tarball and the example's own
 * dependencies, and runs its suites. Arguments go to Vitest.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'example-project')
const packed = join(example, '.pack')

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

rmSync(packed, { recursive: true, force: true })
mkdirSync(packed, { recursive: true })
run('npm', ['run', '--silent', 'build'], root)
run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed], root)
const [tarball] = readdirSync(packed)
renameSync(join(packed, tarball), join(packed, 'tracewright.tgz'))
// The lockfile holds no checksum of the tarball, which differs with every build; npm would keep an older copy.
rmSync(join(example, 'node_modules/tracewright'), { recursive: true, force: true })
run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], example)
run(
  process.execPath,
  [join(example, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
  example,
)
