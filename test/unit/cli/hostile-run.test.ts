import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readRun } from '../../../src/cli/read-run.ts'
import { runOf } from '../../../src/run/model.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-hostile-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const reading = (traces: string) => () => {
  const file = join(folder, 'run.json')
  const run = runOf({
    id: 'r',
    suites: '**/*.suite.jsonl',
    mode: 'score',
    scope: 'whole',
    failed: false,
    cases: [],
    traces: [traces],
    errors: [],
  })
  writeFileSync(file, JSON.stringify(run))
  return readRun(file)
}

it.each(['../traces-r.jsonl', '/etc/passwd', '..', 'a/b.jsonl', 'a\\b.jsonl', ''])(
  'a run does not name traces outside of its folder: %j',
  (traces) => {
    expect(reading('traces-r.jsonl')().traces).toEqual(['traces-r.jsonl'])
    expect(reading(traces)).toThrow(/expected the name of a file in the same folder/)
  },
)
