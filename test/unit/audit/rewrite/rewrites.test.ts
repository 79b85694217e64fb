import { describe, expect, test } from 'vitest'
import type { Task } from '../../../../src/schema/task.ts'
import type { Trace } from '../../../../src/schema/trace.ts'
import { computeAllowance, scoreTrace } from '../../../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { createRng } from '../../../../src/shared/rng.ts'
import { performScript } from '../../../../src/suites/audit/mutate/script.ts'
import { type RewriteName, rewrites } from '../../../../src/suites/audit/rewrite/index.ts'
import { applies } from '../../../../src/suites/audit/rules/never-refused.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { createSubject } from '../../../support/in-world.ts'
import { buildFrom, buildTask, step } from '../../../support/task.ts'

interface Done {
  how: string
  trace: Trace
  applies: boolean
}

/** What is done in the rewrites of one kind. */
function done(name: RewriteName, task: Task): Done[] {
  const subject = createSubject(task)
  const reference = subject.run
  return rewrites[name]({ subject, reference, rng: createRng(1, name) }).map((rewritten) => {
    const performance = performScript(rewritten.script, task, registry)
    const { trace } = performance
    return { how: rewritten.how, trace, applies: applies(rewritten, performance, task, reference) }
  })
}

const answersOf = (all: readonly Done[]): (string | null)[] => all.map(({ trace }) => trace.final_answer)
const firstArgument = (all: readonly Done[], name: string): Json[] =>
  all.map(({ trace }) => trace.calls[0]?.arguments[name] ?? null)

const fork = buildTask(
  'Log the temperatures in Oslo and Turin, type note.',
  [
    step(1, 'get_weather', { city: 'Oslo' }),
    step(2, 'get_weather', { city: 'Turin' }),
    step(
      3,
      'log_event',
      {
        event_type: 'note',
        severity: 'info',
        message: {
          $text: [
            'Oslo ',
            buildFrom(1, '/temperature_celsius'),
            ', Turin ',
            buildFrom(2, '/temperature_celsius'),
          ],
        },
      },
      ['step_1', 'step_2'],
    ),
  ],
  { available_tools: ['get_weather', 'log_event', 'slugify', 'get_stock_price'] },
)

test('orders are all those that the dependencies allow', () => {
  expect(done('orders', fork).map(({ how }) => how)).toEqual([
    'in the order step_1, step_2, step_3',
    'in the order step_2, step_1, step_3',
  ])
})

test('turns hold several calls, and no step with one that it depends on', () => {
  const plans = done('turns', fork)
  expect(plans[0]?.trace.calls.map(({ turn }) => turn)).toEqual([0, 0, 1])
  expect(plans[1]?.how).toBe('in turns: step_2 + step_1, step_3')
  for (const { trace } of plans) {
    const last = trace.calls.find(({ tool_name }) => tool_name === 'log_event')
    const others = trace.calls.filter((call) => call !== last)
    expect(others.every(({ turn = 0 }) => turn < (last?.turn ?? 0))).toBe(true)
  }
})

test('defaults are written out and left out', () => {
  const task = buildTask('Both', [
    step(1, 'create_task', { title: 'Mow the lawn', priority: 'medium' }),
    step(2, 'create_invoice', {
      client_name: 'Acme',
      items: [{ description: 'Lamp', quantity: 1, unit_price: 9 }],
    }),
  ])
  const all = done('defaults', task)
  expect(all.map(({ how }) => how)).toEqual([
    'step_1 with the default of priority left out',
    'step_2 with the default of currency written out',
  ])
  expect(all[0]?.trace.calls[0]?.arguments).toEqual({ title: 'Mow the lawn' })
  expect(all[1]?.trace.calls[1]?.arguments.currency).toBe('USD')
})

describe('spellings', () => {
  const named = buildTask('Weather', [step(1, 'get_weather', { city: 'Cape Town' })], {
    expected_final_answer: buildFrom(1, '/temperature_celsius'),
  })
  test('of names differ in case and blanks', () => {
    const cities = firstArgument(done('names', named), 'city')
    expect(cities).toEqual(['CAPE TOWN', 'cape town', ' Cape Town ', 'Cape  Town'])
  })
  test('of dates are forms of one instant', () => {
    const dated = buildTask('Task', [step(1, 'create_task', { title: 'Mow', due_date: '2031-05-06' })])
    const dates = firstArgument(done('dates', dated), 'due_date')
    expect(dates).toContain('2031/05/06')
    expect(dates).toContain('6 May 2031')
    expect(dates).toContain('May 6, 2031')
    expect(dates).toContain('2031-05-06T01:00:00+01:00')
    const midday = buildTask('Remind', [
      step(1, 'set_reminder', { message: 'Mow', remind_at: '2031-12-31T23:30:00' }),
    ])
    const moments = firstArgument(done('dates', midday), 'remind_at')
    expect(moments).toContain('2032-01-01T00:30:00+01:00')
    expect(moments).not.toContain('2031-12-31')
  })
  test('of numbers are floats', () => {
    const task = buildTask('Round', [step(1, 'round_number', { value: 25, decimals: 2 })])
    const all = done('numbers', task)
    expect(all.map(({ how }) => how)).toEqual(['step_1 with /value, /decimals written as floats'])
    expect(firstArgument(all, 'value')).toEqual([25])
  })
  test('are no rewrite where the tool then answers otherwise', () => {
    const translated = buildTask(
      'Translate',
      [step(1, 'translate_text', { text: 'Good morning', from_language: 'English', to_language: 'Korean' })],
      { expected_final_answer: buildFrom(1, '/translated_text') },
    )
    const all = done('names', translated)
    const [reference] = done('orders', translated)
    for (const one of all) expect(one.applies).toBe(one.trace.final_answer === reference?.trace.final_answer)
  })
})

test('keys are turned at every depth', () => {
  const task = buildTask('Invoice', [
    step(1, 'create_invoice', {
      client_name: 'Acme',
      items: [{ description: 'Lamp', quantity: 1, unit_price: 9 }],
    }),
  ])
  const [turned] = done('key-order', task)
  expect(JSON.stringify(turned?.trace.calls[0]?.arguments)).toBe(
    '{"items":[{"unit_price":9,"quantity":1,"description":"Lamp"}],"client_name":"Acme"}',
  )
})

test('further reads are as many as are free, of tools on offer, and repeat no step', () => {
  const all = done('extra-reads', fork)
  expect(all).toHaveLength(4)
  for (const { trace } of all) {
    const reads = trace.calls.filter(({ tool_name }) => tool_name !== 'log_event')
    expect(reads).toHaveLength(2 + computeAllowance(3))
    expect(reads.every(({ tool_name }) => fork.available_tools.includes(tool_name))).toBe(true)
    expect(reads.filter(({ arguments: args }) => args.city === 'Oslo')).toHaveLength(1)
  }
})

test('attempts that fail come before each call', () => {
  for (const { trace } of done('failed-attempt', fork)) {
    expect(trace.calls.map(({ status }) => status >= 400)).toEqual([true, false, true, false, true, false])
  }
})

test('only writes that may be repeated are', () => {
  expect(done('repeats', fork)).toEqual([])
  const [twice] = done('repeats', buildTask('Keep', [step(1, 'store_memory', { key: 'a', value: 'b' })]))
  expect(twice?.trace.calls.map(({ tool_name }) => tool_name)).toEqual(['store_memory', 'store_memory'])
})

test('items whose order is free are arranged otherwise', () => {
  const task = buildTask('Largest', [
    step(1, 'get_stock_price', { symbol: 'INTC' }),
    step(2, 'get_stock_price', { symbol: 'AAPL' }),
    step(
      3,
      'min_max',
      { numbers: { $unordered: [buildFrom(1, '/price_usd'), buildFrom(2, '/price_usd')] } },
      ['step_1', 'step_2'],
    ),
  ])
  const [reversed] = done('unordered', task)
  const prices = reversed?.trace.calls.slice(0, 2).map(({ result }) => (result as JsonObject).price_usd)
  expect(reversed?.trace.calls[2]?.arguments.numbers).toEqual(prices?.toReversed())
  expect(done('unordered', fork)).toEqual([])
})

describe('other forms of an answer', () => {
  const table = buildTask(
    'When is the day after 2031-05-03T12:00, in 66 hours? ANSWER: {"end": <day>, "open": <whether 2031-05-05 is a business day>, "amount": <5200.5 USD in JPY>}',
    [
      step(1, 'add_duration', { date: '2031-05-03T12:00', hours: 66 }),
      step(2, 'is_business_day', { date: '2031-05-05' }),
      step(3, 'get_exchange_rate', { from_currency: 'USD', to_currency: 'JPY', amount: 5200.5 }),
    ],
    {
      expected_final_answer: {
        end: buildFrom(1, '/result_date'),
        open: buildFrom(2, '/is_business_day'),
        amount: buildFrom(3, '/converted_amount'),
      },
    },
  )

  test('an answer line is written in the listed forms, and right', () => {
    const all = done('lines', table)
    expect(answersOf(all)[8]).toMatch(/^ANSWER:\n```json\n\{\n {2}"end"/)
    for (const { how, trace } of all)
      expect(scoreTrace(table, trace, registry), how).toMatchObject({ solved: true })
    const single: Task = {
      ...table,
      prompt: 'When is the day after 2031-05-03T12:00, in 66 hours? ANSWER: <day>',
      expected_final_answer: buildFrom(1, '/result_date'),
    }
    const forms = done('lines', single)
    expect(answersOf(forms).slice(0, 3)).toEqual([
      '**ANSWER:** 2031-05-06T06:00:00Z',
      'Final answer: 2031-05-06T06:00:00Z',
      'ANSWER:\n2031-05-06T06:00:00Z',
    ])
    for (const { how, trace } of forms)
      expect(scoreTrace(single, trace, registry), how).toMatchObject({ solved: true })
    expect(done('lines', { ...table, prompt: 'When is it?' })).toEqual([])
  })

  test('a template is written in the listed forms, and right', () => {
    const message = { $template: ['Oslo: ', { gap: 'wind', is: buildFrom(1, '/wind_speed_kmh') }] }
    const task = buildTask('Log "Oslo: <wind>", type note, severity info.', [
      step(1, 'get_weather', { city: 'Oslo' }),
      step(2, 'log_event', { event_type: 'note', severity: 'info', message }, ['step_1']),
    ])
    const all = done('templates', task)
    expect(all.map(({ how }) => how)).toContain('step_2 /message in quotes')
    for (const { how, trace } of all)
      expect(scoreTrace(task, trace, registry), how).toMatchObject({ solved: true })
  })
})
