import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { SchemaElement } from 'hyparquet'
import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { parseParquetSuite } from '../../../src/suites/load/formats/parquet.ts'
import { parseSuite } from '../../../src/suites/load/load.ts'
import { SuiteError } from '../../../src/suites/load/suite-error.ts'
import { itWithShared, sharedLines, sharedText } from '../../support/shared-data.ts'
import { row, step } from './rows.ts'

type Row = { [column: string]: unknown }
type WriteOptions = Omit<Parameters<typeof parquetWriteBuffer>[0], 'columnData'>

const columnsOf = (rows: readonly Row[], types: { [name: string]: BasicType | undefined }) =>
  Object.entries(types).map(([name, type]) => ({
    name,
    data: rows.map((each) => each[name] ?? null),
    ...(type === undefined ? {} : { type }),
  }))

const write = (
  rows: readonly Row[],
  types: { [name: string]: BasicType | undefined },
  options: WriteOptions = {},
) => new Uint8Array(parquetWriteBuffer({ ...options, columnData: columnsOf(rows, types) }))

/** Columns as the published data set has them. */
const PUBLISHED = {
  task_id: 'STRING',
  level: 'STRING',
  prompt: 'STRING',
  available_tools: 'JSON',
  expected_trace: 'STRING',
  expected_final_answer: 'STRING',
  num_steps: 'INT32',
  num_tools_offered: 'INT64',
  category: 'STRING',
  pattern: 'STRING',
} as const satisfies { [name: string]: BasicType }

const published = (more: Row = {}): Row => ({
  ...row(),
  expected_trace: JSON.stringify({ steps: [step('step_1')] }),
  expected_final_answer: '{"a": null}',
  num_steps: 1,
  num_tools_offered: 2n ** 40n,
  ...more,
})

async function problemsOf(bytes: Uint8Array): Promise<string[]> {
  const error = await parseParquetSuite(bytes, 's.parquet').then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return []
  expect(error).toBeInstanceOf(SuiteError)
  return (error as SuiteError).problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)
}

/** Schema of a column that holds texts in a list. */
const texts = (name: string): SchemaElement[] => [
  { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
]
const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
})
const group = (name: string, num_children: number): SchemaElement => ({
  name,
  repetition_type: 'OPTIONAL',
  num_children,
})

/** A suite in structs and lists, as Arrow writes rows that were nested: all steps have the fields of all. */
const NESTED: SchemaElement[] = [
  { name: 'root', num_children: 6 },
  text('task_id'),
  text('level'),
  text('prompt'),
  ...texts('available_tools'),
  group('expected_trace', 2),
  { name: 'steps', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  group('element', 5),
  text('step_id'),
  text('tool_name'),
  group('arguments', 2),
  text('city'),
  { name: 'amount', type: 'INT64', repetition_type: 'OPTIONAL' },
  ...texts('depends_on'),
  { name: 'order', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
  text('final_answer_source'),
  group('world', 1),
  { name: 'seed', type: 'INT64', repetition_type: 'OPTIONAL' },
]

describe('parseParquetSuite', () => {
  it('reads published rows: JSON in texts, whole numbers of any width, nulls as absent fields', async () => {
    const [line, other] = await parseParquetSuite(
      write([published({ category: null, pattern: '' }), published({ task_id: 'T2' })], PUBLISHED),
      's.parquet',
    )
    expect([line?.line, other?.line]).toEqual([1, 2])
    expect(line?.task).toEqual({
      task_id: 'T1',
      level: 'L0_node',
      prompt: 'Weather in Oslo?',
      available_tools: ['get_weather'],
      expected_trace: { steps: [step('step_1')] },
      expected_final_answer: { a: null },
      num_steps: 1,
      num_tools_offered: 2 ** 40,
      pattern: '',
    })
  })

  it('reads structs and lists, without the fields that are null', async () => {
    const nested = {
      task_id: 'T1',
      level: 'L1_chain',
      prompt: 'Weather in Oslo?',
      available_tools: ['get_weather', 'other'],
      expected_trace: {
        steps: [
          { step_id: 'a', tool_name: 'get_weather', arguments: { city: 'Oslo' }, depends_on: [] },
          { step_id: 'b', tool_name: 'other', arguments: { amount: 5n }, depends_on: ['a'], order: true },
        ],
      },
    }
    const rows: Row[] = [nested, { ...nested, task_id: 'T2', world: { seed: 7n } }]
    const [first, second] = await parseParquetSuite(
      new Uint8Array(
        parquetWriteBuffer({
          schema: NESTED,
          columnData: ['task_id', 'level', 'prompt', 'available_tools', 'expected_trace', 'world'].map(
            (name) => ({ name, data: rows.map((each) => each[name]) }),
          ),
        }),
      ),
      's.parquet',
    )
    expect(first?.task).toEqual({
      ...nested,
      expected_trace: {
        steps: [
          nested.expected_trace.steps[0],
          { ...nested.expected_trace.steps[1], arguments: { amount: 5 } },
        ],
      },
    })
    expect(second?.task.world).toEqual({ seed: 7 })
  })

  it.each([
    ['UNCOMPRESSED', {}],
    ['SNAPPY', {}],
    ['GZIP', { GZIP: (input: Uint8Array) => new Uint8Array(gzipSync(input)) }],
    ['BROTLI', { BROTLI: (input: Uint8Array) => new Uint8Array(brotliCompressSync(input)) }],
  ] as const)('reads %s', async (codec, compressors) => {
    const rows = Array.from({ length: 50 }, (_, i) => published({ task_id: `T${i}` }))
    const bytes = write(rows, PUBLISHED, { codec, compressors, rowGroupSize: 20 })
    const lines = await parseParquetSuite(bytes, 's.parquet')
    expect(lines.map(({ task }) => task.task_id)).toEqual(rows.map(({ task_id }) => task_id))
  })

  it('names column and codec where it cannot read one', async () => {
    const bytes = write([published()], PUBLISHED, { codec: 'LZO', compressors: { LZO: (input) => input } })
    expect(await problemsOf(bytes)).toEqual([
      '0 : column "task_id" is compressed with LZO, which cannot be read here; write the file with Snappy, Gzip or Zstandard',
    ])
  })

  it('lists every problem by row', async () => {
    const rows = [
      published({ prompt: null }),
      published({ task_id: 'T2', expected_trace: '{"steps": [' }),
      published({ task_id: 'T3' }),
      published({ task_id: 'T3', num_tools_offered: 2n ** 60n }),
      published({ task_id: 'T3' }),
    ]
    expect(await problemsOf(write(rows, PUBLISHED))).toEqual([
      '1 prompt: expected string, but it is missing',
      '2 expected_trace: expected object, received string',
      '4 num_tools_offered: 1152921504606846976 is too large a number for JSON',
      '5 task_id: "T3" is taken by row 3',
    ])
    await expect(parseParquetSuite(write(rows, PUBLISHED), 'a/s.parquet')).rejects.toThrow(
      'Failed to load suite a/s.parquet: 4 problems.\n  a/s.parquet: row 1: prompt: expected string, but it is missing\n',
    )
  })

  const whole = write([published()], PUBLISHED)
  const CUT_OFF = 'the Parquet file is cut off: it does not end with PAR1'
  it.each([
    ['is empty', new Uint8Array(), 'the file is empty'],
    ['is JSON', Buffer.from('{"task_id": 1}'), 'not a Parquet file: it does not begin with PAR1'],
    ['lacks its end', whole.slice(0, -9), CUT_OFF],
    ['is nothing but marks', Buffer.from('PAR1PAR1'), CUT_OFF],
    [
      'lacks its footer',
      whole.slice().fill(0xff, -60, -8),
      'the Parquet file is damaged: its footer cannot be read',
    ],
    ['has no rows', write([], PUBLISHED), 'the suite has no tasks'],
  ])('says in one line that a file %s', async (_, bytes, says) => {
    expect(await problemsOf(bytes)).toEqual([expect.stringMatching(`^0 : ${says}[^\n]*$`)])
    await expect(parseParquetSuite(bytes, 's.parquet')).rejects.toThrow(
      `Failed to load suite s.parquet: ${says}`,
    )
  })

  it.each(['SNAPPY', 'UNCOMPRESSED'] as const)(
    'reads a damaged %s file or says that it cannot, and comes back',
    async (codec) => {
      const rows = ['T1', 'T2', 'T3', 'T4'].map((task_id) => published({ task_id }))
      const whole = write(rows, PUBLISHED, { codec, rowGroupSize: 2 })
      const damage = fc.array(
        fc.record({ at: fc.nat(whole.length - 1), byte: fc.integer({ min: 0, max: 255 }) }),
        { minLength: 1, maxLength: 4 },
      )
      const outcomes = { read: 0, refused: 0 }
      await fc.assert(
        fc.asyncProperty(damage, async (places) => {
          const bytes = whole.slice()
          for (const { at, byte } of places) bytes[at] = byte
          const problems = await problemsOf(bytes)
          outcomes[problems.length === 0 ? 'read' : 'refused']++
          if (problems[0]?.startsWith('0')) expect(problems).toEqual([expect.stringMatching(/^[^\n]+$/)])
        }),
        { seed: 20, numRuns: 400 },
      )
      expect(outcomes.refused).toBeGreaterThan(100)
    },
  )

  itWithShared('reads the published tasks as their lines do', 'comptoolbench', async () => {
    const rows = sharedLines('comptoolbench/tasks.jsonl').map((line) => {
      const published = JSON.parse(line) as Row
      return { ...published, num_tools_offered: BigInt(published.num_tools_offered as number) }
    })
    const lines = await parseParquetSuite(write(rows, PUBLISHED), 'test.parquet')
    const expected = parseSuite(sharedText('comptoolbench/tasks.jsonl'), 'test.jsonl')
    expect(lines).toHaveLength(100)
    expect(lines.map(({ task }) => task)).toEqual(expected.map(({ task }) => task))
  })
})
