import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { field } from '../../../src/schema/semantic.ts'
import type { Task } from '../../../src/schema/task.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { listFindings } from '../../support/audited.ts'
import { buildFrom, buildTask, IN_FAHRENHEIT, step } from '../../support/task.ts'

/** The temperature of Oslo, converted, answered. */
const converted = (others: string[]): Task =>
  buildTask(
    'What is the temperature in Oslo in fahrenheit? Take the figure in celsius and convert it.',
    [...IN_FAHRENHEIT],
    {
      available_tools: ['get_weather', 'unit_convert', ...others],
      expected_final_answer: buildFrom(2, '/converted_value'),
    },
  )
const NUMBERS = { numbers: [13.25, 28.75, 34.62] }
/** The mean of three stated numbers, with these tools beside. */
const mean = (others: string[]): Task =>
  buildTask('Give the mean of 13.25, 28.75 and 34.62.', [step(1, 'statistical_analysis', NUMBERS)], {
    available_tools: ['statistical_analysis', ...others],
    expected_final_answer: buildFrom(1, '/mean'),
  })
const mail = (others: string[]): Task =>
  buildTask(
    'Mail "It is wet." to ann@example.com, subject "Roof".',
    [step(1, 'send_email', { to: 'ann@example.com', subject: 'Roof', body: 'It is wet.' })],
    { available_tools: ['send_email', ...others] },
  )

describe('needed', () => {
  test('holds where each tool gives what no other one does', async () => {
    expect(await listFindings('needed', converted(['slugify']))).toEqual([])
    expect(await listFindings('needed', mail([]))).toEqual([])
  })

  test('lets a single request be one that could be done by hand', async () => {
    const task = buildTask('Which is the largest of 13.25, 28.75 and 34.62?', [step(1, 'min_max', NUMBERS)], {
      available_tools: ['min_max'],
      expected_final_answer: buildFrom(1, '/max'),
    })
    expect(await listFindings('needed', task)).toEqual([])
  })

  test('finds a result that another tool gives', async () => {
    expect(await listFindings('needed', mean(['moving_average', 'slugify']))).toEqual([])
    expect(await listFindings('needed', mean(['standard_deviation']))).toEqual([
      expect.stringMatching(/^statistical_analysis is not needed: .* from standard_deviation \{.*\} \/mean$/),
    ])
  })
})

describe('distractor', () => {
  test('holds where the others are of no help', async () => {
    expect(await listFindings('distractor', converted(['slugify', 'get_stock_price']))).toEqual([])
  })
  test('finds one that writes what is to be written by another', async () => {
    const sent = {
      ...mail(['send_message']),
      prompt: 'Send "It is wet." to ann@example.com, subject "Roof".',
    }
    expect(await listFindings('distractor', sent)).toEqual([
      'the distractor send_message can stand in for send_email: both have the capability message-person',
    ])
  })
  test('takes the word of one tool alone for what the request means', async () => {
    expect(await listFindings('distractor', mail(['send_message']))).toEqual([])
  })
  test('finds one that returns a bound value', async () => {
    expect(await listFindings('distractor', mean(['moving_average', 'slugify']))).toEqual([])
    expect(await listFindings('distractor', mean(['standard_deviation', 'slugify']))).toEqual([
      expect.stringMatching(
        /^in world 7 the distractor standard_deviation .* gives 25\.54, which the answer/,
      ),
    ])
  })
})

describe('unique', () => {
  const translated = (alternatives?: Task['alternatives']): Task =>
    buildTask(
      'Find out which language "Le api del tetto" is written in, and translate "Le api del tetto" from that language to German (de).',
      [
        step(1, 'detect_language', { text: 'Le api del tetto' }),
        step(
          2,
          'translate_text',
          { text: 'Le api del tetto', from_language: buildFrom(1, '/language_code'), to_language: 'de' },
          ['step_1'],
        ),
      ],
      {
        available_tools: ['detect_language', 'translate_text'],
        expected_final_answer: buildFrom(2, '/translated_text'),
        ...(alternatives === undefined ? {} : { alternatives }),
      },
    )
  test('holds where there is one way', async () => {
    expect(await listFindings('unique', converted(['slugify']))).toEqual([])
  })
  test('finds a call that gives the same without what the task has it take', async () => {
    expect(await listFindings('unique', translated())).toEqual([
      expect.stringMatching(
        /^in world 7 translate_text \{"from_language":"\w\w",.* returns every value that is taken from step_2/,
      ),
    ])
    const listed = ['de', 'it', 'Italian'].map((code) => ({
      steps: [
        step(1, 'translate_text', { text: 'Le api del tetto', from_language: code, to_language: 'de' }),
      ],
    }))
    expect(await listFindings('unique', translated(listed))).toEqual([])
    expect(await listFindings('unique', translated(listed.slice(1)))).toHaveLength(1)
  })
  test.each([
    { same: [7], findings: 0 },
    { same: [7, 8], findings: 0 },
    { same: [7, 8, 9], findings: 1 },
  ])(
    'finds an argument without which a read shows the same in three worlds: $same',
    async ({ same, findings }) => {
      const readTable = defineSimulator({
        name: 'read_table',
        category: 'information_retrieval',
        capability: 'look-up',
        effect: 'read',
        description: 'Reads a row of a table.',
        input: z.strictObject({ filter: field(z.string(), 'text', 'Filter.').optional() }),
        output: z.strictObject({ rows: z.array(field(z.string(), 'id', 'Row.')) }),
        run({ filter }, world) {
          const rowOf = (name: string) => world.draw('row', name).hex('row')
          if (filter === undefined && same.includes(world.seed))
            return { rows: [rowOf('other'), rowOf('open')] }
          return { rows: [rowOf(filter ?? 'other')] }
        },
      })
      const task = buildTask(
        'Which row of the table is "open"?',
        [step(1, 'read_table', { filter: 'open' })],
        {
          available_tools: ['read_table'],
          expected_final_answer: buildFrom(1, '/rows/0'),
        },
      )
      const report = await auditSuite([task], registryOf([readTable]), { rules: ['unique'] })
      expect(report.findings).toHaveLength(findings)
    },
  )
})

describe('tools that say what their results rest on', () => {
  test.each([
    { says: {}, calls: ['by owner', 'by trace', 'plain'] },
    { says: { idleParameters: ['trace'] }, calls: ['by owner', 'plain'] },
    { says: { hasUnrelatedResults: true }, calls: [] },
  ])('are called only where that could give a sought value: $says', async ({ says, calls }) => {
    const made = new Set<string>()
    const look = (
      name: string,
      run: (args: { owner?: string | undefined; trace?: string | undefined }) => void,
    ) =>
      defineSimulator({
        name,
        category: 'information_retrieval',
        capability: 'look-up',
        effect: 'read',
        description: 'Looks a code up.',
        input: z.strictObject({
          owner: field(z.string(), 'text', 'Owner.').optional(),
          trace: field(z.string(), 'text', 'Trace.').optional(),
        }),
        output: z.strictObject({ code: field(z.string(), 'code', 'Code.') }),
        run(args, world) {
          run(args)
          return { code: world.draw(name, args.owner ?? '').hex('code') }
        },
      })
    const other = {
      ...look('list_codes', ({ owner, trace }) => {
        made.add(owner !== undefined ? 'by owner' : trace !== undefined ? 'by trace' : 'plain')
      }),
      ...says,
    }
    const task = buildTask('What is the code of "Ann"?', [step(1, 'find_code', { owner: 'Ann' })], {
      available_tools: ['find_code', 'list_codes'],
      expected_final_answer: buildFrom(1, '/code'),
    })
    const tools = registryOf([look('find_code', () => {}), other])
    const report = await auditSuite([task], tools, { rules: ['needed'] })
    expect(report.findings).toEqual([])
    expect([...made].sort()).toEqual(calls)
  })
})
