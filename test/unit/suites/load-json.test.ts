import { describe, expect, it } from 'vitest'
import { parseJsonSuite } from '../../../src/suites/load/formats/json.ts'
import type { SuiteError } from '../../../src/suites/load/suite-error.ts'
import { row, step } from './rows.ts'

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

function problemsOf(text: string): string[] {
  try {
    parseJsonSuite(text, 's.json')
    return []
  } catch (error) {
    return (error as SuiteError).problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)
  }
}

describe('parseJsonSuite', () => {
  it.each<[string, unknown]>([
    ['an array', [row(), row({ task_id: 'T2' })]],
    ['an object with tasks', { name: 'mine', tasks: [row(), row({ task_id: 'T2' })] }],
    ['an object with data', { data: [row(), row({ task_id: 'T2' })], version: 3 }],
  ])('takes %s', (_, document) => {
    const lines = parseJsonSuite(`\uFEFF${pretty(document)}\n`, 's.json')
    expect(lines.map(({ task }) => task.task_id)).toEqual(['T1', 'T2'])
    const text = pretty(document).split('\n')
    // Each line is the one on which the task opens: its name is on the next.
    expect(lines.map(({ line }) => text[line]?.trim())).toEqual(['"task_id": "T1",', '"task_id": "T2",'])
  })

  it('takes published rows, with JSON inside texts', () => {
    const published = row({
      expected_trace: JSON.stringify({ steps: [step('a')] }),
      expected_final_answer: '[1]',
    })
    expect(parseJsonSuite(JSON.stringify([published]), 's.json')[0]?.task).toMatchObject({
      expected_trace: { steps: [{ arguments: { city: 'Oslo' } }] },
      expected_final_answer: [1],
    })
  })

  it('names line, task and field of every problem', () => {
    const { prompt: _, available_tools: __, expected_trace: ___, ...rest } = row({ task_id: 'T2' })
    const text = [
      '{ "tasks": [',
      `  ${JSON.stringify(row())},`,
      '  {',
      `    "prompt": 3, ${JSON.stringify(rest).slice(1, -1)},`,
      '    "available_tools": ["other"],',
      '    "expected_trace": { "steps": [',
      '      { "step_id": "a", "arguments": {},',
      '        "tool_name": "" } ] }',
      '  },',
      `  ${JSON.stringify(row())},`,
      '  7',
      '] }',
    ].join('\n')
    expect(problemsOf(text)).toEqual([
      '4 tasks[1].prompt: expected string, received number',
      '8 tasks[1].expected_trace.steps.0.tool_name: Too small: expected string to have >=1 characters',
      '10 tasks[2].task_id: "T1" is taken by line 2',
      '11 tasks[3]: expected an object with the fields of a task',
    ])
  })

  it('names a key that an object has twice', () => {
    const text = pretty([row()]).replace('"task_id"', '"level": "L0_node",\n"task_id"')
    expect(problemsOf(text)).toEqual(['0 : an object has the key "level" twice'])
  })

  it('names the nearest line above where a field is missing, or inside a text', () => {
    const trace = JSON.stringify({ steps: [step('a', { tool_name: 'other' })] })
    const text = pretty([{ ...row(), prompt: undefined }, row({ task_id: 'T2', expected_trace: trace })])
    const lines = text.split('\n')
    expect(problemsOf(text)).toEqual([
      '2 [0].prompt: expected string, but it is missing',
      `${1 + lines.findIndex((line) => line.includes('"expected_trace": "'))} [1].expected_trace.steps.0.tool_name: "other" is not among available_tools, so no agent can call it`,
    ])
  })

  it.each([
    ['', '1 : the file is empty'],
    [' \n', '1 : the file is empty'],
    ['[]', '1 : the suite has no tasks'],
    ['{"tasks": []}', '1 : the suite has no tasks'],
    ['{"tasks": 5}', '1 : tasks: expected an array of tasks'],
    ['{"tasks": [], "data": []}', '1 : the object has both "tasks" and "data"; rename one'],
    ['null', '1 : expected an array of tasks, or an object that holds one as "tasks" or "data"'],
    [pretty(row()), '1 : expected an array of tasks, or an object that holds one as "tasks" or "data"'],
  ])('refuses %j', (text, says) => expect(problemsOf(text)).toEqual([says]))

  it('says on which line the text stops being JSON, in one line', () => {
    const [says, ...more] = problemsOf('[\n  {"a": 1},\n  {"b": nope}\n]\n')
    expect(more).toEqual([])
    expect(says).toMatch(/^3 : not JSON: [^\n]+$/)
    expect(problemsOf(`${JSON.stringify(row())}\n${JSON.stringify(row())}`)[0]).toMatch(/^2 : not JSON: /)
  })

  it('says it like any other suite', () =>
    expect(() => parseJsonSuite('[\n{}]', 'a/s.json')).toThrow(
      /^Failed to load suite a\/s\.json: \d+ problems\.\n {2}a\/s\.json:2: \[0\]\.task_id: expected string, but it is missing\n/,
    ))
})
