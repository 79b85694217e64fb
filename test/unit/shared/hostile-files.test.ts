import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readRun } from '../../../src/cli/read-run.ts'
import { parseLedger } from '../../../src/ledger/store.ts'
import { readPrices } from '../../../src/models/prices.ts'
import { messageOf, TracewrightError } from '../../../src/shared/errors.ts'
import { readJsonl } from '../../../src/shared/jsonl-file.ts'
import { readSuite } from '../../../src/suites/load/load.ts'
import { readConversations } from '../../../src/suites/repair/draft/conversations.ts'
import { readSequences } from '../../../src/synthetic/validate/read-calls.ts'
import { importTools } from '../../../src/tools/imported/import/index.ts'
import { loadTraces } from '../../../src/trace/load.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-hostile-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SIZE = 400_000
const DEPTH = 100_000
const TEXTS = {
  'lists that never end': '['.repeat(SIZE),
  'objects that never end': '{"a":'.repeat(SIZE / 5),
  'a list begun on every line': '[\n'.repeat(SIZE / 2),
  'lists in lists': '['.repeat(DEPTH) + ']'.repeat(DEPTH),
  'objects in objects': `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
  quotes: '"'.repeat(SIZE),
  'one long word': 'x'.repeat(SIZE),
  'a string that never ends': `{"a":"${'b'.repeat(SIZE)}`,
  'line breaks': '\n'.repeat(SIZE),
}

const READERS: Record<string, (file: string) => unknown> = {
  'a suite': (file) => readSuite(`${file}.jsonl`),
  traces: (file) => loadTraces(`${file}.jsonl`),
  conversations: (file) => readConversations(`${file}.jsonl`),
  'a run': (file) => readRun(`${file}.json`),
  'a ledger': (file) => parseLedger(TEXTS[nameOf(file)], file),
  prices: (file) => readPrices(`${file}.json`),
  'JSON Lines of ours': (file) => readJsonl(`${file}.jsonl`, z.strictObject({ never: z.string() })),
  'calls of synthetic tools': (file) => readSequences(TEXTS[nameOf(file)], file),
  'definitions of tools': (file) => importTools({ kind: 'openai', from: `${file}.json` }, 'x'),
}
const names = Object.keys(TEXTS) as (keyof typeof TEXTS)[]
const fileOf = (name: string): string => join(folder, name.replaceAll(' ', '-'))
const nameOf = (file: string): keyof typeof TEXTS => names.find((name) => fileOf(name) === file) ?? 'quotes'

describe.each(names)('a file of %s', (name) => {
  const file = fileOf(name)
  for (const ending of ['json', 'jsonl']) writeFileSync(`${file}.${ending}`, TEXTS[name])

  it.each(Object.keys(READERS))('is refused at once as %s, in a few words', async (what) => {
    const began = performance.now()
    const thrown = await Promise.resolve()
      .then(() => READERS[what]?.(file))
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(thrown).toBeInstanceOf(TracewrightError)
    expect(messageOf(thrown)).toMatch(/^Failed to /)
    expect(messageOf(thrown)).not.toContain('call stack')
    expect(messageOf(thrown).length).toBeLessThan(15_000)
    // Seconds where the time grows with the length, minutes where it grows with its square.
    expect(performance.now() - began).toBeLessThan(15_000)
  })
})

it('names the line whose lists are nested too deeply', async () => {
  const file = `${fileOf('lines')}.suite.jsonl`
  writeFileSync(file, `\n${'['.repeat(1000)}\n`)
  await expect(readSuite(file)).rejects.toThrow('lines.suite.jsonl:2: lists and objects are nested deeper')
})
