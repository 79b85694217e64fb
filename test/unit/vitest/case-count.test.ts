import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CaseCount } from '../../../src/vitest/printer.ts'

it('counts a suite by its lines until its module is collected', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'count-')), 'a.suite.jsonl')
  writeFileSync(file, '{}\n{}\n\n{}\n')
  const count = new CaseCount()
  count.expect('one', file)
  count.expect('two', file)
  expect(count.total()).toBe(6)
  count.collect('two', 15)
  expect(count.total()).toBe(18)
  count.collect('other', 2)
  expect(count.total()).toBe(20)
})
