import { describe, expect, test } from 'vitest'
import type { RequestJudge, TraceToWord } from '../../../../src/audit/asked/judge.ts'
import { isSameWord } from '../../../../src/audit/asked/word-forms.ts'
import { auditSuite } from '../../../../src/audit/audit-suite.ts'
import type { Level, Step, Task } from '../../../../src/schema/task.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { registry } from '../../../../src/simulators/registry.ts'
import { from, step, taskOf } from '../../../support/task.ts'

async function said(task: Task, judge?: RequestJudge): Promise<string[]> {
  const { findings } = await auditSuite([task], registry, { rules: ['asked'], judge })
  return findings.map(({ detail }) => detail)
}

describe('words', () => {
  test.each([
    ['convert', 'conversion'],
    ['hot', 'hottest'],
    ['humid', 'humidity'],
    ['summary', 'summarised'],
    ['translate', 'translations'],
  ])('%s and %s are forms of one word', (one, other) => expect(isSameWord(one, other)).toBe(true))
  test.each([
    ['temperature', 'time'],
    ['to', 'too'],
    ['weather', 'wind'],
  ])('%s and %s are not', (one, other) => expect(isSameWord(one, other)).toBe(false))
})

describe('levels', () => {
  const weather = (place: number, city: string): Step => step(place, 'get_weather', { city })
  const chained = (place: number, ...on: string[]): Step => step(place, 'slugify', { text: 'a' }, on)
  const shaped = (level: Level, ...steps: Step[]): Task =>
    taskOf('What is the weather like in Oslo and in Bari, and what else is there to say?', steps, { level })
  const LEVELS: readonly Level[] = ['L0_node', 'L1_chain', 'L2_parallel', 'L3_dag']

  test.each<[Level, Step[]]>([
    ['L0_node', [weather(1, 'Oslo')]],
    ['L1_chain', [weather(1, 'Oslo'), chained(2, 'step_1')]],
    ['L2_parallel', [weather(1, 'Oslo'), weather(2, 'Bari')]],
    [
      'L3_dag',
      [weather(1, 'Oslo'), chained(2, 'step_1'), chained(3, 'step_1'), chained(4, 'step_2', 'step_3')],
    ],
  ])('%s fits its shape and no other does', async (level, steps) => {
    for (const other of LEVELS) {
      const found = (await said(shaped(other, ...steps))).filter((one) => one.startsWith('the level'))
      expect(found).toHaveLength(other === level ? 0 : 1)
    }
  })
})

describe('texts of several parts', () => {
  const mailed = (prompt: string, ...parts: Json[]): Task =>
    taskOf(prompt, [
      step(1, 'get_weather', { city: 'Oslo' }),
      step(2, 'send_email', { to: 'ann@example.com', subject: 'S', body: { $text: parts } }, ['step_1']),
    ])
  const PROMPT =
    'Look up the weather in Oslo and e-mail ann@example.com under "S": the air temperature in celsius, labelled "Air", and the wind speed in km/h, labelled "Wind".'

  test('need a label each, which the prompt names', async () => {
    const [air, wind] = [from(1, '/temperature_celsius'), from(1, '/wind_speed_kmh')]
    expect(await said(mailed(PROMPT, 'Air ', air, ', wind ', wind))).toEqual([])
    expect(await said(mailed(PROMPT, 'Air ', air, ', breeze ', wind))).toEqual([])
    expect(await said(mailed(PROMPT, 'Air ', air, ', second ', wind))).toEqual([
      expect.stringMatching(/^a text of step_2 labels get_weather \/wind_speed_kmh ", second"/),
    ])
    expect(await said(mailed(PROMPT, 'Air ', air, ' ', wind))).toEqual([
      'a text of step_2 gives get_weather /wind_speed_kmh without a label before it',
    ])
  })
})

describe('a graded record', () => {
  const PROMPT =
    'Look up the weather in Oslo. ANSWER: and a JSON object with the keys "wind" (the wind speed in km/h) and "humidity" (the relative humidity in percent).'
  const graded = (answer: JsonObject): Task =>
    taskOf(PROMPT, [step(1, 'get_weather', { city: 'Oslo' })], { expected_final_answer: answer })

  test('gives under each key what the key names', async () => {
    const wind = from(1, '/wind_speed_kmh')
    expect(await said(graded({ wind, humidity: from(1, '/humidity_percent') }))).toEqual([])
    expect(
      await said(graded({ wind: from(1, '/humidity_percent'), humidity: from(1, '/condition') })),
    ).toContain(
      'the answer gives get_weather /humidity_percent under "wind", which names get_weather /wind_speed_kmh',
    )
  })
})

describe('a judge', () => {
  const task = taskOf('What is the humidity in Oslo? ANSWER: and only the relative humidity in percent.', [
    step(1, 'get_weather', { city: 'Oslo' }),
  ])
  const graded: Task = { ...task, expected_final_answer: from(1, '/humidity_percent') }

  test('words the trace without its prompt, and what differs is a finding', async () => {
    const seen: TraceToWord[] = []
    const judge = (difference: string | undefined): RequestJudge => ({
      wordRequest: async (trace) => {
        seen.push(trace)
        return 'Tell me how humid Oslo is.'
      },
      findDifference: async (prompt, worded) => {
        expect([prompt, worded]).toEqual([graded.prompt, 'Tell me how humid Oslo is.'])
        return difference
      },
    })
    expect(await said(graded, judge(undefined))).toEqual([])
    expect(await said(graded, judge('the unit is left open'))).toEqual([
      'the trace, put back into words, asks for something else: the unit is left open',
    ])
    expect(seen[0]).toEqual({
      available_tools: graded.available_tools,
      expected_trace: graded.expected_trace,
      expected_final_answer: graded.expected_final_answer,
    })
  })
})
