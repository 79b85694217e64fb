import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appendLine, dropLines, fileNamesOf, readLines } from '../../../src/run/journal/worker-lines.ts'

it('reads what was written, passes over a torn last line, and drops other runs only', () => {
  const dir = mkdtempSync(join(tmpdir(), 'traces-'))
  for (const [run, task] of [
    ['one', 'a'],
    ['one', 'b'],
    ['two', 'c'],
  ] as const)
    appendLine(dir, 'traces', run, { task })
  appendLine(dir, 'attempts', 'one', { task: 'a' })
  const [file] = fileNamesOf(dir, 'traces', 'one')
  appendFileSync(join(dir, file ?? ''), '{"task":"to')
  expect(readLines(dir, 'traces', 'one')).toEqual(['{"task":"a"}', '{"task":"b"}'])
  dropLines(dir, 'traces', 'two')
  expect(fileNamesOf(dir, 'traces', 'one')).toEqual([])
  expect(readLines(dir, 'traces', 'two')).toEqual(['{"task":"c"}'])
  expect(readLines(dir, 'attempts', 'one')).toEqual(['{"task":"a"}'])
  dropLines(dir, 'traces')
  expect(fileNamesOf(dir, 'traces')).toEqual([])
})
