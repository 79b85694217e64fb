import { describe, expect, it } from 'vitest'
import { explainTrace } from '../../../src/scoring/explain.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { Performer } from '../../support/perform.ts'
import { IN_FAHRENHEIT, taskOf } from '../../support/task.ts'

const task = taskOf('Convert the temperature in Oslo to fahrenheit and mail it to ana@example.com.', [
  ...IN_FAHRENHEIT,
])

describe('explainTrace', () => {
  const performer = new Performer(7)
  const weather = performer.call('get_weather', { city: 'oslo' }) as { temperature_celsius: number }
  performer.call('unit_convert', {
    value: weather.temperature_celsius,
    from_unit: 'Celsius',
    to_unit: 'kelvin',
  })
  performer.call('get_exchange_rate', { from_currency: 'USD', to_currency: 'EUR', amount: 1 })
  performer.call('send_email', {
    to: 'ana@example.com',
    subject: 'x',
    body: String(weather.temperature_celsius),
  })
  performer.call('unit_convert', { value: 1 })
  const calls = explainTrace(task, performer.trace(task.task_id), registry)

  it('says what became of every call', () => {
    expect(calls.map(({ tool_name, role, step_id }) => [tool_name, role, step_id])).toEqual([
      ['get_weather', 'step', 'step_1'],
      ['unit_convert', 'step', 'step_2'],
      ['get_exchange_rate', 'surplus-read', null],
      ['send_email', 'unneeded-write', null],
      ['unit_convert', 'refused', null],
    ])
  })

  it('gives source, transform and verdict of every leaf of a step', () => {
    expect(calls[1]?.leaves).toEqual([
      {
        pointer: '/value',
        actual: weather.temperature_celsius,
        source: { kind: 'result', call: 'call_1', tool_name: 'get_weather', pointer: '/temperature_celsius' },
        transform: 'none',
        verdict: 'grounded',
        expected: weather.temperature_celsius,
        binding: 'step_1 /temperature_celsius',
      },
      {
        pointer: '/from_unit',
        actual: 'Celsius',
        source: { kind: 'nowhere' },
        transform: 'none',
        verdict: 'right',
        expected: 'celsius',
      },
      {
        pointer: '/to_unit',
        actual: 'kelvin',
        source: { kind: 'nowhere' },
        transform: 'none',
        verdict: 'wrong',
        expected: 'fahrenheit',
      },
    ])
  })

  it('looks at calls that no step needs as well', () => {
    expect(calls[2]?.leaves.map(({ pointer, verdict }) => [pointer, verdict])).toEqual([
      ['/from_currency', 'ungraded'],
      ['/to_currency', 'ungraded'],
      ['/amount', 'ungraded'],
    ])
    expect(calls[3]?.leaves[0]).toMatchObject({ pointer: '/to', source: { kind: 'prompt' } })
    expect(calls[3]?.leaves[2]).toMatchObject({
      source: { kind: 'result', call: 'call_2', pointer: '/original_value' },
      transform: 'type',
    })
  })

  it('lists a leaf that is missing', () => {
    const short = new Performer(7)
    short.call('get_weather', { city: 'Oslo' })
    const gap = taskOf('Reminders', [
      {
        step_id: 'step_1',
        tool_name: 'get_exchange_rate',
        arguments: { from_currency: 'USD', to_currency: 'EUR', amount: 12 },
        depends_on: [],
      },
    ])
    short.call('get_exchange_rate', { from_currency: 'USD', to_currency: 'EUR' })
    expect(explainTrace(gap, short.trace('t'), registry)[1]?.leaves.at(-1)).toMatchObject({
      pointer: '/amount',
      actual: undefined,
      verdict: 'wrong',
      note: 'it is missing',
    })
  })
})
