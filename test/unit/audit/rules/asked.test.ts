import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Asker } from '../../../../src/models/ask.ts'
import type { Level, Step, Task } from '../../../../src/schema/task.ts'
import type { Json } from '../../../../src/shared/json.ts'
import { auditSuite } from '../../../../src/suites/audit/audit-suite.ts'
import {
  judgeSuite,
  readVerdicts,
  requestDigest,
  verdictsFile,
} from '../../../../src/suites/audit/request-judge.ts'
import type { RequestJudge, TraceToWord } from '../../../../src/suites/audit/rule.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { from, step, taskOf } from '../../../support/task.ts'

async function said(task: Task, judge?: RequestJudge): Promise<string[]> {
  const { findings } = await auditSuite([task], registry, { rules: ['asked'], judge })
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
      expect(await said(taskOf('Whatever.', steps, { level: other }))).toHaveLength(other === level ? 0 : 1)
    }
  })
})

describe('templates', () => {
  const body = { $template: ['Oslo: ', { gap: 'air temperature', is: from(1, '/temperature_celsius') }] }
  const mailed = (prompt: string): Task =>
    taskOf(prompt, [
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

test('a key that a tool takes and does not declare cannot be known', async () => {
  const billed = (item: Json): Task =>
    taskOf('Bill Acme for "Design", 206 dollars.', [
      step(1, 'create_invoice', { client_name: 'Acme', items: [item] }),
    ])
  expect(await said(billed({ description: 'Design', unit_price: 206 }))).toEqual([])
  expect(await said(billed({ name: 'Design', unit_price: 206 }))).toEqual([
    'step_1 expects /items/0/name, which the schema of create_invoice does not declare',
  ])
})

describe('an answer line', () => {
  const graded = (prompt: string, answer: Json): Task =>
    taskOf(prompt, [step(1, 'get_weather', { city: 'Oslo' })], { expected_final_answer: answer })
  const wind = from(1, '/wind_speed_kmh')

  test('asks for the shape that is graded', async () => {
    expect(await said(graded('Wind in Oslo? ANSWER: <wind speed in km/h>', wind))).toEqual([])
    expect(await said(graded('Oslo? ANSWER: {"wind": <wind speed>}', { wind }))).toEqual([])
    expect(await said(graded('Oslo? ANSWER: {"breeze": <wind speed>}', { wind }))).toEqual([
      'the answer has the keys wind, and the prompt asks for breeze behind ANSWER:',
    ])
    expect(await said(graded('Oslo? ANSWER: <wind speed>', { wind }))).toEqual([
      'the answer has the keys wind, and the prompt asks for one value behind ANSWER:',
    ])
    expect(await said(graded('Oslo? ANSWER: {"wind": <wind speed>}', wind))).toEqual([
      'the answer is not an object, and the prompt asks for the keys wind behind ANSWER:',
    ])
  })

  test('may be left out: then the answer is graded as prose', async () => {
    expect(await said(graded('How windy is Oslo?', { wind }))).toEqual([])
  })
})

test('a verdict that was kept stands in for a judge, of the task as it was judged', async () => {
  const task = taskOf('Is it warm in Oslo?', [step(1, 'get_weather', { city: 'Oslo' })])
  const other = { ...task, task_id: 'other', prompt: 'Is Oslo warm?' }
  const suite = join(mkdtempSync(join(tmpdir(), 'tracewright-judged-')), 'warm.suite.jsonl')
  expect(readVerdicts(suite, [task])).toEqual({ verdicts: new Map(), changed: [] })
  const calls = [{ step_id: 'step_1', is_asked: false, reason: 'Nobody asks for the weather.' }]
  const lines = [
    { task_id: task.task_id, digest: requestDigest(task), calls },
    { task_id: 'other', digest: requestDigest(task), calls },
  ]
  writeFileSync(verdictsFile(suite), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const { verdicts, changed } = readVerdicts(suite, [task, other])
  expect(changed).toEqual(['other'])
  const judge: RequestJudge = {
    wordRequest: async () => 'How warm is Oslo?',
    findDifference: async (prompt) => `${prompt} is not that`,
  }
  const { findings } = await auditSuite([task, other], registry, { rules: ['asked'], verdicts, judge })
  expect(findings.map(({ detail }) => detail)).toEqual([
    'the prompt does not ask for step_1: Nobody asks for the weather.',
    'a request written from the trace asks for something else: Is Oslo warm? is not that',
  ])
})

test('a judge words the trace without its prompt, and what differs is a finding', async () => {
  const task = taskOf('How humid is Oslo?', [step(1, 'get_weather', { city: 'Oslo' })], {
    expected_final_answer: from(1, '/humidity_percent'),
  })
  const seen: TraceToWord[] = []
  const judge = (difference: string | undefined): RequestJudge => ({
    wordRequest: async (trace) => {
      seen.push(trace)
      return 'Tell me how humid Oslo is.'
    },
    findDifference: async (prompt, worded) => {
      expect([prompt, worded]).toEqual([task.prompt, 'Tell me how humid Oslo is.'])
      return difference
    },
  })
  expect(await said(task, judge(undefined))).toEqual([])
  expect(await said(task, judge('the unit is left open'))).toEqual([
    'a request written from the trace asks for something else: the unit is left open',
  ])
  expect(seen[0]).toEqual({
    available_tools: task.available_tools,
    expected_trace: task.expected_trace,
    expected_final_answer: task.expected_final_answer,
  })
})

test('a model judges each call, the answer and the whole, once a task; what it does not judge is said', async () => {
  const suite = join(mkdtempSync(join(tmpdir(), 'tracewright-judge-')), 'a.suite.jsonl')
  const one = taskOf('Weather in Oslo?', [step(1, 'get_weather', { city: 'Oslo' })], {
    expected_final_answer: from(1, '/humidity_percent'),
  })
  const asked: string[] = []
  const answering =
    (ids: string[]): Asker =>
    async ({ prompt, schema, check }) => {
      asked.push(prompt)
      const calls = ids.map((step_id) => ({ step_id, is_asked: step_id === 'step_1', reason: 'So it is.' }))
      const value = schema.parse({ calls })
      const problems = (await check?.(value)) ?? []
      return problems.length === 0 ? { ok: true, value, notes: [] } : { ok: false, problems }
    }
  expect(await judgeSuite(suite, [one], registry, answering(['step_1']))).toEqual([
    `${one.task_id}: "calls" has each of step_1, answer, rest once`,
  ])
  const ask = answering(['step_1', 'answer', 'rest'])
  expect(await judgeSuite(suite, [one], registry, ask)).toEqual([])
  expect(await judgeSuite(suite, [one], registry, ask)).toEqual([])
  expect(asked).toHaveLength(2)
  expect([...readVerdicts(suite, [one]).verdicts.values()]).toEqual([
    [
      'the graded answer is not what the prompt asks to be told: So it is.',
      'the prompt asks for more than the trace does: So it is.',
    ],
  ])
})
