import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { loadSuite } from '../../../../src/suites/load/load.ts'
import { parseTask } from '../../../../src/suites/load/parse-task.ts'
import { formatJsonLines, readRows } from '../../../support/json-lines.ts'
import { runCommand, runForJson } from '../../../support/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'release-'))
const at = (name: string): string => join(folder, name)
const write = (name: string, ...rows: unknown[]): string => {
  writeFileSync(at(name), formatJsonLines(rows))
  return at(name)
}

const encode = (id: string, text: string, more: object = {}) => ({
  ...{ task_id: id, level: 'L0_node', prompt: `Encode "${text}", and say "done".` },
  available_tools: ['base64_encode', 'base64_decode'],
  expected_trace: {
    steps: [{ step_id: 'step_1', tool_name: 'base64_encode', arguments: { text }, depends_on: [] }],
    final_answer_source: 'step_1',
  },
  ...{ num_steps: 1, num_tools_offered: 2, category: 'text_processing', ...more },
})
const SUITE = write(
  'codes.suite.jsonl',
  encode('one', 'a,"b"\nc'),
  encode('two', 'ß'),
  encode('three', 'x', { category: 'data', world: { seed: 3 } }),
)
const publish = (out: string, ...more: string[]) =>
  runForJson('publish', SUITE, '--out', at(out), '--licence', 'CC-BY-4.0', ...more)

describe('publish', () => {
  it('writes the suite as JSON Lines, CSV and Parquet, from which the same tasks are read', async () => {
    const { files, sha256 } = await publish('out')
    expect(readdirSync(at('out')).sort()).toEqual([...files].sort())
    expect(files).toContain('codes.parquet')
    expect(readFileSync(join(at('out'), 'codes.suite.jsonl'))).toEqual(readFileSync(SUITE))
    const tasks = loadSuite(SUITE).map(({ task }) => task)
    const bytes = readFileSync(join(at('out'), 'codes.parquet'))
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    const rows = await parquetReadObjects({ file: buffer })
    expect(rows[0]).toMatchObject({ task_id: 'one', num_steps: 1, category: 'text_processing', world: null })
    const table = parseCsv(readFileSync(join(at('out'), 'codes.csv')), {
      columns: true,
      cast: (text, { column }) => (text === '' ? null : /^num_/.test(String(column)) ? Number(text) : text),
    })
    expect(table).toEqual(rows.map((row) => ({ ...row })))
    const readBack = rows.map((row) => {
      const present = Object.entries(row).filter(([, value]) => value !== null)
      const parsed = parseTask(Object.fromEntries(present))
      return 'task' in parsed ? parsed.task : parsed.problems
    })
    expect(readBack).toEqual(tasks)
    const release = JSON.parse(readFileSync(join(at('out'), 'release.json'), 'utf8'))
    expect(release).toEqual({
      ...{
        suite: 'codes.suite.jsonl',
        sha256,
        licence: 'CC-BY-4.0',
        tasks: 3,
        tools: 2,
        steps: 3,
        errata: 0,
      },
      levels: { L0_node: 3 },
      categories: { data: 1, text_processing: 2 },
    })
  })

  it('describes its files and columns as Croissant 1.0', async () => {
    await publish('croissant')
    const read = (name: string) => readFileSync(join(at('croissant'), name))
    const metadata = JSON.parse(read('croissant.json').toString())
    expect(metadata).toMatchObject({
      ...{ '@type': 'sc:Dataset', conformsTo: 'http://mlcommons.org/croissant/1.0', name: 'codes' },
      license: 'https://spdx.org/licenses/CC-BY-4.0',
    })
    const files = metadata.distribution as { '@id': string; contentUrl: string; sha256: string }[]
    expect(files.map((file) => file['@id'])).toEqual(['codes.suite.jsonl', 'codes.csv', 'codes.parquet'])
    for (const { contentUrl, sha256 } of files)
      expect(createHash('sha256').update(read(contentUrl)).digest('hex')).toBe(sha256)
    const fields = metadata.recordSet[0].field as {
      dataType: string
      source: { fileObject: { '@id': string }; extract: { column: string } }
    }[]
    const [header = []] = parseCsv(read('codes.csv')) as string[][]
    expect(fields.map(({ source }) => source.extract.column)).toEqual(header)
    expect(new Set(fields.map(({ source }) => source.fileObject['@id']))).toEqual(new Set(['codes.parquet']))
    expect(fields[header.indexOf('num_steps')]?.dataType).toBe('sc:Integer')
    // Every prefix and every term that is no word of schema.org is declared.
    const terms = JSON.stringify(metadata.recordSet).match(
      /"(?:field|source|fileObject|extract|column|dataType)":/g,
    )
    for (const term of new Set(terms)) expect(metadata['@context']).toHaveProperty(term.slice(1, -2))
  })

  it('writes a card with front matter, counts, digest, citation and errata', async () => {
    writeFileSync(at('cite.bib'), '@misc{codes, title={Codes}}\n')
    const errata = write(
      'errata.jsonl',
      { task_id: 'two', why: 'Its letter has two encodings.', task: null },
      { task_id: 'one', why: 'It named the wrong tool.', task: encode('one', 'z') },
    )
    const more = ['--title', 'Codes: "1"', '--cite', at('cite.bib'), '--errata', errata]
    const { sha256 } = await publish('card', ...more)
    const card = readFileSync(join(at('card'), 'README.md'), 'utf8')
    const [, front = '', body = ''] = card.split(/^---$/m)
    expect(parseYaml(front)).toMatchObject({
      ...{ license: 'cc-by-4.0', pretty_name: 'Codes: "1"', size_categories: ['n<1K'] },
      configs: [{ data_files: [{ split: 'test', path: 'codes.parquet' }] }],
    })
    for (const part of [
      '# Codes: "1"',
      '3 tasks over 2 tools, with 3 expected calls',
      sha256,
      '| L0_node | 3 |',
      '| data | 1 |',
      '@misc{codes',
      '- `two` (withdrawn): Its letter has two encodings.',
      '- `one` (repaired): It named the wrong tool.',
    ])
      expect(body).toContain(part)
    expect(readRows(join(at('card'), 'errata.jsonl'))).toHaveLength(2)
  })

  it('does not replace a release by another version of the suite', async () => {
    await publish('again')
    await publish('again')
    writeFileSync(join(at('again'), 'release.json'), '{"sha256":"other"}')
    await expect(publish('again')).rejects.toThrow('is of another version of the suite')
  })

  it.each([
    [
      'twice',
      [
        { task_id: 'one', why: 'x', task: null },
        { task_id: 'one', why: 'x', task: null },
      ],
      'it occurs twice',
    ],
    [
      'with another id',
      [{ task_id: 'one', why: 'x', task: encode('two', 'x') }],
      'its task has the id "two"',
    ],
    ['without a task', [{ task_id: 'one', why: 'x', task: {} }], 'erratum of "one": task_id:'],
    ['without a reason', [{ task_id: 'one', why: ' ', task: null }], 'wrong.jsonl:1'],
  ])('refuses an erratum %s', async (_, rows, problem) => {
    await expect(publish('wrong', '--errata', write('wrong.jsonl', ...rows))).rejects.toThrow(problem)
  })

  it('refuses a suite that is not JSON Lines', async () => {
    await expect(runCommand('publish', at('cite.bib'), '--out', at('x'), '--licence', 'MIT')).rejects.toThrow(
      'expected a file NAME.suite.jsonl',
    )
  })
})

describe('score', () => {
  const call = (text: string, output: string) => ({
    ...{
      id: 'c1',
      tool_name: 'base64_encode',
      arguments: { text },
      status: 200,
      result: { encoded: output },
    },
    ...{ turn: 0, started: 0, ended: 1 },
  })
  const trace = (task_id: string, text: string, agent = 'a') => {
    const encoded = Buffer.from(text).toString('base64')
    return { task_id, agent, calls: [call(text, encoded)], final_answer: `${encoded} - done` }
  }
  // The agent encodes "z" at the first task, as its prompt does not ask, and solves the others.
  const TRACES = write('a.traces.jsonl', trace('one', 'z'), trace('two', 'ß'), trace('three', 'x'))
  const score = (...more: string[]) => runForJson('score', SUITE, TRACES, ...more)

  it('grades traces by the repaired tasks, and leaves out what was withdrawn or asks something else', async () => {
    const before = await score()
    expect(before.tasks.map(({ solved }: { solved: boolean }) => solved)).toEqual([false, true, true])
    const { prompt } = encode('one', 'a,"b"\nc')
    const errata = write(
      'fix.jsonl',
      { task_id: 'one', why: 'The text was z.', task: encode('one', 'z', { prompt }) },
      { task_id: 'two', why: 'Unclear.', task: null },
      {
        task_id: 'three',
        why: 'It names the text now.',
        task: encode('three', 'x', { prompt: 'Encode x.' }),
      },
    )
    const after = await score('--errata', errata)
    expect(after.tasks).toHaveLength(1)
    expect(after.tasks[0]).toMatchObject({ task_id: 'one', solved: true })
    expect(after.overall.tasks).toBe(1)
    expect(after.errata).toEqual([
      {
        ...{ task_id: 'one', status: 'rescored', why: 'The text was z.', agent: 'a', attempt: 0 },
        ...{ before: before.tasks[0].score, after: 1 },
      },
      {
        ...{ task_id: 'two', status: 'withdrawn', why: 'Unclear.', agent: 'a', attempt: 0 },
        before: 1,
        after: null,
      },
      expect.objectContaining({ task_id: 'three', status: 'rerun', before: 1, after: null }),
    ])
    expect(before.tasks[0].score).toBeLessThan(1)
    const text = await runCommand('score', SUITE, TRACES, '--errata', errata)
    expect(text).toContain('erratum two (a): withdrawn, was 1: Unclear.')
  })

  it('writes solved traces as chat messages with their tools', async () => {
    await score('--chat', at('chat.jsonl'))
    const chats = readRows(at('chat.jsonl')) as { messages: object[]; tools: { function: object }[] }[]
    expect(chats).toHaveLength(2)
    const [{ messages, tools }] = chats as [(typeof chats)[0]]
    expect(messages).toEqual([
      { role: 'user', content: encode('two', 'ß').prompt },
      {
        role: 'assistant',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'base64_encode', arguments: '{"text":"ß"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"encoded":"w58="}' },
      { role: 'assistant', content: 'w58= - done' },
    ])
    expect(tools.map((tool) => tool.function)).toMatchObject([
      { name: 'base64_encode', parameters: { type: 'object' } },
      { name: 'base64_decode' },
    ])
  })

  it('refuses --chat where nothing is solved', async () => {
    const none = write('none.traces.jsonl', { task_id: 'one', calls: [], final_answer: null })
    await expect(runForJson('score', SUITE, none, '--chat', at('x.jsonl'))).rejects.toThrow(
      'no task of a single user turn is solved',
    )
  })
})
