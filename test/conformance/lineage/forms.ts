import type { Json } from '../../../src/shared/json.ts'
import {
  ambiguous,
  at,
  fabricated,
  flows,
  from,
  grounded,
  type LineageCase,
  stepsOf,
  wrongSource,
} from './case.ts'

const price = (share: Json | undefined): number => at(share, '/price_usd')
const humidity = (weather: Json | undefined): number => at(weather, '/humidity_percent')
const yen = (change: Json | undefined): number => at(change, '/converted_amount')
const grouped = (value: number): string => {
  const [whole = '', decimals = ''] = String(value).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}

/** The same value in another form, and forms that lose something. */
export const forms: LineageCase[] = [
  ...flows(
    {
      name: 'share price as text',
      prompt: 'Remember what a share of AAPL costs as "apple". Last year it was 180.33.',
      read: ['get_stock_price', { symbol: 'AAPL' }],
      pointer: '/price_usd',
      into: ['store_memory', { key: 'apple' }],
      argument: 'value',
    },
    [
      ['its digits', (share) => String(price(share)), grounded],
      ['trailing zeros', (share) => price(share).toFixed(4), grounded],
      ['dollar sign', (share) => `$${price(share)}`, grounded],
      ['code after it', (share) => `${price(share)} USD`, grounded],
      ['code before it', (share) => `USD ${price(share)}`, grounded],
      ['blanks around it', (share) => `  ${price(share)} `, grounded],
      ['four digits kept', (share) => price(share).toFixed(1), fabricated],
      ['four digits kept and a zero too many', (share) => `${price(share).toFixed(1)}0`, fabricated],
      ['no decimals', (share) => price(share).toFixed(0), fabricated],
      ['in cents', (share) => String(Math.round(price(share) * 100)), fabricated],
      ['a sentence around it', (share) => `It costs ${price(share)} dollars`, fabricated],
      [
        'the change of the day',
        (share) => String(at(share, '/change_usd')),
        wrongSource('call_1 /change_usd'),
      ],
      ['the market value', (share) => at(share, '/market_cap'), wrongSource('call_1 /market_cap')],
      ['the price of last year', () => '180.33', wrongSource('prompt')],
    ],
  ),
  ...flows(
    {
      name: 'humidity as text',
      prompt: 'Remember the humidity of Oslo as "air".',
      read: ['get_weather', { city: 'Oslo' }],
      pointer: '/humidity_percent',
      into: ['store_memory', { key: 'air' }],
      argument: 'value',
    },
    [
      ['percent sign', (weather) => `${humidity(weather)}%`, grounded],
      ['percent sign after a blank', (weather) => `${humidity(weather)} %`, grounded],
      ['as a fraction', (weather) => String(humidity(weather) / 100), fabricated],
      [
        'the wind speed with a percent sign',
        (weather) => `${at(weather, '/wind_speed_kmh')}%`,
        wrongSource('call_1 /wind_speed_kmh'),
      ],
    ],
  ),
  ...flows(
    {
      name: 'amount in yen as text',
      prompt: 'Remember 99876.54 US dollars in yen as "fund".',
      read: ['get_exchange_rate', { from_currency: 'USD', to_currency: 'JPY', amount: 99876.54 }],
      pointer: '/converted_amount',
      into: ['store_memory', { key: 'fund' }],
      argument: 'value',
    },
    [
      ['thousands separators', (change) => grouped(yen(change)), grounded],
      ['separators and sign', (change) => `¥${grouped(yen(change))}`, grounded],
      ['separators and two decimals', (change) => grouped(Number(yen(change).toFixed(2))), grounded],
      ['in millions', (change) => `${(yen(change) / 1e6).toFixed(2)} million`, fabricated],
      ['the dollars with separators', () => '99,876.54', wrongSource('call_1 /amount')],
    ],
  ),
  {
    name: 'formatted number: sign and separators taken off',
    prompt: 'Write 7777.77 US dollars in yen as a currency and remember that twice, as "a" and "b".',
    steps: stepsOf(
      ['get_exchange_rate', { from_currency: 'USD', to_currency: 'JPY', amount: 7777.77 }],
      ['format_number', { value: from('step_1', '/converted_amount'), format: 'currency' }],
      ['store_memory', { key: 'a', value: from('step_2', '/formatted') }],
      ['store_memory', { key: 'b', value: from('step_2', '/formatted') }],
    ),
    act: (p) => {
      const change = p.call('get_exchange_rate', {
        from_currency: 'USD',
        to_currency: 'JPY',
        amount: 7777.77,
      })
      const text = p.call('format_number', { value: yen(change), format: 'currency' })
      const formatted = at<string>(text, '/formatted')
      p.call('store_memory', { key: 'a', value: formatted })
      p.call('store_memory', { key: 'b', value: formatted.replace(/[$,]/g, '') })
      return undefined
    },
    labels: [
      { at: 'step_2 /value', ...grounded, from: 'step_1 /converted_amount' },
      // Right, and the amount itself is known from the first call, too.
      { at: 'step_3 /value', ...ambiguous, from: 'step_2 /formatted' },
      // Sign and separators may go without a declaration, also from one text to another.
      { at: 'step_4 /value', ...ambiguous, from: 'step_2 /formatted' },
    ],
  },
  ...flows(
    {
      name: 'date in ten days',
      prompt: 'Put "Harvest" into the calendar for 60 minutes, ten days after 2026-03-15.',
      read: ['add_duration', { date: '2026-03-15', days: 10 }],
      pointer: '/result_date',
      into: ['create_calendar_event', { title: 'Harvest', duration_minutes: 60 }],
      argument: 'date',
    },
    [
      ['as it came', () => '2026-03-25T00:00:00Z', grounded],
      ['day only', () => '2026-03-25', grounded],
      ['with slashes', () => '2026/03/25', grounded],
      ['with a blank for the T', () => '2026-03-25 00:00', grounded],
      ['in words', () => '25 March 2026', grounded],
      ['in words, month first', () => 'March 25, 2026', grounded],
      ['in another zone', () => '2026-03-25T02:00:00+02:00', grounded],
      ['a day late', () => '2026-03-26', fabricated],
      ['a month late', () => '2026-04-25', fabricated],
      ['a year early', () => '2025-03-25', fabricated],
      ['an hour late', () => '2026-03-25T01:00:00Z', fabricated],
      // The offset moves it to the evening before.
      ['with an offset too many', () => '2026-03-25T00:00:00+02:00', fabricated],
      ['the date to count from', () => '2026-03-15', wrongSource('prompt')],
    ],
  ),
  ...flows(
    {
      name: 'time in Oslo',
      prompt: 'Set up the meeting "Now" with bo@example.com at the present time in Oslo.',
      read: ['get_current_time', { timezone: 'Europe/Oslo' }],
      pointer: '/datetime',
      into: ['schedule_meeting', { title: 'Now', participants: ['bo@example.com'] }],
      argument: 'datetime_str',
    },
    [
      ['as it came', (now) => at(now, '/datetime'), grounded],
      ['in UTC', (now) => new Date(at<string>(now, '/datetime')).toISOString(), grounded],
      // Without its offset the text means two hours later.
      ['without the offset', (now) => at<string>(now, '/datetime').slice(0, 19), fabricated],
      ['on the hour', (now) => at<string>(now, '/datetime').replace(/:\d\d:\d\d\+/, ':00:00+'), fabricated],
      ['the day only', (now) => at(now, '/date'), wrongSource('call_1 /date')],
      ['the time only', (now) => at(now, '/time'), wrongSource('call_1 /time')],
    ],
  ),
  ...flows(
    {
      name: 'city of an address',
      prompt: 'What is the weather where 8.8.8.8 is registered?',
      read: ['ip_geolocation', { ip_address: '8.8.8.8' }],
      pointer: '/city',
      into: ['get_weather', {}],
      argument: 'city',
    },
    [
      ['as it came', (place) => at(place, '/city'), grounded],
      ['in capitals', (place) => at<string>(place, '/city').toUpperCase(), grounded],
      ['in small letters with blanks', (place) => ` ${at<string>(place, '/city').toLowerCase()} `, grounded],
      ['the country', (place) => at(place, '/country'), wrongSource('call_1 /country')],
      ['a city that one would think of', () => 'Mountain View', fabricated],
    ],
  ),
  ...flows(
    {
      name: 'code of a language',
      prompt: 'Find out the language of "Der Hund und die Katze" and translate that into French.',
      read: ['detect_language', { text: 'Der Hund und die Katze' }],
      pointer: '/language_code',
      into: ['translate_text', { text: 'Der Hund und die Katze', to_language: 'fr' }],
      argument: 'from_language',
    },
    [
      ['as it came', (found) => at(found, '/language_code'), grounded],
      ['in capitals', (found) => at<string>(found, '/language_code').toUpperCase(), grounded],
      ['its name', (found) => at(found, '/language'), wrongSource('call_1 /language')],
      ['a usual one', () => 'en', fabricated],
    ],
  ),
]
