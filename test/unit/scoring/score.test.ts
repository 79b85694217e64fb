import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { importTrace } from '../../../src/trace/import/index.ts'
import { Performer, performGold } from '../../support/perform.ts'
import { celsius, chain, converted, dag, from, performed, SEED, score, taskOf, temperature } from './tasks.ts'

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

  it('an answer that carries the value that flowed, and no other', () => {
    const task = { ...chain, expected_final_answer: from('step_2', '/converted_value') }
    const gold = performGold(task)
    expect(score(task, gold)).toMatchObject({ solved: true, answer: 'mentioned' })
    for (const wrong of ['ANSWER: 12.34', 'It is warm.', '', null]) {
      expect(score(task, { ...gold, final_answer: wrong })).toMatchObject({
        solved: false,
        answer: 'wrong',
        cause: 'wrong-answer',
      })
    }
  })
})

describe('the selection of tools', () => {
  const gold = performGold(chain)
  const called = (...tools: [string, Record<string, string>][]): number =>
    score(chain, { ...gold, calls: [...gold.calls, ...performed(...tools).calls] }).selection

  it('falls with every tool that the task does not need, and not with more calls of the same', () => {
    expect(called(['get_weather', { city: 'Rome' }])).toBe(1)
    // Two of three tools are needed, and both of these are called: 2 * 1 * 2/3 / (1 + 2/3).
    expect(called(['get_current_time', { timezone: 'Europe/Oslo' }])).toBeCloseTo(0.8, 10)
    expect(called(['get_current_time', {}], ['word_count', { text: 'one' }])).toBeCloseTo(2 / 3, 10)
  })
})

describe('an answer of several values', () => {
  const cities = ['Oslo', 'Lima', 'Rome', 'Cairo']
  const task = {
    ...taskOf(cities.map((city) => ['get_weather', { city }])),
    expected_final_answer: cities.map((_, i) => from(`step_${i + 1}`, '/temperature_celsius')),
  }
  const gold = performGold(task)
  const values = gold.calls.map(({ result }) => temperature(result))
  const answered = (lines: string[]): unknown => score(task, { ...gold, final_answer: lines.join('\n') })

  it('may be a numbered list', () => {
    const list = values.map((value, i) => `${i + 1}. ${value}`)
    expect(answered(list)).toMatchObject({ solved: true, answer: 'mentioned' })
  })

  it('may hold further figures, which are warned about', () => {
    expect(answered([...values.map(String), 'ref_91', '7001.5'])).toMatchObject({
      answer: 'mentioned',
      warnings: ['the answer has numbers from no result and no prompt: 7001.5'],
    })
  })
})

describe('free text', () => {
  it('may say more, and is warned about', () => {
    const gold = performGold(dag)
    const body = `${String(gold.calls[3]?.arguments.body)} Also 11.11, 22.22, 33.33 and 44.44.`
    const calls = gold.calls.map((call) =>
      call.tool_name === 'send_email' ? { ...call, arguments: { ...call.arguments, body } } : call,
    )
    expect(score(dag, { ...gold, calls })).toMatchObject({
      solved: true,
      warnings: ['step_4 has numbers from no result and no prompt: 11.11, 22.22, 33.33, 44.44'],
    })
  })
})

describe('what does not', () => {
  it('a value that came from nowhere, and it says which', () => {
    const performer = new Performer(SEED)
    const real = temperature(performer.call('get_weather', { city: 'Oslo' }))
    performer.call('unit_convert', { value: 30, ...celsius })
    const result = score(chain, performer.trace('T'))
    expect(result).toMatchObject({ solved: false, data_flow: 0, cause: 'fabricated', score: 0.5 })
    expect(result.failed_step).toBe('step_2')
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
    const gold = performGold(dag).calls.map(({ tool_name, arguments: args }): [string, typeof args] => [
      tool_name,
      args,
    ])
    const another = { to: 'kim@example.com', subject: 'Heat', body: 'And another one.' }
    expect(score(dag, performed(...gold, ['send_email', another]))).toMatchObject({
      solved: false,
      unneeded_writes: 1,
      score: 0.8,
      cause: 'unneeded-write',
    })
  })

  it('a tool that was not offered', () => {
    const task = { ...chain, available_tools: ['get_weather', 'unit_convert'] }
    const forecast = performed(['forecast', { city: 'Oslo' }])
    expect(score(task, forecast)).toMatchObject({
      score: 0,
      cause: 'hallucinated-tool',
      failed_step: 'step_1',
    })
    for (const args of [{ query: 'Oslo' }, {}])
      expect(score(task, performed(['web_search', args]))).toMatchObject({
        cause: 'wrong-tool',
        failed_step: 'step_1',
        reason: expect.stringContaining('the agent called web_search, which the task does not offer'),
      })
  })
})

it('a value that is none of several choices is told all of them', () => {
  const task = taskOf([['get_weather', { city: { $oneOf: ['Oslo', 'Lima'] } }]])
  expect(score(task, performed(['get_weather', { city: 'Rome' }])).reason).toBe(
    'step_1 get_weather: city "Rome" is not "Oslo" or "Lima"',
  )
  expect(score(task, performed(['get_weather', { city: 'Lima' }]))).toMatchObject({ solved: true })
})

it('arguments that are no JSON are a matter of format', () => {
  const call = { id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{"city": "Os' } }
  const messages = [
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: 'bad arguments' },
  ]
  expect(score(chain, importTrace(messages, { taskId: 'T' }).trace)).toMatchObject({
    solved: false,
    cause: 'format',
    reason: expect.stringMatching(/^step_1 get_weather: its arguments were not a JSON object \(/),
  })
})

describe('what is easily got wrong', () => {
  it('a write repeated without a change is a warning, a message sent twice is not', () => {
    const write: [string, JsonObject] = ['write_file', { path: '/b.txt', content: 'x' }]
    expect(score(taskOf([write]), performed(write, write))).toMatchObject({
      solved: true,
      warnings: ['write_file was repeated with the same arguments'],
    })
    const mail: [string, JsonObject] = ['send_email', { to: 'kim@example.com', subject: 'Heat', body: 'x' }]
    expect(score(taskOf([mail]), performed(mail, mail))).toMatchObject({ solved: false, unneeded_writes: 1 })
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
})

describe('alignment', () => {
  it('finds the assignment that earns most, not the first', () => {
    // The first call would fit either step; only one assignment earns both credits.
    const task = taskOf([
      ['send_email', { to: 'a@example.com', subject: { $any: true }, body: 'x' }],
      ['send_email', { to: 'a@example.com', subject: 'One', body: 'x' }],
    ])
    const sent = ['One', 'Two'].map((subject): [string, JsonObject] => [
      'send_email',
      { to: 'a@example.com', subject, body: 'x' },
    ])
    expect(score(task, performed(...sent))).toMatchObject({ solved: true, score: 1 })
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
      warnings: ['no value flows along step_2 -> step_3, so its order is not enforced'],
    })
    const ordered = structuredClone(task)
    Object.assign(ordered.expected_trace.steps[2] as object, { order: true })
    expect(score(ordered, performer.trace('T'))).toMatchObject({ solved: false, cause: 'wrong-order' })
  })

  it('counts the best of the alternatives', () => {
    const other = taskOf([['word_count', { text: 'Oslo' }]]).expected_trace
    const task = { ...chain, alternatives: [other] }
    expect(score(task, performed(['word_count', { text: 'Oslo' }]))).toMatchObject({ solved: true })
  })
})
