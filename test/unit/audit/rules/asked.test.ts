import { describe, expect, test } from 'vitest'
import type { Asker } from '../../../../src/models/ask.ts'
import type { Level, Step, Task } from '../../../../src/schema/task.ts'
import type { Json } from '../../../../src/shared/json.ts'
import { auditSuite } from '../../../../src/suites/audit/audit-suite.ts'
import { judgeSuite } from '../../../../src/suites/audit/request-judge.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { buildFrom, buildTask, step } from '../../../support/task.ts'

async function said(task: Task): Promise<string[]> {
  const { findings } = await auditSuite([task], registry, { rules: ['asked'] })
  return findings.map(({ detail }) => detail)
}

describe('levels', () => {
  const weather = (place: number, city: string): Step => step(place, 'get_weather', { city })
  const chained = (place: number, ...on: string[]): Step => step(place, 'slugify', { text: 'a' }, on)
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
      expect(await said(buildTask('Whatever.', steps, { level: other }))).toHaveLength(
        other === level ? 0 : 1,
      )
    }
  })
})

describe('templates', () => {
  const body = { $template: ['Oslo: ', { gap: 'air temperature', is: buildFrom(1, '/temperature_celsius') }] }
  const mailed = (prompt: string): Task =>
    buildTask(prompt, [
      step(1, 'get_weather', { city: 'Oslo' }),
      step(2, 'send_email', { to: 'ann@example.com', subject: 'S', body }, ['step_1']),
    ])

  test('are quoted with their gaps', async () => {
    expect(await said(mailed('Mail ann@example.com, subject S: "Oslo: <air temperature>".'))).toEqual([])
    expect(await said(mailed('Mail ann@example.com, subject S, how warm Oslo is.'))).toEqual([
      'step_2 expects the text "Oslo: <air temperature>", which the prompt does not quote with its gaps',
    ])
  })
})

describe('an answer line', () => {
  const graded = (prompt: string, answer: Json): Task =>
    buildTask(prompt, [step(1, 'get_weather', { city: 'Oslo' })], { expected_final_answer: answer })
  const wind = buildFrom(1, '/wind_speed_kmh')

  test('asks for the shape that is graded', async () => {
    expect(await said(graded('Wind in Oslo? ANSWER: <wind speed in km/h>', wind))).toEqual([])
    expect(await said(graded('Oslo? ANSWER: {"wind": <wind speed>}', { wind }))).toEqual([])
    expect(await said(graded('Oslo? ANSWER: {"breeze": <wind speed>}', { wind }))).toEqual([
      'the answer has the keys wind, and the prompt asks for breeze after ANSWER:',
    ])
    expect(await said(graded('Oslo? ANSWER: <wind speed>', { wind }))).toEqual([
      'the answer has the keys wind, and the prompt asks for one value after ANSWER:',
    ])
    expect(await said(graded('Oslo? ANSWER: {"wind": <wind speed>}', wind))).toEqual([
      'the answer is not an object, and the prompt asks for the keys wind after ANSWER:',
    ])
  })

  test('may be left out: then the answer is graded as prose', async () => {
    expect(await said(graded('How windy is Oslo?', { wind }))).toEqual([])
  })
})

test('a model judges each call, the answer and the whole, and what it does not judge is said', async () => {
  const one = buildTask('Weather in Oslo?', [step(1, 'get_weather', { city: 'Oslo' })], {
    expected_final_answer: buildFrom(1, '/humidity_percent'),
  })
  const answering =
    (ids: string[]): Asker =>
    async ({ schema, check }) => {
      const calls = ids.map((step_id) => ({ step_id, is_asked: step_id === 'step_1', reason: 'So it is.' }))
      const value = schema.parse({ calls })
      const problems = (await check?.(value)) ?? []
      return problems.length === 0 ? { ok: true, value, notes: [] } : { ok: false, problems }
    }
  const unjudged = await judgeSuite([one], registry, answering(['step_1']))
  expect(unjudged.problems).toEqual([`${one.task_id}: "calls" has each of step_1, answer, rest once`])
  const { verdicts, problems } = await judgeSuite([one], registry, answering(['step_1', 'answer', 'rest']))
  expect(problems).toEqual([])
  const other = { ...one, task_id: 'other', prompt: 'Is Oslo humid?' }
  const { findings } = await auditSuite([one, other], registry, { rules: ['asked'], verdicts })
  expect(findings).toEqual(
    [
      'the graded answer is not what the prompt asks to be told: So it is.',
      'the prompt asks for more than the trace does: So it is.',
    ].map((detail) => ({ task_id: one.task_id, rule: 'asked', detail })),
  )
})
