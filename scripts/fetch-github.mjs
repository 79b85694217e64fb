#!/usr/bin/env node
/**
 * Fetches the OpenAPI document of GitHub, as `@octokit/openapi` publishes it, for the test that imports it. The package is
 * 400 MB unpacked, and so no dependency: its tarball (29 MB) is packed, one file is taken out of it, the rest is removed.
 * Without a network the test is skipped by name, and this says why.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const PACKAGE = '@octokit/openapi@23.0.2'
const DOCUMENT = 'api.github.com.json'
const TIME_LIMIT = 180_000
const folder = resolve(import.meta.dirname, '../.work/github')

const run = (command, args) => {
  const { status, error, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: TIME_LIMIT,
  })
  if (status === 0) return
  throw new Error(error?.message ?? (stderr.trim().split('\n').at(-1) || `${command} ended with ${status}`))
}

if (!existsSync(join(folder, DOCUMENT))) {
  mkdirSync(folder, { recursive: true })
  try {
    run('npm', ['pack', '--silent', PACKAGE])
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
    run('tar', ['xzf', tarball, '--strip-components', '2', `package/generated/${DOCUMENT}`])
  } catch (error) {
    process.stderr.write(
      `Failed to fetch ${PACKAGE}: ${error.message}. Its test is skipped; try again with a network.\n`,
    )
  }
  for (const name of readdirSync(folder)) if (name.endsWith('.tgz')) rmSync(join(folder, name))
}
