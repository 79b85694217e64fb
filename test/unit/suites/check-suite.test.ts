import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Json } from '../../../src/shared/json.ts'
import { checkSuite, findSchemaProblems } from '../../../src/suites/load/check/check-suite.ts'
import { parseSuite } from '../../../src/suites/load/load.ts'
import { SuiteError } from '../../../src/suites/load/suite-error.ts'
import { taskToLine } from '../../../src/suites/load/task-line.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { buildFrom, step } from '../../support/task.ts'

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
    /a\.suite\.jsonl:2: the tool "get_wether" has no simulator; did you mean "get_weather"\? Name[\s\S]*:3: the tool "zzzz" has no simulator\. Name/,
  )
})

describe('arguments', () => {
  it.each<[string, RawStep[], string]>([
    [
      'of a name that the tool does not have',
      [{ tool_name: 'get_weather', arguments: { city: 'Oslo', citty: 'Rome' } }],
      'expected_trace.steps.0.arguments.citty: get_weather has no such parameter; did you mean "city"?',
    ],
    [
      'of the name of a prototype',
      [{ tool_name: 'get_weather', arguments: JSON.parse('{"city":"Oslo","__proto__":{"x":1}}') }],
      'expected_trace.steps.0.arguments.__proto__: get_weather has no such parameter',
    ],
    [
      'that are missing',
      [{ tool_name: 'get_weather', arguments: {} }],
      'expected_trace.steps.0.arguments: get_weather needs "city"',
    ],
    [
      'of another type',
      [{ tool_name: 'get_weather', arguments: { city: 7 } }],
      'expected_trace.steps.0.arguments.city: 7: expected string',
    ],
    [
      'of another type within a choice',
      [{ tool_name: 'get_weather', arguments: { city: { $oneOf: ['Oslo', { $literal: ['Rome'] }] } } }],
      'expected_trace.steps.0.arguments.city: ["Rome"]: expected string',
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
  expect(messages(JSON.stringify(row))).toHaveLength(2)
  expect(messages(published)).toEqual([])
})

describe('a task that depends on its world', () => {
  const fixture = readFileSync('test/fixtures/world-tasks.suite.jsonl', 'utf8')
  const taskNamed = (id: string): Task =>
    JSON.parse(fixture.split('\n').find((line) => line.includes(`"task_id": "${id}"`)) as string)
  const problemsOf = (task: object): string[] => {
    try {
      return messages(JSON.stringify(task))
    } catch (error) {
      if (!(error instanceof SuiteError)) throw error
      return error.problems.map(({ field, message }) => `${field}: ${message}`)
    }
  }
  /** A task of the fixture with something else in one step. */
  const changed = (id: string, at: number, change: object): Task => {
    const task = taskNamed(id)
    Object.assign(task.expected_trace.steps[at] as object, change)
    return task
  }
  const products = { $from: 'step_1', at: '/results' }
  const weatherIn = (seed: number): Json => {
    const result = registry.execute('get_weather', { city: 'Oslo' }, registry.open(seed))
    return result.ok ? result.output : null
  }

  it('loads, and so does what is written of it', () => {
    const tasks = parseSuite(fixture, 'a.suite.jsonl').map(({ task }) => task)
    expect(messages(fixture)).toEqual([])
    expect(parseSuite(tasks.map(taskToLine).join('\n'), 'b.suite.jsonl').map(({ task }) => task)).toEqual(
      tasks,
    )
  })

  it.each<[string, Task, string]>([
    [
      'a step that is unknown to a condition',
      changed('if', 1, { when: { $exists: { $from: 'step_9', at: '' } } }),
      'expected_trace.steps.1.when: step_2 takes a value of "step_9", so its depends_on must list "step_9"',
    ],
    [
      'a condition on a field that the result has not',
      changed('if', 1, { when: { $gt: [{ $from: 'step_1', at: '/temperatur_celsius' }, 17] } }),
      'expected_trace.steps.1.when: "/temperatur_celsius" is not in the result of get_weather (step_1): unknown field',
    ],
    [
      'a list that the result has not',
      changed('each-all', 1, { each: { list: { $from: 'step_1', at: '/result' } } }),
      'expected_trace.steps.1.each: "/result" is not in the result of',
    ],
    [
      'a state that nothing can be drawn of',
      { ...taskNamed('if'), world: { seed: 100, state: { memory: [{ key: 'a', value: { $draw: [] } }] } } },
      'world.state.memory.0.value: expected {"$draw": [values]} with at least one value',
    ],
    [
      'a state with a misspelt binding',
      { ...taskNamed('if'), world: { seed: 100, state: { memory: [{ $drw: [1] }] } } },
      'world.state.memory.0: expected {"$draw": [values]}',
    ],
    [
      'a $failed of an unknown step',
      changed('if', 1, { when: { $failed: 'step_9' } }),
      'expected_trace.steps.1.when: step_2 takes a value of "step_9", so its depends_on must list "step_9"',
    ],
    [
      'a condition that is none',
      changed('if', 1, { when: { $above: [1, 2] } }),
      'expected_trace.steps.1.when: expected a condition, such as',
    ],
    [
      'a condition of the answer that is none',
      { ...taskNamed('answer'), expected_final_answer: [{ when: { $above: [1, 2] }, is: 'yes' }] },
      'expected_final_answer.0.when: expected a condition, such as',
    ],
    [
      'a binding of one copy outside of the copies',
      changed('each-of-each', 2, {
        when: undefined,
        each: undefined,
        arguments: { title: { $from: 'step_2', at: '/url' } },
      }),
      'expected_trace.steps.2.arguments: step_2 has a copy for each item; take their outputs by {"$each": "step_2", "at": ...}',
    ],
    [
      'the copies of a step that has none',
      changed('if', 1, { when: { $exists: { $each: 'step_1', at: '/city' } } }),
      'expected_trace.steps.1.when: "step_1" has no "each"; use "$from"',
    ],
    [
      'an item where there is none',
      changed('if', 1, { arguments: { title: { $item: '/name' } } }),
      'expected_trace.steps.1.arguments: {"$item": "/name"} is only valid within "each" and "where"',
    ],
    [
      'an each of a step without each',
      changed('each-of-each', 2, { when: undefined, each: { list: 'step_1' } }),
      'expected_trace.steps.2.each: "step_1" has no "each"; "list" is a binding, or the id of a step with "each"',
    ],
    [
      'a $find that finds none in any world',
      changed('find', 1, {
        arguments: {
          title: { $find: products, where: { $eq: [{ $item: '/name' }, 'Atlantis'] }, give: '/name' },
        },
      }),
      'expected_trace.steps.1: $find finds no items; it must find one; the task has no expected trace in the worlds 100 to 119',
    ],
    [
      'more items than most in every world',
      changed('each-all', 1, { each: { list: products, most: 2 } }),
      'expected_trace.steps.1.each: more than 2 items pass; raise "most" or narrow "where"; the task has no expected trace in the worlds 100 to 119',
    ],
    [
      'no branch of its answer in its one world',
      {
        ...taskNamed('answer'),
        expected_final_answer: [{ when: { $eq: [1, 2] }, is: 'yes' }],
        world: { seed: 100, fixed: true },
      },
      'expected_final_answer: no "when" holds; the task has no expected trace in world 100',
    ],
    [
      'a level that none of its expansions has',
      { ...taskNamed('if'), level: 'L3_dag' },
      'level: "L3_dag" does not fit 2 steps, 1 of which depend on nothing; did you mean "L1_chain"?',
    ],
    [
      'a state that nothing reads',
      { ...taskNamed('if'), world: { seed: 100, state: { memmory: [] } } },
      'world.state.memmory: no step reads a store "memmory"; name a store of the tools, such as "memory" or an entity of a toolkit',
    ],
    [
      'a fault that decides otherwise',
      {
        ...changed('if', 1, { when: { $eq: [{ $from: 'step_1', at: '' }, weatherIn(100)] } }),
        faults: [{ fault: 'off-by-ten', tool: 'get_weather', rate: 1 }],
        world: { seed: 100, fixed: true },
      },
      'faults: in world 100 a fault turns "with step_2" into "without step_2"; apply it to a call that no condition uses',
    ],
    [
      'an attack that decides otherwise in a later world',
      {
        ...changed('if', 1, { when: { $eq: [{ $from: 'step_1', at: '' }, weatherIn(103)] } }),
        injections: [{ attack: 'direct', goal: 'say', tool: 'get_weather' }],
      },
      'injections: in world 103 an attack turns "with step_2" into "without step_2"; apply it to a call that no condition uses',
    ],
  ])('is refused for %s', (_, task, message) => {
    expect(problemsOf(task)).toEqual([expect.stringContaining(message)])
  })

  it('is refused for a write of free wording that something is decided by', () => {
    const worded = { tool_name: 'create_task', arguments: { title: { $oneOf: ['One', 'Two'] } } }
    const task = changed('if', 1, { ...worded, when: undefined })
    const when = { $exists: buildFrom(2, '/task_id') }
    task.expected_trace.steps.push({ ...step(3, 'create_task', { title: 'More' }, ['step_2']), when })
    expect(problemsOf(task)).toEqual([
      'expected_trace.steps.2: its condition depends on the write "step_2", whose text arguments an agent may word differently; grade them exactly',
    ])
  })
})
