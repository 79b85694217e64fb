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
  it.each([
    ['a.jsonl', JSON.stringify(row())],
    ['a.suite.jsonl', JSON.stringify(row())],
    ['a.NDJSON', JSON.stringify(row())],
    ['a.json', JSON.stringify([row()])],
  ])('reads %s', async (name, content) => {
    const lines = await readSuite(file(name, content))
    expect(lines).toEqual([{ line: 1, task: row() }])
  })

  it.each(['a.csv', 'a.parquet', 'a', 'a.jsonl.gz'])('lists the formats for %s', (name) =>
    expect(readSuite(file(name, ''))).rejects.toThrow(
      'a suite ends in .jsonl or .ndjson (one task a line), or .json.',
    ),
  )

  it('names the file that it cannot read', async () => {
    await expect(readSuite(join(dir, 'none.json'))).rejects.toThrow(
      /^Failed to read suite .*none\.json: no such file\. Name the file of a suite\.$/,
    )
    await expect(readSuite(file('b.jsonl', ''))).rejects.toThrow(/the suite has no tasks/)
  })
})
