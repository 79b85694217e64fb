import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const script = resolve(import.meta.dirname, '../security/network.mjs')

it('docs/network.md has the table of ways out that is measured', { timeout: 600_000 }, ({ skip }) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  skip(stdout.startsWith('skipped: '), stdout.trim())
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout).toContain('| Python `socket` ')
})
