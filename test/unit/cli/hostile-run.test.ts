import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readRun } from '../../../src/cli/read-run.ts'
import { serveFilesOf } from '../../../src/cli/simulators-option.ts'
import { runOf } from '../../../src/run/model.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-hostile-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runWith = (traces: string, simulators: string[] = []) =>
  runOf({
    id: 'r',
    suites: '**/*.suite.jsonl',
    mode: 'score',
    scope: 'whole',
    failed: false,
    cases: [],
    traces: [traces],
    simulators,
    errors: [],
  })

const reading = (traces: string) => () => {
  const file = join(folder, 'run.json')
  writeFileSync(file, JSON.stringify(runWith(traces)))
  return readRun(file)
}

it.each(['../traces-r.jsonl', '/etc/passwd', '..', 'a/b.jsonl', 'a\\b.jsonl', ''])(
  'a run does not name traces outside of its folder: %j',
  (traces) => {
    expect(reading('traces-r.jsonl')().traces).toEqual(['traces-r.jsonl'])
    expect(reading(traces)).toThrow(/expected the name of a file in the same folder/)
  },
)

it('a run has no modules executed but those within its root', async () => {
  const root = join(folder, 'repo')
  mkdirSync(root)
  const executed = () => (globalThis as { executed?: string[] }).executed ?? []
  const module = (name: string) =>
    writeFileSync(
      join(root, name),
      `(globalThis.executed ??= []).push(${JSON.stringify(name)}); export default []`,
    )
  for (const name of ['../beside.mjs', 'own.mjs']) module(name)
  const elsewhere = ['../beside.mjs', join(folder, 'beside.mjs'), 'a/../../beside.mjs']
  await serveFilesOf([runWith('traces-r.jsonl', elsewhere)], root, [])
  expect(executed()).toEqual([])
  await serveFilesOf([runWith('traces-r.jsonl', ['own.mjs'])], root, [])
  expect(executed()).toEqual(['own.mjs'])
})
