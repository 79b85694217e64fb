import { describe, expect, it } from 'vitest'
import type { Trace } from '../../../src/schema/trace.ts'
import '../../../matchers/index.ts'
import type { Task } from '../../../src/schema/task.ts'
import { matchTrace } from '../../../src/scoring/match-trace.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { Performer, performGold } from '../../support/perform.ts'
import { celsius, chain, converted, dag, from, performed, SEED, score, taskOf, temperature } from './tasks.ts'

const mail = { to: 'kim@example.com', subject: 'Heat', body: 'x' }

describe('how many calls', () => {
  it('nothing expected, and a call was made', () => {
    const match = (trace: Trace) =>
      matchTrace({ expected: { steps: [] }, prompt: '', trace, tools: registry, seed: 0 })
    const calls = [
      performed(['get_weather', { city: 'Oslo' }]),
      performed(['send_email', mail]),
      performed(['get_weather', { town: 'Oslo' }]),
    ]
    for (const trace of calls) {
      expect(match(trace)).toMatchObject({ pass: false, steps: [] })
      expect(match(trace).extra).toHaveLength(1)
      expect(trace).not.toMatchTrace([])
    }
    expect(match(performed())).toEqual({
      pass: true,
      steps: [],
      extra: [],
    })
    expect(performed()).toMatchTrace([])
  })

  it('an empty trajectory', () => {
    for (const task of [chain, dag]) {
      expect(score(task, performed())).toMatchObject({
        solved: false,
        score: 0,
        selection: 0,
        data_flow: 0,
        completion: 0,
        cause: 'gave-up',
      })
    }
  })

  it('a wrong call followed by a right retry', () => {
    const performer = new Performer(SEED)
    const value = temperature(performer.call('get_weather', { city: 'Oslo' }))
    performer.call('unit_convert', { value: 1, ...celsius })
    performer.call('unit_convert', { value, ...celsius })
    expect(score(chain, performer.trace('T'))).toMatchObject({ solved: true, surplus_reads: 1 })
  })

  it.each([
    ['as listed', [1, 2]],
    ['the other way round', [2, 1]],
  ])('{a, q: 1} and {a} expected, q: 1 and q: 2 called: %s', (_, order) => {
    const a = { query: 'heron nests' }
    const strict: [string, JsonObject] = ['web_search', { ...a, max_results: 1 }]
    const open: [string, JsonObject] = ['web_search', { ...a, max_results: { $any: true } }]
    const plain: [string, JsonObject] = ['web_search', a]
    const trace = performed(
      ...order.map((q): [string, JsonObject] => ['web_search', { ...a, max_results: q }]),
    )
    for (const steps of [
      [strict, open],
      [open, strict],
    ]) {
      expect(score(taskOf(steps), trace)).toMatchObject({ solved: true, score: 1, surplus_reads: 0 })
    }
    // Where q is not left open, q: 2 is one argument too many, and the stricter step still gets its own call.
    for (const steps of [
      [strict, plain],
      [plain, strict],
    ]) {
      const { steps: judged, ...result } = score(taskOf(steps), trace)
      expect(result).toMatchObject({ solved: false, score: 0.5 })
      expect(judged.map(({ credit }) => credit)).toEqual(steps.map((step) => (step === strict ? 1 : 0)))
    }
  })

  it('a spray of reads', () => {
    const performer = new Performer(SEED)
    for (let i = 0; i < 40; i++) performer.call('get_weather', { city: `Town ${i}` })
    for (const call of performGold(chain).calls) performer.call(call.tool_name, call.arguments)
    const result = score(chain, performer.trace('T'))
    expect(result).toMatchObject({ solved: false, surplus_reads: 40, cause: 'over-budget' })
    expect(result.score).toBeCloseTo(12 / 42)
  })
})

describe('order', () => {
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
    performer.call('send_email', { ...mail, body: `Dear Kim, the warmer place has ${converted(result)} °F.` })
    expect(score(dag, performer.trace('T'))).toMatchObject({ solved: true, score: 1, surplus_reads: 1 })
  })

  it.each([
    ['Oslo first', ['Oslo', 'Lima'], false],
    ['Lima first', ['Lima', 'Oslo'], false],
    ['both at once', ['Oslo', 'Lima'], true],
    ['both at once, Lima first', ['Lima', 'Oslo'], true],
  ] as const)('a valid reordering, in sequence and in parallel: %s', (_, cities, parallel) => {
    const performer = new Performer(SEED)
    const reads = cities.map((city): [string, JsonObject] => ['get_weather', { city }])
    const weathers = parallel
      ? performer.turn(reads)
      : reads.map(([tool, args]) => performer.call(tool, args))
    const result = performer.call('unit_convert', {
      value: Math.max(...weathers.map(temperature)),
      ...celsius,
    })
    performer.call('send_email', { ...mail, body: `It is ${converted(result)}` })
    expect(score(dag, performer.trace('T'))).toMatchObject({ solved: true, score: 1, data_flow: 1 })
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
})

describe('arguments', () => {
  it('an empty string for any expected string', () => {
    const memory: [string, JsonObject] = ['store_memory', { key: 'place', value: 'Oslo' }]
    const bound = taskOf([
      ['get_weather', { city: 'Oslo' }],
      ['store_memory', { key: 'sky', value: from('step_1', '/condition') }],
      [
        'send_message',
        { recipient: '#sky', message: { $text: ['Sky: ', from('step_1', '/humidity_percent')] } },
      ],
    ])
    expect(score(taskOf([memory]), performed(memory))).toMatchObject({ solved: true })
    for (const args of [
      { key: '', value: 'Oslo' },
      { key: 'place', value: '' },
    ]) {
      expect(score(taskOf([memory]), performed(['store_memory', args]))).toMatchObject({
        solved: false,
        score: 0,
        cause: 'wrong-argument',
      })
    }
    const result = score(
      bound,
      performed(
        ['get_weather', { city: 'Oslo' }],
        ['store_memory', { key: 'sky', value: '' }],
        ['send_message', { recipient: '#sky', message: '' }],
      ),
    )
    expect(result).toMatchObject({ solved: false, data_flow: 0 })
  })

  it('calls of the form { name, args }, on either side', () => {
    const calls = performGold(chain).calls.map(({ tool_name: name, arguments: args }) => ({ name, args }))
    expect(calls).toMatchTrace(calls)
    expect(() => expect(calls).toSolve(chain)).toThrow('no result of its source is recorded')
    expect(calls).not.toMatchTrace([...calls].reverse())
    const [weather] = calls
    expect([{ ...weather, args: { city: 'Lima' } }, calls[1]]).not.toMatchTrace(calls)
    expect([{ name: 'get_weather', args: {} }]).not.toMatchTrace([
      { name: 'get_weather', args: { city: 'Oslo' } },
    ])
  })

  it('an argument that is missing, or one too many', () => {
    const copied = { ...mail, cc: 'bo@example.com' }
    expect(score(taskOf([['send_email', copied]]), performed(['send_email', mail]))).toMatchObject({
      solved: false,
      reason:
        'step_1 send_email: cc is missing; expected "bo@example.com"; neither the prompt nor a result has it',
    })
    expect(score(taskOf([['send_email', mail]]), performed(['send_email', copied])).reason).toBe(
      'step_1 send_email: cc "bo@example.com" is not expected',
    )
  })

  it('a bound value that is the default of the schema, left out', () => {
    const items = [{ description: 'Lamp', quantity: 1, unit_price: 2.5 }]
    const amount = { from_currency: 'USD', to_currency: 'EUR', amount: 20.5 }
    const rate: [string, JsonObject] = ['get_exchange_rate', amount]
    const invoice = { client_name: 'Bo', items }
    const task = taskOf([
      rate,
      ['create_invoice', { ...invoice, currency: from('step_1', '/from_currency') }, ['step_1']],
    ])
    const solvedBy = (args: JsonObject) => score(task, performed(rate, ['create_invoice', args])).solved
    expect([solvedBy(invoice), solvedBy({ ...invoice, currency: 'EUR' })]).toEqual([true, false])
  })

  it('123446 for 123456', () => {
    const task = taskOf([['number_to_text', { number: 123456 }]])
    expect(score(task, performed(['number_to_text', { number: 123456 }]))).toMatchObject({ solved: true })
    for (const number of [123446, 123457, 123456.4, 12345.6]) {
      expect(score(task, performed(['number_to_text', { number }]))).toMatchObject({
        solved: false,
        cause: 'wrong-argument',
      })
    }
  })

  it('26 inside 126', () => {
    const task: Task = taskOf([
      ['calculator', { expression: '13 * 2' }],
      [
        'send_message',
        { recipient: '#sums', message: { $text: ['It is ', from('step_1', '/result')] } },
        ['step_1'],
      ],
    ])
    const sum: [string, JsonObject] = ['calculator', { expression: '13 * 2' }]
    const said = (message: string) =>
      score(task, performed(sum, ['send_message', { recipient: '#sums', message }]))
    for (const right of ['It is 26.', '26', 'It is 26, no more'])
      expect(said(right)).toMatchObject({ solved: true })
    for (const wrong of ['It is 126.', 'It is 26.5', 'It is 2.26', 'It is 26,500', 'It is -26', 'a26b', '']) {
      expect(said(wrong), wrong).toMatchObject({ solved: false, data_flow: 0 })
    }
  })
})

describe('where values come from', () => {
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

  it('an earlier answer is told with the latest one, which is expected', () => {
    const contact = { name: 'Kim', email: 'kim@example.com' }
    const task = taskOf([['create_contact', contact]], {
      expected_final_answer: { $from: 'step_1', at: '/contact_id' },
    })
    const performer = new Performer(SEED)
    const [first, last] = [1, 2].map(
      () => (performer.call('create_contact', contact) as { contact_id: string }).contact_id,
    )
    expect(score(task, { ...performer.trace('T'), final_answer: `ANSWER: ${first}` })).toMatchObject({
      solved: false,
      answer_reason: `final answer: it is "ANSWER: ${first}" (it is an earlier answer of create_contact, which was called again since), expected step_1's contact_id "${last}"`,
    })
  })

  it('an earlier answer in a text, where no order is declared', () => {
    const task = taskOf([
      ['retrieve_memory', { key: 'project_notes' }],
      ['send_message', { recipient: '#crew', message: { $text: [from('step_1', '/value')] } }, ['step_1']],
    ])
    const performer = new Performer(SEED)
    const old = performer.call('retrieve_memory', { key: 'project_notes' }) as { value: string }
    performer.call('store_memory', { key: 'project_notes', value: 'All 77 samples are in' })
    performer.call('retrieve_memory', { key: 'project_notes' })
    performer.call('send_message', { recipient: '#crew', message: old.value })
    expect(score(task, performer.trace('T')).steps[1]).toMatchObject({ credit: 0, cause: 'stale' })
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
    performer.call('send_email', { ...mail, body: dump })
    expect(score(dag, performer.trace('T'))).toMatchObject({ solved: false })
  })
})

describe('the same reading twice', () => {
  const write: [string, JsonObject] = ['write_file', { path: '/data/new.txt', content: 'x' }]

  it('an earlier answer to a call that differs by a written-out default is stale', () => {
    const task = taskOf([
      ['write_file', write[1]],
      ['list_files', {}, ['step_1']],
      ['store_memory', { key: 'files', value: { ...from('step_2', '/count'), via: ['text'] } }, ['step_2']],
    ])
    const performer = new Performer(SEED)
    const before = performer.call('list_files', {}) as { count: number }
    performer.call(...write)
    performer.call('list_files', { directory: '/' })
    performer.call('store_memory', { key: 'files', value: String(before.count) })
    const verdict = score({ ...task, prompt: 'Count the files.' }, performer.trace('T'))
    expect(verdict.solved).toBe(false)
    expect(verdict.steps[2]?.leaves.find(({ pointer }) => pointer === '/value')).toMatchObject({
      right: false,
      provenance: 'stale',
    })
  })

  it('both answers may be wanted, before and after a write', () => {
    const task = taskOf([
      ['list_files', {}],
      ['write_file', write[1], ['step_1']],
      ['list_files', {}, ['step_2']],
      [
        'store_memory',
        {
          key: 'files',
          value: {
            $text: ['from ', from('step_1', '/count'), ' to ', from('step_3', '/files/0/created_at')],
          },
        },
        ['step_1', 'step_3'],
      ],
    ])
    for (const step of task.expected_trace.steps) if (step.step_id !== 'step_4') step.order = true
    const performer = new Performer(SEED)
    const before = performer.call('list_files', {}) as { count: number }
    performer.call(...write)
    const after = performer.call('list_files', {}) as { files: { created_at: string }[] }
    performer.call('store_memory', {
      key: 'files',
      value: `from ${before.count} to ${after.files[0]?.created_at}`,
    })
    expect(score(task, performer.trace('T'))).toMatchObject({ solved: true, score: 1 })
  })
})
