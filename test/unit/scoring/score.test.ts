import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/simulators/registry.ts'
import { Performer, performGold } from '../../support/perform.ts'

const SEED = 42
const from = (step: string, at: string): JsonObject => ({ $from: step, at })
const celsius = { from_unit: 'celsius', to_unit: 'fahrenheit' }

type StepInput = [tool: string, args: JsonObject, dependsOn?: string[]]

const taskOf = (steps: StepInput[], more: Partial<Task> = {}): Task => ({
  task_id: 'T',
  level: 'L3_dag',
  prompt: 'Weather in Oslo and Lima, from celsius to fahrenheit, to kim@example.com with the subject "Heat".',
  available_tools: [...registry.keys()],
  expected_trace: {
    steps: steps.map(([tool_name, args, depends_on = []], i) => ({
      step_id: `step_${i + 1}`,
      tool_name,
      arguments: args,
      depends_on,
    })),
  },
  world: { seed: SEED },
  ...more,
})

const chain = taskOf([
  ['get_weather', { city: 'Oslo' }],
  ['unit_convert', { value: from('step_1', '/temperature_celsius'), ...celsius }, ['step_1']],
])
const dag = taskOf([
  ['get_weather', { city: 'Oslo' }],
  ['get_weather', { city: 'Lima' }],
  [
    'unit_convert',
    {
      value: {
        $calc: 'max',
        of: [from('step_1', '/temperature_celsius'), from('step_2', '/temperature_celsius')],
      },
      ...celsius,
    },
    ['step_1', 'step_2'],
  ],
  [
    'send_email',
    {
      to: 'kim@example.com',
      subject: 'Heat',
      body: { $text: ['It is ', from('step_3', '/converted_value')] },
    },
    ['step_3'],
  ],
])

const score = (task: Task, trace: Trace) => scoreTrace(task, trace, registry)
const temperature = (output: Json | undefined): number =>
  (output as { temperature_celsius: number }).temperature_celsius
const converted = (output: Json | undefined): number =>
  (output as { converted_value: number }).converted_value

describe('what solves a task', () => {
  it.each([
    ['chain', chain],
    ['dag', dag],
  ])('the expected calls of the %s', (_, task) => {
    expect(score(task, performGold(task))).toMatchObject({
      solved: true,
      score: 1,
      data_flow: 1,
      completion: 1,
      selection: 1,
    })
  })

  it('another valid order, parallel calls, extra reads, a retry after an error, defaults written out', () => {
    const performer = new Performer(SEED)
    performer.call('get_weather', { town: 'Lima' })
    performer.call('get_weather', { city: 'Bergen' })
    const [lima, oslo] = performer.turn([
      ['get_weather', { city: 'lima ' }],
      ['get_weather', { city: 'OSLO' }],
    ])
    const value = Math.max(temperature(lima), temperature(oslo))
    performer.call('unit_convert', { value, from_unit: 'nonsense', to_unit: 'fahrenheit' })
    const result = performer.call('unit_convert', { value, ...celsius })
    performer.call('send_email', {
      to: 'kim@example.com',
      subject: 'Heat',
      body: `Dear Kim, the warmer place has ${converted(result)} °F.`,
    })
    expect(score(dag, performer.trace('T'))).toMatchObject({ solved: true, score: 1, surplus_reads: 1 })
  })

  it('an answer that carries the value that flowed, and no other', () => {
    const task = { ...chain, expected_final_answer: from('step_2', '/converted_value') }
    const gold = performGold(task)
    expect(score(task, gold)).toMatchObject({ solved: true, answer: 'right' })
    for (const wrong of ['ANSWER: 12.34', 'It is warm.', '', null]) {
      expect(score(task, { ...gold, final_answer: wrong })).toMatchObject({
        solved: false,
        answer: 'wrong',
        cause: 'wrong-answer',
      })
    }
  })
})

describe('what does not', () => {
  it('doing nothing', () => {
    for (const task of [chain, dag]) {
      expect(score(task, new Performer(SEED).trace('T'))).toMatchObject({
        solved: false,
        score: 0,
        selection: 0,
        data_flow: 0,
        completion: 0,
        cause: 'gave-up',
      })
    }
  })

  it('a consumer before its producer, though all arguments are right', () => {
    const value = temperature(new Performer(SEED).call('get_weather', { city: 'Oslo' }))
    const performer = new Performer(SEED)
    performer.call('unit_convert', { value, ...celsius })
    performer.call('get_weather', { city: 'Oslo' })
    const result = score(chain, performer.trace('T'))
    expect(result).toMatchObject({ solved: false, cause: 'wrong-order', completion: 1 })
    expect(result.steps[1]).toMatchObject({ matched: 'out-of-order', credit: 0 })
  })

  it('a consumer in the same turn as its producer', () => {
    const value = temperature(new Performer(SEED).call('get_weather', { city: 'Oslo' }))
    const performer = new Performer(SEED)
    performer.turn([
      ['get_weather', { city: 'Oslo' }],
      ['unit_convert', { value, ...celsius }],
    ])
    expect(score(chain, performer.trace('T'))).toMatchObject({ solved: false, cause: 'wrong-order' })
  })

  it('a value that came from nowhere, and it says which', () => {
    const performer = new Performer(SEED)
    const real = temperature(performer.call('get_weather', { city: 'Oslo' }))
    performer.call('unit_convert', { value: 30, ...celsius })
    const result = score(chain, performer.trace('T'))
    expect(result).toMatchObject({ solved: false, data_flow: 0, cause: 'fabricated', score: 0.5 })
    expect(result.reason).toBe(`step_2 unit_convert: value 30 is not step_1's temperature_celsius ${real}`)
  })

  it('a value of another result, or of another world', () => {
    const performer = new Performer(SEED)
    performer.call('get_weather', { city: 'Oslo' })
    const lima = temperature(performer.call('get_weather', { city: 'Lima' }))
    performer.call('unit_convert', { value: lima, ...celsius })
    expect(score(chain, performer.trace('T'))).toMatchObject({
      solved: false,
      data_flow: 0,
      cause: 'wrong-source',
    })
    const other = new Performer(SEED)
    other.call('get_weather', { city: 'Oslo' })
    other.call('unit_convert', {
      value: temperature(new Performer(7).call('get_weather', { city: 'Oslo' })),
      ...celsius,
    })
    expect(score(chain, other.trace('T'))).toMatchObject({ solved: false, data_flow: 0, cause: 'fabricated' })
  })

  it('a smaller of two values where the larger is asked for', () => {
    const performer = new Performer(SEED)
    const oslo = temperature(performer.call('get_weather', { city: 'Oslo' }))
    const lima = temperature(performer.call('get_weather', { city: 'Lima' }))
    const result = performer.call('unit_convert', { value: Math.min(oslo, lima), ...celsius })
    performer.call('send_email', {
      to: 'kim@example.com',
      subject: 'Heat',
      body: `It is ${converted(result)}`,
    })
    expect(score(dag, performer.trace('T'))).toMatchObject({ solved: false, cause: 'wrong-source' })
  })

  it('one write too many', () => {
    const gold = performGold(dag)
    const performer = new Performer(SEED)
    for (const call of gold.calls) performer.call(call.tool_name, call.arguments)
    performer.call('send_email', { to: 'kim@example.com', subject: 'Heat', body: 'And another one.' })
    expect(score(dag, performer.trace('T'))).toMatchObject({
      solved: false,
      unneeded_writes: 1,
      score: 0.8,
      cause: 'unneeded-write',
    })
  })

  it('a spray of reads', () => {
    const performer = new Performer(SEED)
    for (let i = 0; i < 40; i++) performer.call('get_weather', { city: `Town ${i}` })
    for (const call of performGold(chain).calls) performer.call(call.tool_name, call.arguments)
    const result = score(chain, performer.trace('T'))
    expect(result).toMatchObject({ solved: false, surplus_reads: 40, cause: 'over-budget' })
    expect(result.score).toBeCloseTo(12 / 42)
  })

  it('everything that was read, dumped into one text', () => {
    const performer = new Performer(SEED)
    const [oslo, lima] = [
      performer.call('get_weather', { city: 'Oslo' }),
      performer.call('get_weather', { city: 'Lima' }),
    ]
    const result = performer.call('unit_convert', {
      value: Math.max(temperature(oslo), temperature(lima)),
      ...celsius,
    })
    const dump = JSON.stringify([oslo, lima, result]).repeat(10)
    performer.call('send_email', { to: 'kim@example.com', subject: 'Heat', body: dump })
    expect(score(dag, performer.trace('T'))).toMatchObject({ solved: false })
  })

  it('a tool that was not offered', () => {
    const performer = new Performer(SEED)
    performer.call('forecast', { city: 'Oslo' })
    const task = { ...chain, available_tools: ['get_weather', 'unit_convert'] }
    expect(score(task, performer.trace('T'))).toMatchObject({ score: 0, cause: 'hallucinated-tool' })
  })

  it('an argument that is missing, or one too many', () => {
    const task = taskOf([
      ['send_email', { to: 'kim@example.com', subject: 'Heat', body: 'x', cc: 'bo@example.com' }],
    ])
    const performer = new Performer(SEED)
    performer.call('send_email', { to: 'kim@example.com', subject: 'Heat', body: 'x' })
    expect(score(task, performer.trace('T'))).toMatchObject({
      solved: false,
      reason: 'step_1 send_email: cc is missing; expected "bo@example.com"',
    })
    const fewer = taskOf([['send_email', { to: 'kim@example.com', subject: 'Heat', body: 'x' }]])
    const other = new Performer(SEED)
    other.call('send_email', { to: 'kim@example.com', subject: 'Heat', body: 'x', cc: 'bo@example.com' })
    expect(score(fewer, other.trace('T')).reason).toBe(
      'step_1 send_email: cc "bo@example.com" is not expected',
    )
  })
})

describe('what is easily got wrong', () => {
  const reread = taskOf([
    ['read_file', { path: '/a.txt' }],
    ['word_count', { text: from('step_1', '/content') }, ['step_1']],
  ])
  const between = (performer: Performer) => {
    const task = structuredClone(reread)
    task.expected_trace.steps.unshift({
      step_id: 'step_0',
      tool_name: 'write_file',
      arguments: { path: '/a.txt', content: 'new text' },
      depends_on: [],
    })
    return score(task, performer.trace('T'))
  }

  it('a value of an earlier read that has gone stale', () => {
    const performer = new Performer(SEED)
    performer.world
      .store('files', () => [])
      .set('/a.txt', { content: 'old text', type: 'text/plain', size: 8, created_at: '' })
    performer.call('read_file', { path: '/a.txt' })
    performer.call('write_file', { path: '/a.txt', content: 'new text' })
    performer.call('read_file', { path: '/a.txt' })
    performer.call('word_count', { text: 'old text' })
    expect(between(performer)).toMatchObject({ solved: false, cause: 'stale' })
    performer.call('word_count', { text: 'new text' })
    expect(between(performer)).toMatchObject({ solved: true })
  })

  it('a write repeated without a change is a warning, a message sent twice is not', () => {
    const write = taskOf([['write_file', { path: '/b.txt', content: 'x' }]])
    const performer = new Performer(SEED)
    performer.call('write_file', { path: '/b.txt', content: 'x' })
    performer.call('write_file', { path: '/b.txt', content: 'x' })
    expect(score(write, performer.trace('T'))).toMatchObject({
      solved: true,
      warnings: ['write_file was repeated with the same arguments'],
    })
    const mail = { to: 'kim@example.com', subject: 'Heat', body: 'x' }
    const sender = new Performer(SEED)
    sender.call('send_email', mail)
    sender.call('send_email', mail)
    expect(score(taskOf([['send_email', mail]]), sender.trace('T'))).toMatchObject({
      solved: false,
      unneeded_writes: 1,
    })
  })

  it('a call without evidence earns nothing until its output is used rightly', () => {
    const used = taskOf([
      ['list_files', {}],
      ['word_count', { text: from('step_1', '/files/0/path') }, ['step_1']],
    ])
    const performer = new Performer(SEED)
    const listed = performer.call('list_files', {}) as { files: { path: string }[] }
    expect(score(used, performer.trace('T')).steps[0]).toMatchObject({ credit: 0 })
    performer.call('word_count', { text: listed.files[0]?.path ?? '' })
    expect(score(used, performer.trace('T'))).toMatchObject({ solved: true, weak: false })
    expect(score(taskOf([['list_files', {}]]), performer.trace('T'))).toMatchObject({ weak: true, score: 1 })
  })

  it('a list in another order where the order is free, and only there', () => {
    const values = [from('step_1', '/temperature_celsius'), from('step_2', '/temperature_celsius')]
    const minMax = (numbers: Json) =>
      taskOf([
        ['get_weather', { city: 'Oslo' }],
        ['get_weather', { city: 'Lima' }],
        ['min_max', { numbers }, ['step_1', 'step_2']],
      ])
    const performer = new Performer(SEED)
    const oslo = temperature(performer.call('get_weather', { city: 'Oslo' }))
    const lima = temperature(performer.call('get_weather', { city: 'Lima' }))
    performer.call('min_max', { numbers: [lima, oslo] })
    expect(score(minMax({ $unordered: values }), performer.trace('T'))).toMatchObject({ solved: true })
    expect(score(minMax(values), performer.trace('T'))).toMatchObject({
      solved: false,
      cause: 'wrong-source',
    })
  })

  it('a text that carries the value, among facts from nowhere', () => {
    const gold = performGold(dag)
    const body = `${String(gold.calls[3]?.arguments.body)} Also 11.11, 22.22, 33.33 and 44.44.`
    const calls = gold.calls.map((call) =>
      call.tool_name === 'send_email' ? { ...call, arguments: { ...call.arguments, body } } : call,
    )
    expect(score(dag, { ...gold, calls })).toMatchObject({ solved: false, cause: 'fabricated' })
  })
})

describe('alignment', () => {
  it('finds the assignment that earns most, not the first', () => {
    // The first call would fit either step; only one assignment earns both credits.
    const task = taskOf([
      ['send_email', { to: 'a@example.com', subject: { $any: true }, body: 'x' }],
      ['send_email', { to: 'a@example.com', subject: 'One', body: 'x' }],
    ])
    const performer = new Performer(SEED)
    performer.call('send_email', { to: 'a@example.com', subject: 'One', body: 'x' })
    performer.call('send_email', { to: 'a@example.com', subject: 'Two', body: 'x' })
    expect(score(task, performer.trace('T'))).toMatchObject({ solved: true, score: 1 })
  })

  it('lets a wrong call be followed by a right one', () => {
    const performer = new Performer(SEED)
    const value = temperature(performer.call('get_weather', { city: 'Oslo' }))
    performer.call('unit_convert', { value: 1, ...celsius })
    performer.call('unit_convert', { value, ...celsius })
    expect(score(chain, performer.trace('T'))).toMatchObject({ solved: true, surplus_reads: 1 })
  })

  it('does not enforce a dependency over which nothing flows, and warns', () => {
    const task = taskOf([
      ['get_weather', { city: 'Oslo' }],
      ['unit_convert', { value: from('step_1', '/temperature_celsius'), ...celsius }, ['step_1']],
      ['word_count', { text: 'Oslo and Lima' }, ['step_2']],
    ])
    const performer = new Performer(SEED)
    performer.call('word_count', { text: 'Oslo and Lima' })
    const value = temperature(performer.call('get_weather', { city: 'Oslo' }))
    performer.call('unit_convert', { value, ...celsius })
    expect(score(task, performer.trace('T'))).toMatchObject({
      solved: true,
      warnings: ['no value flows over step_2 -> step_3, so its order is not enforced'],
    })
    const ordered = structuredClone(task)
    Object.assign(ordered.expected_trace.steps[2] as object, { order: true })
    expect(score(ordered, performer.trace('T'))).toMatchObject({ solved: false, cause: 'wrong-order' })
  })

  it('counts the best of the alternatives', () => {
    const other = taskOf([['word_count', { text: 'Oslo' }]]).expected_trace
    const task = { ...chain, alternatives: [other] }
    const performer = new Performer(SEED)
    performer.call('word_count', { text: 'Oslo' })
    expect(score(task, performer.trace('T'))).toMatchObject({ solved: true })
  })
})
