import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CaseCount, progressThrottle } from '../../../src/vitest/printer.ts'

it('says something after two seconds, then every ten', () => {
  let at = 0
  const isTime = progressThrottle(() => at)
  const said = [0, 1999, 2000, 2001, 11_999, 12_000, 12_001, 40_000, 40_001].filter((time) => {
    at = time
    return isTime()
  })
  expect(said).toEqual([2000, 12_000, 40_000])
})

it('counts a suite by its lines until its module is collected', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'count-')), 'a.suite.jsonl')
  writeFileSync(file, '{}\n{}\n\n{}\n')
  const count = new CaseCount()
  for (const module of ['one', 'two']) count.expect(module, file)
  expect(count.total()).toBe(6)
  count.collect('two', 15)
  expect(count.total()).toBe(18)
  count.collect('other', 2)
  expect(count.total()).toBe(20)
})
