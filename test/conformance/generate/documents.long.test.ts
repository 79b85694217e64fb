import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Two of ten documents, as scripts/audit-documents.mjs has fetched them. */
const NAMES = ['figma', 'youneedabudget']
const isFetched = NAMES.every((name) => existsSync(`.work/documents/${name}.toolkit.json`))

test.skipIf(!isFetched)(
  'suites over documents of known APIs (fetched by node scripts/audit-documents.mjs) pass the audit',
  () => {
    const { status, stdout, stderr } = spawnSync('node', ['scripts/audit-documents.mjs', ...NAMES], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^figma: \d{2,} tasks, valid\nyouneedabudget: \d{2,} tasks, valid\n$/)
    expect(status).toBe(0)
  },
  300_000,
)
