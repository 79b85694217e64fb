import { describe, expect, it } from 'vitest'
import { checkSuite, findSchemaProblems } from '../../../src/suites/load/check/check-suite.ts'
import { parseSuite } from '../../../src/suites/load/load.ts'
import { taskToLine } from '../../../src/suites/load/task-line.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'

interface RawStep {
  tool_name: string
  arguments: object
  depends_on?: string[]
}
const line = (steps: RawStep[], more: object = {}): string =>
  JSON.stringify({
    task_id: 't',
    level: steps.length > 1 ? 'L1_chain' : 'L0_node',
    prompt: 'p',
    available_tools: [...new Set(steps.map(({ tool_name }) => tool_name))],
    expected_trace: { steps: steps.map((step, i) => ({ step_id: `step_${i + 1}`, ...step })) },
    ...more,
  })
const weather = { tool_name: 'get_weather', arguments: { city: 'Oslo' } }
const convert = (from: object, more: object = {}): RawStep => ({
  tool_name: 'unit_convert',
  arguments: { value: from, from_unit: 'celsius', to_unit: 'fahrenheit', ...more },
  depends_on: ['step_1'],
})
const celsius = { $from: 'step_1', at: '/temperature_celsius' }
const messages = (text: string): string[] =>
  findSchemaProblems(parseSuite(text, 'a.suite.jsonl'), registry).map(
    ({ field, message }) => `${field}: ${message}`,
  )

it('a sound task has no problem', () => {
  expect(messages(line([weather, convert(celsius)], { expected_final_answer: celsius }))).toEqual([])
})

it('tools that nothing simulates are named with their first line and the nearest one that there is', () => {
  const text = [
    line([weather]),
    line([{ tool_name: 'get_wether', arguments: {} }], { task_id: 'u' }),
    line([{ tool_name: 'zzzz', arguments: {} }], { task_id: 'v' }),
  ].join('\n')
  expect(() => checkSuite(parseSuite(text, 'a.suite.jsonl'), 'a.suite.jsonl', registry)).toThrow(
    /a\.suite\.jsonl:2: the tool "get_wether" has no simulator; did you mean "get_weather"\?\n.*:3: the tool "zzzz" has no simulator\. Name its simulator/,
  )
})

describe('arguments', () => {
  it.each<[string, RawStep[], string]>([
    [
      'of a name that the tool does not have',
      [{ tool_name: 'get_weather', arguments: { city: 'Oslo', citty: 'Rome' } }],
      'expected_trace.steps.0.arguments: get_weather has no parameter "citty"; did you mean "city"?',
    ],
    [
      'of the name of a prototype',
      [{ tool_name: 'get_weather', arguments: JSON.parse('{"city":"Oslo","__proto__":{"x":1}}') }],
      'expected_trace.steps.0.arguments: get_weather has no parameter "__proto__"; its simulator takes city',
    ],
    [
      'that are missing',
      [{ tool_name: 'get_weather', arguments: {} }],
      'expected_trace.steps.0.arguments: get_weather needs "city"',
    ],
    [
      'of another type',
      [{ tool_name: 'get_weather', arguments: { city: 7 } }],
      'expected_trace.steps.0.arguments.city: expected string, got 7',
    ],
    [
      'of another type within a choice',
      [{ tool_name: 'get_weather', arguments: { city: { $oneOf: ['Oslo', { $literal: ['Rome'] }] } } }],
      'expected_trace.steps.0.arguments.city: expected string, got ["Rome"]',
    ],
    [
      'that are no member of a closed list',
      [{ tool_name: 'hash_text', arguments: { text: 'a', algorithm: 'sha-256' } }],
      'did you mean "sha256"?',
    ],
  ])('%s', (_, steps, message) => {
    expect(messages(line(steps)).join()).toContain(message)
  })

  it('that are bound, empty or free are not held against a type', () => {
    const bound = { city: { $any: true } }
    expect(messages(line([{ tool_name: 'get_weather', arguments: bound }]))).toEqual([])
  })
})

describe('bindings', () => {
  it.each<[string, string, string]>([
    [
      'from a field that is not there',
      '/temperatur_celsius',
      'unknown field "temperatur_celsius"; did you mean "temperature_celsius"?',
    ],
    ['from within a number', '/temperature_celsius/0', '"0" cannot be a field of a number'],
  ])('%s', (_, at, message) => {
    expect(messages(line([weather, convert({ $from: 'step_1', at })])).join()).toContain(message)
    const answer = { expected_final_answer: { $from: 'step_1', at } }
    expect(messages(line([weather], answer)).join()).toContain(
      `expected_final_answer: "${at}" is not in the result of`,
    )
  })

  it('from a place in a list, or below data of any form, are let be', () => {
    const search = { tool_name: 'web_search', arguments: { query: 'canals' } }
    const at = (pointer: string): string =>
      messages(line([search], { expected_final_answer: { $from: 'step_1', at: pointer } })).join()
    expect(at('/results/0/url')).toBe('')
    expect(at('/results/first/url')).toContain('"first" is not an index of a list')
    const memory = { tool_name: 'retrieve_memory', arguments: { key: 'a' } }
    const deep = { expected_final_answer: { $from: 'step_1', at: '/value/a/b/c' } }
    expect(messages(line([memory], deep))).toEqual([])
  })

  it('of a misspelt kind are an error of the line', () => {
    const text = line([weather, convert({ $form: 'step_1', at: '/temperature_celsius' })])
    expect(() => parseSuite(text, 'a.suite.jsonl')).toThrow('unknown binding "$form"; did you mean "$from"?')
    const literal = line([{ tool_name: 'get_weather', arguments: { city: { $literal: { $form: 1 } } } }])
    expect(() => parseSuite(literal, 'a.suite.jsonl')).not.toThrow()
  })
})

describe('levels', () => {
  const two = { ...weather, arguments: { city: 'Rome' } }
  it.each<[string, RawStep[], string]>([
    ['L0_node', [weather, convert(celsius)], 'did you mean "L1_chain"?'],
    ['L1_chain', [weather], 'does not fit one step; did you mean "L0_node"?'],
    ['L1_chain', [weather, two], '2 steps, 2 of which depend on nothing; did you mean "L2_parallel"?'],
    ['L2_parallel', [weather, convert(celsius)], 'did you mean "L1_chain"?'],
    ['L3_dag', [weather, two], 'did you mean "L2_parallel"?'],
  ])('%s', (level, steps, message) => {
    expect(messages(line(steps, { level })).join()).toContain(message)
  })

  it('a longer chain, a fan-out and what merges may be called L3', () => {
    const third: RawStep = {
      tool_name: 'round_number',
      arguments: { value: { $from: 'step_2', at: '/converted_value' } },
      depends_on: ['step_2'],
    }
    expect(messages(line([weather, convert(celsius), third], { level: 'L3_dag' }))).toEqual([])
    expect(messages(line([weather, convert(celsius), third], { level: 'L1_chain' }))).toEqual([])
  })
})

it('rows in the published form are taken as they are', () => {
  const row = JSON.parse(line([{ tool_name: 'get_weather', arguments: { town: 'Oslo' } }]))
  const published = JSON.stringify({ ...row, expected_trace: JSON.stringify(row.expected_trace) })
  expect(messages(JSON.stringify(row))).toHaveLength(1)
  expect(messages(published)).toEqual([])
})

describe('a state that a task gives', () => {
  const read = { tool_name: 'retrieve_memory', arguments: { key: 'limit' } }
  const withState = (state: object): string => line([read], { world: { seed: 5, state } })

  it('loads, and so does what is written of it', () => {
    const text = withState({ memory: [{ key: 'limit', value: 300 }] })
    const tasks = parseSuite(text, 'a.suite.jsonl').map(({ task }) => task)
    expect(messages(text)).toEqual([])
    expect(parseSuite(tasks.map(taskToLine).join('\n'), 'b.suite.jsonl').map(({ task }) => task)).toEqual(
      tasks,
    )
  })

  it('has to be read by a step', () => {
    expect(messages(withState({ memory: [{ key: 'limit', value: 300 }], memmory: [] }))).toEqual([
      'world.state.memmory: no step reads a store "memmory"; the steps read "memory"',
    ])
  })
})

describe('a line that decides', () => {
  const step = { ...weather, depends_on: [] }
  const temperature = { $gt: [celsius, 17] }
  const list = { $from: 'step_1', at: '/files' }
  it.each<[string, string, string, string]>([
    ['when', 'steps.1', line([step, { ...step, when: temperature } as RawStep]), 'expected_trace.steps.1'],
    ['each', 'steps.1', line([step, { ...step, each: { list } } as RawStep]), 'expected_trace.steps.1'],
    [
      'when',
      'answer',
      line([step], { expected_final_answer: [{ when: temperature, is: 'yes' }] }),
      'expected_final_answer.0',
    ],
    [
      '$find',
      'answer',
      line([step], { expected_final_answer: { $find: list, least: '/size', give: '/name' } }),
      'expected_final_answer',
    ],
    [
      '$all',
      'list',
      line([step], { expected_final_answer: { $calc: 'count', of: [{ $all: list, give: '' }] } }),
      'expected_final_answer.of.0',
    ],
    [
      '$draw',
      'state',
      line([step], { world: { seed: 1, state: { memory: [{ $draw: [1, null] }] } } }),
      'world.state.memory.0',
    ],
  ])('is an error with its place, and the way over: %s in %s', (key, _, text, field) => {
    expect(() => parseSuite(text, 'a.suite.jsonl')).toThrow(
      `Failed to load suite a.suite.jsonl:1: ${field}: "${key}" has left JSON lines: a task that decides is a function in a *.suite.ts. Print it as one: npx tracewright show a.suite.jsonl:t`,
    )
  })

  it('is not one whose data have such names', () => {
    const data = { $literal: { when: 'now', is: 1, $find: 'x' } }
    const store = { tool_name: 'store_memory', arguments: { key: 'each', value: data } }
    expect(parseSuite(line([store]), 'a.suite.jsonl')).toHaveLength(1)
  })
})
