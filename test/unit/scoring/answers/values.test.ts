import { describe, expect, it } from 'vitest'
import { buildSlot } from '../../../../src/scoring/answers/slots.ts'
import { fitsScalar, isFreeInCase } from '../../../../src/scoring/answers/values.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { parseAmount } from '../../../../src/tasks/amount.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { Performer } from '../../../support/perform.ts'

/** What is known of a value that a call gives. */
function slotFrom(
  tool: string,
  args: JsonObject,
  at: string,
  more: { asked?: string; binding?: object } = {},
) {
  const performer = new Performer(3)
  performer.call(tool, args)
  const binding = { $from: 'step_1', at, ...more.binding } as Json
  return buildSlot(binding, '', more.asked, {
    producerOf: () => performer.calls[0],
    outputSchemaOf: (name) => registry.get(name)?.outputSchema as never,
  })
}

const zloty = { from_currency: 'USD', to_currency: 'PLN', amount: 2 }
const celsius = { value: 3, from_unit: 'celsius', to_unit: 'fahrenheit' }

describe('the unit of a value', () => {
  it.each<[string, JsonObject, string, string, boolean]>([
    ['get_weather', { city: 'Oslo' }, '/temperature_celsius', '5.5 °C', true],
    ['get_weather', { city: 'Oslo' }, '/temperature_celsius', '5.5 degrees Celsius', true],
    ['get_weather', { city: 'Oslo' }, '/temperature_celsius', '5.5 °F', false],
    ['get_weather', { city: 'Oslo' }, '/wind_speed_kmh', '5.5 km/h', true],
    ['get_weather', { city: 'Oslo' }, '/wind_speed_kmh', '5.5 mph', false],
    ['get_weather', { city: 'Oslo' }, '/humidity_percent', '5.5%', true],
    ['get_stock_price', { symbol: 'IBM' }, '/price_usd', '$5.5', true],
    ['get_stock_price', { symbol: 'IBM' }, '/price_usd', '5.5 US dollars', true],
    ['get_stock_price', { symbol: 'IBM' }, '/price_usd', '€5.5', false],
    ['unit_convert', celsius, '/converted_value', '5.5 °F', true],
    ['unit_convert', celsius, '/converted_value', '5.5 °C', false],
    ['get_exchange_rate', zloty, '/converted_amount', '5.5 PLN', true],
    ['get_exchange_rate', zloty, '/converted_amount', '$5.5', false],
    ['get_exchange_rate', zloty, '/amount', '5.5 PLN', true],
    ['word_count', { text: 'a b' }, '/words', '5.5 words', true],
    ['word_count', { text: 'a b' }, '/words', '5.5 characters', false],
    ['word_count', { text: 'a b' }, '/words', '5.5 %', false],
  ])('of %s %j %s: %s is %s', (tool, args, at, written, right) => {
    expect(fitsScalar(5.5, written, slotFrom(tool, args, at))).toBe(right)
  })

  it('is that of the placeholder, and not of the source, once it was rescaled', () => {
    const binding = { via: [{ scale: 1000 }] }
    const slot = slotFrom('get_weather', { city: 'Oslo' }, '/wind_speed_kmh', {
      binding,
      asked: 'speed in m/h (metres)',
    })
    expect(fitsScalar(5.5, '5.5 metres', slot)).toBe(true)
    expect(fitsScalar(5.5, '5.5 km/h', slot)).toBe(false)
  })
})

describe('amountOf', () => {
  it.each<[string, number | undefined]>([
    ['12,990.75', 12990.75],
    ['12 990.75', 12990.75],
    ["12'990.75", 12990.75],
    ['-$5.50', -5.5],
    ['$-5.50', -5.5],
    ['\u2212 5.3', -5.3],
    ['.05', 0.05],
    ['1e3', 1000],
    ['CHF 12', 12],
    ['5 45.5', undefined],
    ['', undefined],
    ['--5', undefined],
  ])('%s is %s', (text, value) => expect(parseAmount(text)?.value).toBe(value))
})

it.each([
  ['snowy', true],
  ['New York', true],
  ['well-known', true],
  ['DUNEDIN', false],
  ['McDonald', false],
  ['inv_7ad7', false],
  ['a1', false],
])('%s is free in case: %s', (text, free) => expect(isFreeInCase(text)).toBe(free))
