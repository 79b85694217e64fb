import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

it.each([
  ['matchers, fixtures and suites are typed for users, misuse included', '../types'],
  ['suites may name tools of a project that declares no types', '../types/untyped'],
])('%s', (_, folder) => {
  const project = resolve(import.meta.dirname, folder)
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', project], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
