import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

it('masks the secrets that docs/tried.md says it masks', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/security/secrets.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^\d{2,} secrets\n/)
})
