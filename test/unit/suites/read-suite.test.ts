import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, describe, expect, it } from 'vitest'
import { readSuite } from '../../../src/suites/load/read-suite.ts'
import { row } from './rows.ts'

const dir = mkdtempSync(join(tmpdir(), 'tracewright-read-'))
afterAll(() => rmSync(dir, { recursive: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(dir, name)
  writeFileSync(path, content)
  return path
}

const parquet = new Uint8Array(
  parquetWriteBuffer({
    columnData: Object.entries(row()).map(([name, value]) =>
      typeof value === 'string'
        ? { name, data: [value], type: 'STRING' as const }
        : { name, data: [value], type: 'JSON' as const },
    ),
  }),
)

describe('readSuite', () => {
  it.each<[string, string | Uint8Array]>([
    ['a.jsonl', JSON.stringify(row())],
    ['a.suite.jsonl', JSON.stringify(row())],
    ['a.NDJSON', JSON.stringify(row())],
    ['a.json', JSON.stringify([row()])],
    ['a.parquet', parquet],
  ])('reads %s', async (name, content) => {
    const lines = await readSuite(file(name, content))
    expect(lines).toEqual([{ line: 1, task: row() }])
  })

  it.each(['a.csv', 'a', 'a.jsonl.gz'])('lists the formats for %s', (name) =>
    expect(readSuite(file(name, ''))).rejects.toThrow(
      'a suite ends in .jsonl or .ndjson (one task a line), .json or .parquet.',
    ),
  )

  it('names the file that it cannot read', async () => {
    await expect(readSuite(join(dir, 'none.json'))).rejects.toThrow(
      /^Failed to read suite .*none\.json: no such file\. Name the file of a suite\.$/,
    )
    await expect(readSuite(file('b.parquet', 'nope'))).rejects.toThrow(/b\.parquet: not a Parquet file/)
    await expect(readSuite(file('b.jsonl', ''))).rejects.toThrow(/the suite has no tasks/)
  })
})
