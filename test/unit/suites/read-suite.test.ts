import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSuite } from '../../../src/suites/load/load.ts'
import { row } from './rows.ts'

const dir = mkdtempSync(join(tmpdir(), 'tracewright-read-'))
afterAll(() => rmSync(dir, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(dir, name)
  writeFileSync(path, content)
  return path
}

describe('readSuite', () => {
  it('reads one task a line', async () => {
    const lines = await readSuite(file('a.suite.jsonl', JSON.stringify(row())))
    expect(lines).toEqual([{ line: 1, task: row() }])
  })

  it('says what to write in place of a list', () =>
    expect(readSuite(file('a.json', JSON.stringify([row()])))).rejects.toThrow(
      'a.json:1: a JSON array; write one task a line',
    ))

  it('names the file that it cannot read', async () => {
    await expect(readSuite(join(dir, 'none.jsonl'))).rejects.toThrow(
      /^Failed to read suite .*none\.jsonl: no such file\. Name the file of a suite\.$/,
    )
    await expect(readSuite(file('b.jsonl', ''))).rejects.toThrow(/the suite has no tasks/)
  })
})
