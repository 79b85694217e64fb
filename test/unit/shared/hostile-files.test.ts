import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseBaseline } from '../../../src/baseline/store.ts'
import { readBaseline, readRun } from '../../../src/cli/read-run.ts'
import { readPrices } from '../../../src/models/prices.ts'
import { describeThrown, TracewrightError } from '../../../src/shared/errors.ts'
import { readJsonl } from '../../../src/shared/jsonl-file.ts'
import { checkNesting, NestingError } from '../../../src/shared/parse-json.ts'
import { readSuite } from '../../../src/suites/load/load.ts'
import { readConversations } from '../../../src/suites/repair/draft/conversations.ts'
import { readRecording } from '../../../src/suites/repair/record/recording.ts'
import { readSequences } from '../../../src/synthetic/validate/read-calls.ts'
import { readImported } from '../../../src/tools/imported/files.ts'
import { importTools } from '../../../src/tools/imported/import/index.ts'
import { createResolver, expandSchema } from '../../../src/tools/imported/import/json-schema.ts'
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
  'a baseline': (file) => parseBaseline(TEXTS[nameOf(file)], file),
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
    expect(describeThrown(thrown)).toMatch(/^Failed to /)
    expect(describeThrown(thrown)).not.toContain('call stack')
    expect(describeThrown(thrown).length).toBeLessThan(15_000)
    // Seconds where the time grows with the length, minutes where it grows with its square.
    expect(performance.now() - began).toBeLessThan(15_000)
  })
})

/** Schemas within each other: `depth` of them nest twice as many objects. */
const schemas = (depth: number, leaf = '{}'): string =>
  `${'{"properties":{"a":'.repeat(depth)}${leaf}${'}}'.repeat(depth)}`
const block = Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')

describe('500 schemas within each other are refused in the same words', () => {
  const deep = schemas(500)
  const api = `{"openapi":"3.1.0","paths":{},"components":${deep}}`
  const tools = `"tools":[{"name":"t","inputSchema":${deep}}]`
  const referring = (to: string): string => `{"openapi":"3.1.0","paths":{"/x":{"$ref":"./${to}.json"}}}`
  const importing = (kind: 'openapi' | 'mcp' | 'openai') => (from: string) => importTools({ kind, from }, 'x')
  it.each<[string, string, (file: string) => unknown]>([
    ['api.json', api, importing('openapi')],
    ['flow.yaml', `# in flow style\n${api}`, importing('openapi')],
    ['block.yaml', `openapi: "3.1.0"\npaths: {}\n${block}`, importing('openapi')],
    ['refers.json', referring('api'), importing('openapi')],
    ['chain0.json', referring('chain1'), importing('openapi')],
    ['listing.json', `{${tools}}`, importing('mcp')],
    ['openai.json', `[{"name":"t","parameters":${deep}}]`, importing('openai')],
    ['x.toolkit.json', `{"version":2,${tools}}`, (file) => readImported(file)],
    ['x.recording.json', `{"tools":${deep}}`, readRecording],
    ['x.suite.jsonl', `{"task_id":"t","more":${deep}}`, readSuite],
    ['x.traces.jsonl', `{"task_id":"t","calls":${deep}}`, loadTraces],
    ['run.json', `{"format":"tracewright/run@1","more":${deep}}`, readRun],
    ['x.baseline.json', `{"format":"tracewright/baseline@1","more":${deep}}`, (file) => readBaseline(file)],
  ])('%s', async (name, text, read) => {
    // Each document of the chain is flat enough alone.
    for (const i of [1, 2, 3])
      writeFileSync(
        join(folder, `chain${i}.json`),
        schemas(100, i === 3 ? '{}' : `{"$ref":"./chain${i + 1}.json"}`),
      )
    writeFileSync(join(folder, name), text)
    const error = await Promise.resolve()
      .then(() => read(join(folder, name)))
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TracewrightError)
    expect(describeThrown(error)).toContain('lists and objects are nested deeper than 250 levels')
  })

  it('as a listing of a server, and references nest no schemas as deep', () => {
    expect(() => checkNesting(JSON.parse(deep))).toThrow(NestingError)
    expect(() => checkNesting(JSON.parse(schemas(124)))).not.toThrow()
    const document = JSON.parse(`{"a":${schemas(100, '{"$ref":"#/b"}')},"b":${schemas(100)}}`)
    const plain = expandSchema({ $ref: '#/a' }, createResolver(document))
    // The schema itself, with one reference followed and the next one left open.
    expect(JSON.stringify(plain).match(/"properties"/g)).toHaveLength(100)
  })
})

it('names the line whose lists are nested too deeply', async () => {
  const file = `${fileOf('lines')}.suite.jsonl`
  writeFileSync(file, `\n${'['.repeat(1000)}\n`)
  await expect(readSuite(file)).rejects.toThrow('lines.suite.jsonl:2: lists and objects are nested deeper')
})
