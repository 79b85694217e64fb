import { describe, expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import type { RuleName } from '../../../src/suites/audit/rule.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { listFindings } from '../../support/audited.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

/** A chain of a look-up and an e-mail, as it should be. */
const chain = (more: Partial<Task> = {}, ...emailed: Json[]): Task =>
  buildTask(
    'Look up the air temperature in Oslo and e-mail it to ann@example.com, subject "Weather".',
    [
      step(1, 'get_weather', { city: 'Oslo' }),
      step(
        2,
        'send_email',
        {
          to: 'ann@example.com',
          subject: 'Weather',
          body: { $text: emailed.length > 0 ? emailed : ['It has ', buildFrom(1, '/temperature_celsius')] },
        },
        ['step_1'],
      ),
    ],
    { available_tools: ['get_weather', 'send_email', 'slugify'], ...more },
  )

describe('duplicates', () => {
  test('finds a prompt and a trace that were there before', async () => {
    const other = chain({ task_id: 'other', prompt: 'Something else.' })
    expect(await listFindings('duplicates', chain(), other)).toEqual([
      'the expected trace equals that of task',
    ])
    expect(await listFindings('duplicates', chain(), chain({ task_id: 'same' }))).toHaveLength(2)
    expect(await listFindings('duplicates', chain())).toEqual([])
  })
})

describe('provenance', () => {
  const one = (prompt: string, tool: string, args: JsonObject): Promise<string[]> =>
    listFindings('provenance', buildTask(prompt, [step(1, tool, args)]))

  test('takes what the prompt states, a default, an enum member that it names, and bindings', async () => {
    expect(await listFindings('provenance', chain())).toEqual([])
    expect(await one('Search for "tea".', 'web_search', { query: 'tea', max_results: 5 })).toEqual([])
    expect(await one('SHA-256 of "tea", please.', 'hash_text', { text: 'tea', algorithm: 'sha256' })).toEqual(
      [],
    )
    expect(await one('The day before 3 May 2031?', 'get_weekday', { date: '2031-05-03' })).toEqual([])
    expect(await one('Weather in new york?', 'get_weather', { city: 'New York' })).toEqual([])
  })

  test('names what is missing', async () => {
    expect(await one('Search for "tea".', 'web_search', { query: 'tea', max_results: 4 })).toEqual([
      'step_1 expects /max_results = 4, which the prompt does not state and no step returns',
    ])
    expect(await one('Hash "tea".', 'hash_text', { text: 'tea', algorithm: 'md5' })).toHaveLength(1)
    expect(
      await one('Count the words of "one two...".', 'word_count', { text: 'one two three' }),
    ).toHaveLength(1)
    expect(await one('Weekday of 3 May 2031?', 'get_weekday', { date: '2031-05-04' })).toHaveLength(1)
    expect(
      await one('Bill "Ann".', 'create_invoice', {
        client_name: 'Ann',
        items: [{ description: 'tea', quantity: 2, unit_price: 3.5 }],
      }),
    ).toHaveLength(3)
  })

  test('looks into $oneOf, $unordered and $literal, and leaves $any and wording alone', async () => {
    const args = { numbers: { $unordered: [1.5, 2.5] } }
    expect(await one('Range of 1.5 and 2.5?', 'min_max', args)).toEqual([])
    expect(await one('Range of 1.5?', 'min_max', args)).toHaveLength(1)
    expect(await one('Search.', 'web_search', { query: { $any: true } })).toEqual([])
    expect(
      await one('Store a.', 'store_memory', { key: 'a', value: { $literal: { $text: ['b'] } } }),
    ).toHaveLength(1)
  })
})

describe('oracle', () => {
  test('holds where the expected trace solves the task', async () => {
    expect(await listFindings('oracle', chain())).toEqual([])
  })
  test('holds where arguments may be anything', async () => {
    const task = buildTask('Note something, and look up a weekday.', [
      step(1, 'store_memory', { key: { $any: true }, value: { $optional: { $any: true } } }),
      step(2, 'hash_text', { text: { $any: true }, algorithm: { $any: true } }),
    ])
    expect(await listFindings('oracle', task)).toEqual([])
    expect(await listFindings('mutants', task)).toEqual([])
  })
  test('says why a trace cannot be executed', async () => {
    expect(await listFindings('oracle', chain({}, buildFrom(1, '/temperature')))).toEqual([
      expect.stringContaining('the output of step_1 has no value for {"$from":"step_1","at":"/temperature"}'),
    ])
    expect(await listFindings('oracle', buildTask('Fly.', [step(1, 'fly', {})]))).toEqual([
      expect.stringContaining('"fly"'),
    ])
  })
  test('finds a trace that only works in one order', async () => {
    const write = step(1, 'store_memory', { key: 'k', value: 'Late tram' })
    const read = step(2, 'retrieve_memory', { key: 'k' })
    const slug = step(3, 'slugify', { text: buildFrom(2, '/value') }, ['step_2'])
    const task = buildTask(
      'Store "Late tram" under "k", then read it and slugify that.',
      [write, read, slug],
      {
        expected_final_answer: buildFrom(3, '/slug'),
      },
    )
    expect(await listFindings('oracle', task)).toEqual([
      expect.stringMatching(/in the order step_2, step_1|step_2, step_3, step_1|in parallel/),
    ])
    const ordered = { ...read, depends_on: ['step_1'], order: true as const }
    expect(
      await listFindings('oracle', { ...task, expected_trace: { steps: [write, ordered, slug] } }),
    ).toEqual([])
  })
})

describe('answer-in-prompt', () => {
  const task = (prompt: string): Task =>
    buildTask(prompt, [step(1, 'case_convert', { text: 'a word', target_case: 'snake' })], {
      expected_final_answer: buildFrom(1, '/converted'),
    })
  test('finds a bound value in the prompt', async () => {
    expect(await listFindings('answer-in-prompt', task('Put "a word" into snake case.'))).toEqual([])
    expect(
      await listFindings('answer-in-prompt', task('Put "a word" into snake case, like a_word.')),
    ).toEqual(['the value from step_1 for the answer, "a_word", is in the prompt'])
  })
  test('finds what is to be worked out', async () => {
    const sum = (prompt: string): Task =>
      buildTask(prompt, [step(1, 'extract_numbers', { text: 'It was 120.25 and 34.5.' })], {
        expected_final_answer: { $calc: 'sum', of: [buildFrom(1, '/numbers')] },
      })
    expect(await listFindings('answer-in-prompt', sum('Add up the figures.'))).toEqual([])
    expect(await listFindings('answer-in-prompt', sum('Add up the figures; I get 154.75.'))).toHaveLength(1)
  })
})

describe('discriminating', () => {
  test('holds for a chain over which a figure flows', async () => {
    const answered = chain({ expected_final_answer: buildFrom(2, '/message_id') })
    expect(await listFindings('discriminating', answered)).toEqual([])
  })
  test('finds a dependency that carries nothing, and a read that nothing uses', async () => {
    const task = buildTask('Weekday of 2031-05-03, and the weather in Oslo.', [
      step(1, 'get_weather', { city: 'Oslo' }),
      step(2, 'get_weekday', { date: '2031-05-03' }, ['step_1']),
    ])
    expect(await listFindings('discriminating', task)).toEqual([
      'step_2 depends on step_1 but uses none of its values',
      'no step and no graded answer uses the result of step_1 (get_weather)',
      'no step and no graded answer uses the result of step_2 (get_weekday)',
    ])
  })
  test('lets a tenth of the edges of a suite of 20 tasks be weak, not more, and any of a smaller one', async () => {
    const strong = (i: number): Task =>
      chain({ task_id: `strong_${i}`, expected_final_answer: buildFrom(2, '/message_id') })
    const weak = (i: number): Task => chain({ task_id: `weak_${i}` }, buildFrom(1, '/condition'))
    const suite = (weakTasks: number, tasks: number): Task[] =>
      Array.from({ length: tasks }, (_, i) => (i < weakTasks ? weak(i) : strong(i)))
    expect(await listFindings('discriminating', ...suite(3, 20))).toEqual([])
    expect(await listFindings('discriminating', ...suite(4, 20))).toEqual(
      Array.from({ length: 4 }, () =>
        expect.stringMatching(/^the value that step_2 takes from step_1 has only 2\.8 bits/),
      ),
    )
    expect(await listFindings('discriminating', ...suite(19, 19))).toEqual([])
  })
  test('finds a selection that is too close', async () => {
    const rate = (amount: number): JsonObject => ({ from_currency: 'USD', to_currency: 'EUR', amount })
    const between = (amount: number): Task =>
      buildTask(
        'Which gives more?',
        [step(1, 'get_exchange_rate', rate(120.5)), step(2, 'get_exchange_rate', rate(amount))],
        {
          expected_final_answer: {
            $calc: 'max',
            of: [buildFrom(1, '/converted_amount'), buildFrom(2, '/converted_amount')],
          },
        },
      )
    expect(await listFindings('discriminating', between(240.5))).toEqual([])
    expect(await listFindings('discriminating', between(120.9))).toContain(
      'in world 7 the item selected for the answer beats the runner-up by less than 1 %',
    )
  })
  test('finds a selection that is too close in another world alone', async () => {
    const task = buildTask(
      'How warm is the warmer of Oslo and Lima?',
      [step(1, 'get_weather', { city: 'Oslo' }), step(2, 'get_weather', { city: 'Lima' })],
      {
        expected_final_answer: {
          $calc: 'max',
          of: [buildFrom(1, '/temperature_celsius'), buildFrom(2, '/temperature_celsius')],
        },
      },
    )
    const worlds = (await listFindings('discriminating', task)).map((detail) => detail.split(' the item')[0])
    expect(worlds).toEqual(['in world 10'])
  })
  test('finds a value that another call says as well, and forgives an echo', async () => {
    const echo = chain(
      { expected_final_answer: buildFrom(2, '/message_id') },
      buildFrom(1, '/temperature_celsius'),
    )
    expect(await listFindings('discriminating', echo)).toEqual([])
    const task = buildTask(
      'Twice.',
      [
        step(1, 'case_convert', { text: 'grey heron', target_case: 'title' }),
        step(2, 'string_replace', { text: 'grey Heron', old: 'grey', new: 'Grey' }),
      ],
      { expected_final_answer: buildFrom(1, '/converted') },
    )
    expect(await listFindings('discriminating', task)).toContain(
      'in world 7 the value that the answer takes from step_1 /converted also appears in step_2 /result',
    )
  })
})

describe('calibration', () => {
  test('holds for a chain, and finds a task that guessing solves', async () => {
    expect(
      await listFindings('calibration', chain({ expected_final_answer: buildFrom(2, '/message_id') })),
    ).toEqual([])
    const easy = buildTask('What does the session say?', [step(1, 'get_session_context', {})], {
      available_tools: ['get_session_context', 'send_email'],
    })
    const findings = await listFindings('calibration', easy)
    expect(findings).toContain('random: it is solved by guessing')
  })
})

describe('an audit', () => {
  test('counts valid tasks and says what each rule looked at', async () => {
    const broken = chain({ task_id: 'broken' }, buildFrom(1, '/temperature'))
    const report = await auditSuite([chain(), broken], registry, { rules: ['oracle', 'answer-in-prompt'] })
    expect(report).toMatchObject({
      tasks: 2,
      valid: 1,
      rules: { oracle: { checked: 2, failed: 1 }, 'answer-in-prompt': { checked: 1, failed: 0 } },
    })
    expect(Object.keys(report.rules)).toEqual(['oracle', 'answer-in-prompt'])
  })

  test.each([
    [[], undefined, /the suite has no tasks/],
    [[chain()], [], /every rule is off/],
  ])('refuses %#', async (tasks, rules, message) => {
    const options = rules === undefined ? {} : { rules: rules as RuleName[] }
    await expect(auditSuite(tasks, registry, options)).rejects.toThrow(message)
  })
})
