import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Json } from '../../../src/shared/json.ts'
import { loadSuite, parseSuite } from '../../../src/suites/load/load.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

const [air, wind, sky] = [
  buildFrom(1, '/temperature_celsius'),
  buildFrom(1, '/wind_speed_kmh'),
  buildFrom(1, '/condition'),
]

const logged = (message: Json, prompt = 'Log the weather in Oslo.'): Task =>
  buildTask(prompt, [
    step(1, 'get_weather', { city: 'Oslo' }),
    step(2, 'log_event', { event_type: 'note', severity: 'info', message }, ['step_1']),
  ])
const suiteText = (...tasks: readonly Task[]): string =>
  tasks.map((task, i) => JSON.stringify({ ...task, task_id: `t_${i}` })).join('\n')
const warningsOf = (...tasks: readonly Task[]): string[] =>
  parseSuite(suiteText(...tasks), 'shop.suite.jsonl').flatMap(({ warnings = [] }) => warnings)

test('two values of one class in a text of the agent are said once a suite', () => {
  const twins = logged({ $text: ['Air ', air, ', wind ', wind] })
  expect(warningsOf(twins, twins)).toEqual([
    'shop.suite.jsonl:1: expected_trace.steps.1.arguments.message: two values of this $text have the same class, so swapped values would pass; use $template',
  ])
  expect(warningsOf(logged({ $text: ['Air ', air, ', sky ', sky] }))).toEqual([])
})

test('an answer of several values is to be asked for by a line', () => {
  const answered = (prompt: string, answer: Json): Task =>
    buildTask(prompt, [step(1, 'get_weather', { city: 'Oslo' })], { expected_final_answer: answer })
  expect(warningsOf(answered('Oslo?', { air, wind }))).toEqual([
    expect.stringContaining('ask for named values in the prompt'),
  ])
  expect(warningsOf(answered('Oslo?', air))).toEqual([])
  expect(warningsOf(answered('Oslo? ANSWER: {"air": <air>, "wind": <wind>}', { air, wind }))).toEqual([])
})

test('a template is to be quoted by the prompt', () => {
  const message = { $template: ['Air: ', { gap: 'air', is: air }] }
  expect(warningsOf(logged(message))).toEqual([
    expect.stringContaining('the prompt does not quote this $template with its gaps: "Air: <air>"'),
  ])
  expect(warningsOf(logged(message, 'Log the weather in Oslo: "Air: <air>".'))).toEqual([])
})

test('a recorded suite is taken as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'))
  const file = join(folder, 'shop.suite.jsonl')
  writeFileSync(file, suiteText(logged({ $text: ['Air ', air, ', wind ', wind] })))
  expect(loadSuite(file).flatMap(({ warnings = [] }) => warnings)).toHaveLength(1)
  writeFileSync(join(folder, 'shop.recording.json'), '{}')
  expect(loadSuite(file).flatMap(({ warnings = [] }) => warnings)).toEqual([])
})
