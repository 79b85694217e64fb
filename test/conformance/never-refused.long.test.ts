import { describe, expect, test } from 'vitest'
import type { Task } from '../../src/schema/task.ts'
import { rewrites } from '../../src/suites/audit/rewrite/index.ts'
import { neverRefused } from '../../src/suites/audit/rules/never-refused.ts'
import { runRule } from '../support/audited.ts'
import { testWithShared } from '../support/shared-data.ts'
import { generateTasks, loadPublishedTasks } from '../support/suites.ts'
import { buildFrom, buildTask, step } from '../support/task.ts'

/** A value is stored and read again; whether the second waits for the first is up to the task. */
const storeAndRead = (waits: boolean): Task =>
  buildTask(
    'Remember "blue" under the key "paint", read it again and make a slug of it.',
    [
      step(1, 'store_memory', { key: 'paint', value: 'blue' }),
      {
        ...step(2, 'retrieve_memory', { key: 'paint' }, waits ? ['step_1'] : []),
        ...(waits ? { order: true as const } : {}),
      },
      step(3, 'slugify', { text: buildFrom(2, '/value') }, ['step_2']),
    ],
    {
      available_tools: ['store_memory', 'retrieve_memory', 'slugify', 'word_count'],
      expected_final_answer: buildFrom(3, '/slug'),
    },
  )

/** What not every draw has: an answer of four digits and more, a yes or no, a duration, an empty optional. */
const rarer = [
  buildTask(
    'Convert 250000 USD to JPY. End with ANSWER: and the converted amount, unrounded.',
    [step(1, 'get_exchange_rate', { from_currency: 'USD', to_currency: 'JPY', amount: 250_000 })],
    {
      available_tools: ['get_exchange_rate', 'slugify'],
      expected_final_answer: buildFrom(1, '/converted_amount'),
    },
  ),
  buildTask(
    'Is 2030-01-07 a business day? End with ANSWER: and true or false.',
    [step(1, 'is_business_day', { date: '2030-01-07' })],
    {
      available_tools: ['is_business_day', 'slugify'],
      expected_final_answer: buildFrom(1, '/is_business_day'),
    },
  ),
  buildTask(
    'Add 66 hours to "2030-01-07T10:00:00". End with ANSWER: and the date and time.',
    [step(1, 'add_duration', { date: '2030-01-07T10:00:00', hours: 66 })],
    { available_tools: ['add_duration', 'slugify'], expected_final_answer: buildFrom(1, '/result_date') },
  ),
]

describe('a suite that keeps the rule', () => {
  test('generated tasks are never refused, and every kind of rewrite is made', async () => {
    const drawn = generateTasks(5, { L0_node: 8, L1_chain: 8, L2_parallel: 4, L3_dag: 10 }, { vet: true })
    const { findings, metrics } = await runRule(neverRefused, [...drawn, ...rarer])
    expect(findings).toEqual([])
    expect(Object.keys(rewrites).filter((name) => (metrics[name]?.accepted ?? 0) === 0)).toEqual([])
    for (const name of Object.keys(rewrites)) {
      const { made = 0, accepted = 0, not_applicable = 0, refused = 0 } = metrics[name] ?? {}
      expect([refused, accepted + not_applicable], name).toEqual([0, made])
    }
  })
  test('steps in a declared order are', async () => {
    expect((await runRule(neverRefused, [storeAndRead(true)])).findings).toEqual([])
  })
  testWithShared('published rows are', 'comptoolbench', async () => {
    expect((await runRule(neverRefused, loadPublishedTasks())).findings).toEqual([])
  })
})

describe('a task that breaks it', () => {
  test('hides that one step has to wait for another', async () => {
    const { findings, metrics } = await runRule(neverRefused, [storeAndRead(false)])
    expect(findings).toHaveLength(2)
    expect(findings[0]).toMatch(/^orders: in the order step_2, step_1, step_3, it is not solved: /)
    expect(findings[1]).toMatch(/^turns: in turns: step_2 \+ step_1, step_3, it is not solved: /)
    expect(metrics.orders).toEqual({ made: 3, accepted: 1, not_applicable: 0, refused: 2 })
  })
  test('takes what a repeated write says otherwise', async () => {
    const task = buildTask(
      'Remember "blue" under the key "paint" and say whether that replaced something, true or false.',
      [step(1, 'store_memory', { key: 'paint', value: 'blue' })],
      {
        available_tools: ['store_memory', 'slugify'],
        expected_final_answer: buildFrom(1, '/overwrote_existing'),
      },
    )
    const { findings } = await runRule(neverRefused, [task])
    expect(findings).toEqual([
      expect.stringMatching(
        /^repeats: with every write that may be repeated made twice, it is not solved: final answer: .*earlier answer of store_memory/,
      ),
    ])
  })
})

test('a task that is not solved as expected is left to another rule', async () => {
  const task = buildTask(
    'Say what is remembered under "no_such_key".',
    [step(1, 'retrieve_memory', { key: 'no_such_key' })],
    { expected_final_answer: buildFrom(1, '/no_such_field') },
  )
  const { findings, metrics } = await runRule(neverRefused, [task])
  expect(findings).toEqual([])
  expect(Object.values(metrics).every(({ made }) => made === 0)).toBe(true)
})

test('odd values and tools that nobody knows are taken', async () => {
  const odd = buildTask(
    'Look around.',
    [
      step(1, 'get_weather', { city: { $oneOf: ['Oslo', 'Bergen'] } }),
      step(2, 'store_memory', { key: { $literal: 'a' }, value: { $text: ['now ', buildFrom(1, '')] } }, [
        'step_1',
      ]),
    ],
    { available_tools: ['no_such_tool', 'get_weather'], expected_final_answer: buildFrom(1, '') },
  )
  const { findings } = await runRule(neverRefused, [odd])
  expect(findings).toEqual([])
})
