import type { Json } from '../../../src/shared/json.ts'
import { Performer } from '../../support/perform.ts'
import {
  ambiguous,
  at,
  fabricated,
  flows,
  grounded,
  type LineageCase,
  transposed,
  wrongSource,
} from './case.ts'

const temperature = (weather: Json | undefined): number => at(weather, '/temperature_celsius')
const price = (offers: Json | undefined, i = 0): number => at(offers, `/results/${i}/price_usd`)
const reviews = (offers: Json | undefined, i = 0): number => at(offers, `/results/${i}/reviews`)
const amount = (change: Json | undefined): number => at(change, '/converted_amount')
const millis = (check: Json | undefined): number => at(check, '/response_time_ms')
const fixed = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/** Numbers that are right, nearly right, and from elsewhere. */
export const numbers: LineageCase[] = [
  ...flows(
    {
      name: 'temperature',
      prompt: 'How warm is Oslo in fahrenheit? In Lima it should stay under 18.75, and I have 250 dollars.',
      read: ['get_weather', { city: 'Oslo' }],
      more: [
        ['get_weather', { city: 'Lima' }],
        ['get_stock_price', { symbol: 'AAPL' }],
      ],
      pointer: '/temperature_celsius',
      into: ['unit_convert', { from_unit: 'celsius', to_unit: 'fahrenheit' }],
      argument: 'value',
    },
    [
      ['as it came', temperature, grounded],
      ['with the noise of a float', (oslo) => temperature(oslo) * (1 + 1e-10), grounded],
      ['the humidity', (oslo) => at(oslo, '/humidity_percent'), wrongSource('call_1 /humidity_percent')],
      ['the wind speed', (oslo) => at(oslo, '/wind_speed_kmh'), wrongSource('call_1 /wind_speed_kmh')],
      ['the felt one', (oslo) => at(oslo, '/feels_like_celsius'), wrongSource('call_1 /feels_like_celsius')],
      ['of the other city', (_, lima) => temperature(lima), wrongSource('call_2 /temperature_celsius')],
      ['a share price', (_, __, share) => at(share, '/price_usd'), wrongSource('call_3 /price_usd')],
      ['a limit of the prompt', () => 18.75, wrongSource('prompt')],
      ['a sum of the prompt', () => 250, wrongSource('prompt')],
      ['ten more', (oslo) => fixed(temperature(oslo) + 10, 3), fabricated],
      ['a hundredth more', (oslo) => fixed(temperature(oslo) + 0.01, 3), fabricated],
      ['two digits swapped', (oslo) => transposed(temperature(oslo)), fabricated],
      ['below zero', (oslo) => -temperature(oslo), fabricated],
      ['rounded to one decimal', (oslo) => fixed(temperature(oslo), 1), fabricated],
      ['rounded to degrees', (oslo) => Math.round(temperature(oslo)), fabricated],
      // Arithmetic has to be declared; done in the head, the value is in no result.
      ['converted in the head', (oslo) => fixed(temperature(oslo) * 1.8 + 32, 4), fabricated],
      ['the mean of both', (oslo, lima) => (temperature(oslo) + temperature(lima)) / 2, fabricated],
      ['a plausible one', () => 20, fabricated],
      ['zero', () => 0, fabricated],
      [
        'of the published world',
        () => temperature(new Performer(0).call('get_weather', { city: 'Oslo' })),
        fabricated,
      ],
    ],
  ),
  ...flows(
    {
      name: 'amount in yen',
      prompt: 'Write 123456.78 US dollars as an amount of yen in scientific notation.',
      read: ['get_exchange_rate', { from_currency: 'USD', to_currency: 'JPY', amount: 123456.78 }],
      pointer: '/converted_amount',
      into: ['format_number', { format: 'scientific' }],
      argument: 'value',
    },
    [
      ['as it came', amount, grounded],
      ['rounded to two decimals', (yen) => fixed(amount(yen), 2), grounded],
      ['rounded to whole yen', (yen) => Math.round(amount(yen)), fabricated],
      ['rounded to thousands', (yen) => Math.round(amount(yen) / 1000) * 1000, fabricated],
      ['a hundred more', (yen) => fixed(amount(yen) + 100, 4), fabricated],
      ['times a hundred', (yen) => fixed(amount(yen) * 100, 2), fabricated],
      ['the rate', (yen) => at(yen, '/rate'), wrongSource('call_1 /rate')],
      ['the amount in dollars', (yen) => at(yen, '/amount'), wrongSource('call_1 /amount')],
    ],
  ),
  ...flows(
    {
      name: 'response time',
      prompt: 'How long does https://example.com/a take to answer? Give it with thousands separators.',
      read: ['check_url_status', { url: 'https://example.com/a' }],
      pointer: '/response_time_ms',
      into: ['format_number', { format: 'comma' }],
      argument: 'value',
    },
    [
      ['five digits kept', (check) => fixed(millis(check), 2), fabricated],
      ['four digits kept', (check) => fixed(millis(check), 1), fabricated],
      ['three digits kept', (check) => Math.round(millis(check)), fabricated],
      // 369.636 is 369.64 when rounded: digits were cut.
      ['cut after two decimals', (check) => Math.trunc(millis(check) * 100) / 100, fabricated],
      ['in seconds', (check) => millis(check) / 1000, fabricated],
      ['the status code', (check) => at(check, '/status_code'), wrongSource('call_1 /status_code')],
    ],
  ),
  ...flows(
    {
      name: 'price of an offer',
      prompt: 'Find lamps and convert the price of the first one into euros.',
      read: ['search_products', { query: 'lamp' }],
      pointer: '/results/0/price_usd',
      into: ['get_exchange_rate', { from_currency: 'USD', to_currency: 'EUR' }],
      argument: 'amount',
    },
    [
      ['as it came', (offers) => price(offers), grounded],
      ['of the next offer', (offers) => price(offers, 1), wrongSource('call_1 /results/1/price_usd')],
      ['of the cheapest', (offers) => price(offers, 2), wrongSource('call_1 /results/2/price_usd')],
      ['its rating', (offers) => at(offers, '/results/0/rating'), wrongSource('call_1 /results/0/rating')],
      ['a cent more', (offers) => fixed(price(offers) + 0.01, 2), fabricated],
      ['rounded to dollars', (offers) => Math.round(price(offers)), fabricated],
      ['a usual one', () => 19.99, fabricated],
      [
        'that of another world',
        () => price(new Performer(7).call('search_products', { query: 'lamp' })),
        fabricated,
      ],
    ],
  ),
  ...flows(
    {
      name: 'number of reviews',
      prompt: 'Find lamps and write out how many reviews the first one has.',
      read: ['search_products', { query: 'lamp' }],
      pointer: '/results/0/reviews',
      into: ['number_to_text', {}],
      argument: 'number',
    },
    [
      // Right, but an integer without a range counts 7 bits only.
      ['as it came', (offers) => reviews(offers), ambiguous],
      ['of the next offer', (offers) => reviews(offers, 1), wrongSource('call_1 /results/1/reviews')],
      ['ten fewer', (offers) => reviews(offers) - 10, fabricated],
      ['one more', (offers) => reviews(offers) + 1, fabricated],
      ['two digits swapped', (offers) => transposed(reviews(offers)), fabricated],
      ['in hundreds', (offers) => Math.round(reviews(offers) / 100) * 100, fabricated],
    ],
  ),
  ...flows(
    {
      name: 'product of 61728 and 2',
      prompt: 'Multiply 61728 by 2 and write the result as a currency.',
      read: ['calculator', { expression: '61728 * 2' }],
      pointer: '/result',
      into: ['format_number', { format: 'currency' }],
      argument: 'value',
    },
    [
      ['123456', () => 123456, grounded],
      ['123446', () => 123446, fabricated],
      ['123457', () => 123457, fabricated],
      ['123456.4', () => 123456.4, fabricated],
      ['123465', () => 123465, fabricated],
      ['12345.6', () => 12345.6, fabricated],
    ],
  ),
]
