import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Json } from '../../../src/shared/json.ts'
import { parseCodeTasks, prepareTask } from '../../../src/suites/code/write-task.ts'
import { findSignedAnswer } from '../../../src/suites/load/check/signed-answers.ts'
import { loadSuite, parseSuite } from '../../../src/suites/load/load.ts'
import type { ReferenceFunction } from '../../../src/tasks/reference/function-run.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
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
    'shop.suite.jsonl:1: expected_trace.steps.1.arguments.message: swapping two values of this $text would still pass; use $template',
  ])
  expect(warningsOf(logged({ $text: ['Air ', air, ', sky ', sky] }))).toEqual([])
})

const answered = (prompt: string, answer: Json, more: Partial<Task> = {}): Task =>
  buildTask(prompt, [step(1, 'get_weather', { city: 'Oslo' })], { expected_final_answer: answer, ...more })

test('an answer of several values is to be asked for by a line, which the warning has', () => {
  expect(warningsOf(answered('Oslo?', { air, wind }))).toEqual([
    expect.stringContaining(
      'this answer is several values in prose, where a wrong one may pass; end the prompt with "ANSWER: {"air": <temperature celsius>, "wind": <wind speed kmh>}"',
    ),
  ])
  expect(warningsOf(answered('Oslo? End with ANSWER: and both.', [air, wind]))).toEqual([
    expect.stringContaining('end the prompt with "ANSWER: [<temperature celsius>, <wind speed kmh>]"'),
  ])
  expect(warningsOf(answered('Oslo?', air))).toEqual([])
  const turns = ['Both. ANSWER: {"air": <temperature celsius>, "wind": <wind speed kmh>}']
  expect(warningsOf(answered('Oslo?', { air, wind }, { turns }))).toEqual([])
  expect(warningsOf(answered('Oslo? ANSWER: {"air": <air>, "wind": <wind>}', { air, wind }))).toEqual([])
  expect(warningsOf(answered('Oslo?', { air, wind }, { checks: [{ name: 'judge', counts: true }] }))).toEqual(
    [],
  )
  expect(warningsOf(answered('Oslo?', { air, wind }, { checks: ['judge'] }))).toHaveLength(1)
})

test('a boolean is to be asked for by a line', () => {
  const steps = [step(1, 'is_business_day', { date: '2026-05-03' })]
  const asked = (prompt: string): Task =>
    buildTask(prompt, steps, { expected_final_answer: buildFrom(1, '/is_business_day') })
  expect(warningsOf(asked('Is 3 May 2026 a business day?'))).toEqual([
    expect.stringContaining(
      'this answer is a boolean in prose, where a wrong one may pass; end the prompt with "ANSWER: <true or false>"',
    ),
  ])
  expect(warningsOf(asked('Is it? Say it behind ANSWER: as yes or no.'))).toEqual([])
})

test('a number that is negative in one of the worlds is to be asked for by a line', () => {
  const signed = (answer: Json, prompt = 'Oslo?'): string | undefined =>
    findSignedAnswer(
      parseSuite(suiteText(answered(prompt, answer, { world: { seed: 1 } })), 'shop.suite.jsonl'),
      'shop.suite.jsonl',
      registry,
    )
  expect(signed(air)).toContain(
    'shop.suite.jsonl:1: expected_final_answer: this answer is a number that is negative',
  )
  expect(signed(wind)).toBeUndefined()
  expect(signed(air, 'Oslo? ANSWER: <celsius>')).toBeUndefined()
})

test.each<[string, string, (weather: Record<string, number>) => unknown, boolean]>([
  ['negative in some worlds', 'Oslo?', (weather) => weather.temperature_celsius, true],
  ['computed', 'Oslo?', (weather) => 1 - weather.wind_speed_kmh!, true],
  [
    'negative on one of two ways',
    'Oslo?',
    (weather) => (weather.temperature_celsius! < 0 ? weather.temperature_celsius : 'mild'),
    true,
  ],
  ['never negative', 'Oslo?', (weather) => weather.wind_speed_kmh, false],
  ['negative by the suite', 'Say -5.', () => -5, false],
  ['asked for by a line', 'Oslo? ANSWER: <celsius>', (weather) => weather.temperature_celsius, false],
])(
  'the answer of a function is warned of where it is negative in one of its worlds: %s',
  async (_, prompt, answer, warns) => {
    const reference: ReferenceFunction = async ({ get_weather }) =>
      answer((await get_weather?.({ city: 'Oslo' })) as Record<string, number>)
    const code = {
      name: 't',
      options: { prompt, tools: ['get_weather'], seed: 1 },
      reference,
      mode: 'run' as const,
      line: 4,
    }
    const [parsed] = parseCodeTasks([code], 'a.suite.ts')
    const { warnings = [] } = await prepareTask(parsed!, 'a.suite.ts', registry)
    expect(warnings).toEqual(
      warns
        ? [
            expect.stringContaining(
              'a.suite.ts:4: t: this answer is a number that is negative in some worlds',
            ),
          ]
        : [],
    )
  },
)

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
