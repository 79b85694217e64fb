import { describe, expect, it } from 'vitest'
import { parseSuite, readSuite } from '../../../src/suites/load/load.ts'
import type { SuiteError } from '../../../src/suites/load/suite-error.ts'
import { row, step } from './rows.ts'

function problemsOf(...rows: unknown[]): string[] {
  try {
    parseSuite(
      rows.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'),
      's.jsonl',
    )
    return []
  } catch (error) {
    return (error as SuiteError).problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)
  }
}

describe('a $text', () => {
  const weather = (at: string) => ({ $from: 'read', at })
  /** Reads the weather, makes a task whose description is the text, and takes up the id of that task or not. */
  const withText = (text: unknown[], isTakenUp: boolean) =>
    row(
      {
        available_tools: ['get_weather', 'create_task'],
        ...(isTakenUp ? { expected_final_answer: { $from: 'made', at: '/task_id' } } : {}),
      },
      [
        step('read'),
        {
          step_id: 'made',
          tool_name: 'create_task',
          arguments: { title: 'Weather', description: { $text: text } },
          depends_on: ['read'],
        },
      ],
    )
  const warningsOf = (given: object) =>
    parseSuite(`\n${JSON.stringify(given)}`, 's.jsonl').flatMap(({ warnings = [] }) => warnings)

  it('without a bound value is warned about, with file and line', () => {
    expect(warningsOf(withText(['Take an umbrella'], false))).toEqual([
      's.jsonl:2: expected_trace.steps.1.arguments.description: this text binds no value, so any text would pass',
    ])
    expect(warningsOf(withText(['It is ', weather('/condition')], false))).toEqual([])
  })

  it.each<[string, unknown[]]>([
    ['a wording alone', ['Take an umbrella']],
    ['an enum', ['It is ', weather('/condition')]],
    ['an enum twice', ['It is ', weather('/condition'), ', yes, ', weather('/condition')]],
    ['a count', ['There are ', { $calc: 'count', of: [weather('/temperature_celsius')] }]],
  ])('that something depends on must not bind %s only', (_, text) => {
    expect(problemsOf(withText(text, true))).toEqual([
      "1 expected_trace.steps.1.arguments.description: made's output is used, so its text must bind values of 10 bits or more, such as a number or an id",
    ])
    expect(problemsOf(withText(text, false))).toEqual([])
  })

  it('that something depends on may bind a figure', () => {
    expect(problemsOf(withText(['It is ', weather('/temperature_celsius')], true))).toEqual([])
  })
})

describe('parseSuite', () => {
  it('reads our form and the published one, with JSON inside strings', () => {
    const published = {
      ...row({ task_id: 'T2', category: 'weather', pattern: '' }),
      expected_trace: JSON.stringify({
        steps: [{ ...step('step_1'), arguments: '{"city": "Oslo"}', output_key: null }],
        final_answer_source: 'step_1',
      }),
      expected_final_answer: '{"a": 1}',
    }
    const lines = parseSuite(
      `\uFEFF${JSON.stringify(row())}\r\n\r\n${JSON.stringify(published)}\n`,
      's.jsonl',
    )
    expect(lines.map(({ line, task }) => [line, task.task_id])).toEqual([
      [1, 'T1'],
      [3, 'T2'],
    ])
    expect(lines[1]?.task).toMatchObject({
      expected_trace: { steps: [{ arguments: { city: 'Oslo' } }] },
      expected_final_answer: { a: 1 },
    })
  })

  it.each<[string, object, string]>([
    ['a missing field', { ...row(), prompt: undefined }, '1 prompt: expected string, but it is missing'],
    [
      'missing tools',
      { ...row(), available_tools: undefined },
      '1 available_tools: it is missing; name the tools that the agent is offered, as in ["find_order"]',
    ],
    ['an unknown field', row({ promt: 'x' }), '1 : unknown field "promt"; did you mean "prompt"?'],
    [
      'a misspelt field, in place of the missing one',
      { ...row({ prompts: 'x' }), prompt: undefined },
      '1 : unknown field "prompts"; did you mean "prompt"?',
    ],
    [
      'a misspelt field of a field',
      row({ within: { call: 3 } }),
      '1 within: unknown field "call"; did you mean "calls"?',
    ],
    [
      'a misspelt field of a step',
      row({
        expected_trace: { steps: [{ step_id: 's', tool_name: 'get_weather', argments: {}, depends_on: [] }] },
      }),
      '1 expected_trace.steps.0: unknown field "argments"; did you mean "arguments"?',
    ],
    ['another type', row({ timeout: '5s' }), '1 timeout: expected milliseconds as a whole number, got "5s"'],
    [
      'further prompts as a text',
      row({ turns: 'again' }),
      '1 turns: expected a list of further prompts, got "again"',
    ],
    [
      'an unknown level',
      row({ level: 'L9' }),
      '1 level: Invalid option: expected one of "L0_node"|"L1_chain"|"L2_parallel"|"L3_dag"',
    ],
    [
      'a step twice',
      row({}, [step('a'), step('a')]),
      '1 expected_trace.steps.1.step_id: "a" is taken by an earlier step',
    ],
    [
      'a dependency on nothing',
      row({}, [step('a', { depends_on: ['b'] })]),
      '1 expected_trace.steps.0.depends_on: unknown step "b"',
    ],
    [
      'a cycle',
      row({}, [step('a', { depends_on: ['b'] }), step('b', { depends_on: ['a'] })]),
      '1 expected_trace.steps: depends_on forms a cycle: a -> b -> a',
    ],
    [
      'a tool that is not offered',
      row({}, [step('a', { tool_name: 'other' })]),
      '1 expected_trace.steps.0.tool_name: "other" is not among available_tools, so no agent can call it',
    ],
    [
      'a binding to a step that it does not depend on',
      row({}, [step('a'), step('b', { arguments: { city: { $from: 'a', at: '/city' } } })]),
      '1 expected_trace.steps.1.arguments: b takes a value of "a", so its depends_on must list "a"',
    ],
    [
      'a malformed binding',
      row({}, [step('a'), step('b', { depends_on: ['a'], arguments: { city: { $from: 'a', at: 'city' } } })]),
      '1 expected_trace.steps.1.arguments.city.at: expected a JSON Pointer that is empty or starts with "/"',
    ],
    [
      'an answer from nowhere',
      row({ expected_final_answer: { $from: 'z', at: '' } }),
      '1 expected_final_answer: unknown step "z"',
    ],
  ])('refuses %s', (_, bad, says) => expect(problemsOf(bad)).toEqual([says]))

  it('reports every bad line, not the first', () => {
    expect(
      problemsOf(row(), 'nope', row(), '[]', { task_id: 'x' }).map((text) => text.split(' ')[0]),
    ).toEqual(expect.arrayContaining(['2', '3', '4', '5']))
    for (const task_id of ['a\u001b[2J', 'a\nb', '::error::x', 'a\u202e'])
      expect(problemsOf(row({ task_id }))).toEqual(['1 task_id: expected a name without control characters'])
    expect(problemsOf(row(), row())).toEqual(['2 task_id: "T1" is taken by line 1'])
  })

  it('tells a task that is laid out over several lines from lines that are not JSON', () => {
    const says = ['1 : one JSON document over several lines; write one task per line']
    expect(problemsOf(JSON.stringify(row(), null, 2))).toEqual(says)
    expect(problemsOf('nope\nnope')).toHaveLength(2)
  })

  it('says of an array what to write in its place', () => {
    expect(problemsOf([row()])).toEqual(['1 : a JSON array; write one task per line'])
  })

  it('takes JSON out of texts where a text could be nothing else', () => {
    const task = row({
      expected_final_answer: '5',
      available_tools: '["get_weather"]',
      world: '{"seed": 3}',
      alternatives: [{ steps: [step('a', { arguments: '{"city":"Rome"}' })] }],
    })
    expect(parseSuite(JSON.stringify(task), 's.jsonl')[0]?.task).toMatchObject({
      expected_final_answer: '5',
      available_tools: ['get_weather'],
      world: { seed: 3 },
      alternatives: [{ steps: [{ arguments: { city: 'Rome' } }] }],
    })
    expect(problemsOf(row({ world: '{"seed"' }))).toEqual(['1 world: expected object, got "{\\"seed\\""'])
  })

  it('refuses an empty suite', () =>
    expect(problemsOf('')).toEqual(['1 : the suite has no tasks; write one task per line']))
})

it('readSuite reads a file, and names one that it cannot read', async () => {
  expect(await readSuite('test/unit/audit/fixtures/spoilt.jsonl')).not.toHaveLength(0)
  await expect(readSuite('no/such.jsonl')).rejects.toThrow(
    'Failed to read suite no/such.jsonl: no such file. Name',
  )
})
