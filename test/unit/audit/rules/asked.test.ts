import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Asker } from '../../../../src/models/ask.ts'
import type { Level, Step, Task } from '../../../../src/schema/task.ts'
import type { Json } from '../../../../src/shared/json.ts'
import { auditSuite } from '../../../../src/suites/audit/audit-suite.ts'
import { judgeSuite } from '../../../../src/suites/audit/request-judge.ts'
import { loadCodeSuite } from '../../../../src/suites/code/load.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { buildFrom, buildTask, step } from '../../../support/task.ts'

async function said(task: Task): Promise<string[]> {
  const { findings } = await auditSuite([task], registry, { rules: ['asked'] })
  return findings.map(({ detail }) => detail)
}

/** The task of a suite as code. */
async function loadCode(code: string): Promise<Task> {
  const file = join(mkdtempSync(join(tmpdir(), 'tracewright-asked-')), 'asked.suite.ts')
  const entry = fileURLToPath(import.meta.resolve('../../../../src/suite.ts'))
  writeFileSync(file, `import { exactly, task } from ${JSON.stringify(entry)}\n${code}`)
  const [line] = await loadCodeSuite(file, registry, (path) => import(path), true)
  return line?.task as Task
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

describe('values that nothing uses', () => {
  const convert = (prompt: string, to_currency: string): Task =>
    buildTask(prompt, [step(1, 'get_exchange_rate', { from_currency: 'USD', to_currency, amount: 250 })])

  test('a currency beside the one that is taken', async () => {
    expect(await said(convert('How much are 250 USD in EUR?', 'EUR'))).toEqual([])
    expect(await said(convert('How much are 250 USD in EUR, not in CNY?', 'CNY'))).toEqual([
      'the prompt states "EUR", which no step and no answer uses',
    ])
  })

  test('a small number that neither a value nor a count is', async () => {
    const search = (prompt: string): Task =>
      buildTask(prompt, [
        step(1, 'web_search', { query: 'tea', max_results: 4 }),
        step(2, 'check_url_status', { url: buildFrom(1, '/results/1/url') }, ['step_1']),
      ])
    // Items, a place, calls, and a time of the day.
    for (const prompt of [
      'Search "tea", 4 hits.',
      'Search "tea". Check hit 2.',
      'Do 2 calls.',
      'At 8:24, search "tea".',
    ])
      expect(await said(search(prompt)), prompt).toEqual([])
    expect(await said(search('Search "tea", 4 hits, if it is above 10 degrees.'))).toEqual([
      'the prompt states 10, which no step and no answer uses',
    ])
  })

  test('a limit that a function does not compare with', async () => {
    const written = async (limit: string): Promise<string[]> => {
      const task = await loadCode(`const ELSEWHERE = 10
task('a', { prompt: 'If it is above 10 degrees celsius in Oslo, put "Coat" on my list.', tools: ['get_weather', 'create_task'] },
  async ({ get_weather, create_task }) => {
    const { temperature_celsius } = await get_weather({ city: 'Oslo' })
    if (temperature_celsius > ${limit}) await create_task({ title: 'Coat' })
  })`)
      return said(task)
    }
    expect(await written('10')).toEqual([])
    expect(await written('ELSEWHERE')).toEqual([])
    expect(await written('12')).toEqual(['the prompt states 10, which no step and no answer uses'])
  })
})

describe('a value that has a name', () => {
  const graded = (placeholder: string, answer: Json): Task =>
    buildTask(`Weather in Oslo? ANSWER: ${placeholder}`, [step(1, 'get_weather', { city: 'Oslo' })], {
      expected_final_answer: answer,
    })
  const temperature = buildFrom(1, '/temperature_celsius')

  test('is taken from the field of the name', async () => {
    expect(await said(graded('<felt temperature in celsius>', buildFrom(1, '/feels_like_celsius')))).toEqual(
      [],
    )
    expect(await said(graded('<air temperature in celsius>', temperature))).toEqual([])
    expect(await said(graded('<felt temperature in celsius>', temperature))).toEqual([
      'the prompt asks for "felt temperature in celsius", which is /feels_like_celsius of step_1, but /temperature_celsius is taken',
    ])
    expect(await said(graded('{"wind_speed_kmh": <it>}', { wind_speed_kmh: temperature }))).toEqual([
      'the prompt asks for "wind_speed_kmh", which is /wind_speed_kmh of step_1, but /temperature_celsius is taken',
    ])
  })

  test('is in the unit of the name', async () => {
    expect(await said(graded('<air temperature in fahrenheit>', temperature))).toEqual([
      'the prompt asks for "air temperature in fahrenheit", but /temperature_celsius of step_1 is in celsius',
    ])
  })
})

test('an order that changes nothing is named, and one that changes what a call returns is not', async () => {
  const ordered = (first: Step, second: Step): Task =>
    buildTask('Do both.', [first, { ...second, depends_on: ['step_1'], order: true }])
  const look = (place: number): Step => step(place, 'get_weather', { city: 'Oslo' })
  const store = step(1, 'store_memory', { key: 'k', value: 'v' })
  expect(await said(ordered(look(1), step(2, 'dns_lookup', { domain: 'a.example' })))).toEqual([
    'step_2 has to follow step_1, but the other order gives the same; take "order" away',
  ])
  expect(await said(ordered(store, step(2, 'retrieve_memory', { key: 'k' })))).toEqual([])
})

test('a task that expects no call is refused where a tool on offer returns what it asks for', async () => {
  const far = (tools: string[]): Task =>
    buildTask('How far is Basel from Krakow by car? ANSWER: <driving distance in km, or CANNOT>', [], {
      level: 'L0_node',
      expected_final_answer: 'CANNOT',
      available_tools: tools,
    })
  expect(await said(far(['get_weather', 'create_task']))).toEqual([])
  expect(await said(far(['get_weather', 'get_directions']))).toEqual([
    'nothing is to be called, but get_directions is offered and returns distance_km, a value that the answer line wants',
  ])
})

describe('a task as a function', () => {
  const written = async (prompt: string, body: string): Promise<string[]> => {
    const task =
      await loadCode(`task('a', { prompt: ${JSON.stringify(prompt)}, tools: ['get_weather', 'create_task'] },
  async ({ get_weather, create_task }) => {
    const { temperature_celsius, condition } = await get_weather({ city: 'Oslo' })
    ${body}
  })`)
    const { findings } = await auditSuite([task], registry, { rules: ['asked', 'provenance'] })
    return findings.map(({ detail }) => detail)
  }

  test('has templates without names of gaps', async () => {
    const body = `await create_task({ title: exactly\`Oslo (now): \${temperature_celsius} degrees\` })`
    expect(await written('Weather of Oslo, as a task "Oslo (now): <temperature> degrees".', body)).toEqual([])
    expect(await written('Weather of Oslo, as a task.', body)).toHaveLength(1)
  })

  test('computes values that no prompt states', async () => {
    const compute = 'await create_task({ title: condition.toUpperCase() })'
    expect(await written('The condition in Oslo, in capitals, as a task.', compute)).toEqual([])
    expect(await written('A task for Oslo.', "await create_task({ title: 'Coat' })")).toEqual([
      'step_2 expects /title = "Coat", which the prompt does not state and no step returns',
    ])
  })
})
