import type { Json } from '../../../src/shared/json.ts'
import { Performer } from '../../support/perform.ts'
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

const temperature = (weather: Json | undefined): number => at(weather, '/temperature_celsius')
const kelvin = { from_unit: 'celsius', to_unit: 'kelvin' }
const oslo = temperature(new Performer(42).call('get_weather', { city: 'Oslo' }))

/** Right values that stand elsewhere too, or that are easily guessed. */
export const twins: LineageCase[] = [
  ...flows(
    {
      name: 'temperature that the prompt knows',
      prompt: `My own sensor says ${oslo}. What does the weather service say for Oslo, in kelvin?`,
      read: ['get_weather', { city: 'Oslo' }],
      pointer: '/temperature_celsius',
      into: ['unit_convert', kelvin],
      argument: 'value',
    },
    [['as it came', (weather) => temperature(weather), ambiguous]],
  ),
  ...flows(
    {
      name: 'condition of the weather',
      prompt: 'Remember as "sky" what the sky over Oslo looks like.',
      read: ['get_weather', { city: 'Oslo' }],
      pointer: '/condition',
      into: ['store_memory', { key: 'sky' }],
      argument: 'value',
    },
    [
      // One of seven.
      ['as it came', (weather) => at(weather, '/condition'), ambiguous],
      ['another of the seven', () => 'snowy', fabricated],
      ['a word of the prompt', () => 'sky', wrongSource('prompt')],
    ],
  ),
  ...flows(
    {
      name: 'number of memories',
      prompt: 'Search the web for "owls" and take as many hits as there are memories.',
      read: ['list_memories', {}],
      pointer: '/count',
      into: ['web_search', { query: 'owls' }],
      argument: 'max_results',
    },
    [
      ['as it came', (memories) => at(memories, '/count'), ambiguous],
      ['one less', () => 4, fabricated],
    ],
  ),
  ...flows(
    {
      name: 'number of words',
      prompt:
        'Count the words of "the heron stood still" and cut "a long tale of a heron" to as many characters.',
      read: ['word_count', { text: 'the heron stood still' }],
      pointer: '/words',
      into: ['truncate_text', { text: 'a long tale of a heron' }],
      argument: 'max_length',
    },
    [
      ['as it came', (count) => at(count, '/words'), ambiguous],
      ['the characters', (count) => at(count, '/characters'), wrongSource('call_1 /characters')],
      ['a round one', () => 10, fabricated],
    ],
  ),
  ...flows(
    {
      name: 'day of the month',
      prompt: 'Which day of the month is 22/02/2026? Go on that many days from 2026-03-01.',
      read: ['parse_date', { date_string: '22/02/2026' }],
      pointer: '/day',
      into: ['add_duration', { date: '2026-03-01' }],
      argument: 'days',
    },
    [
      ['as it came', (date) => at(date, '/day'), ambiguous],
      ['the month', (date) => at(date, '/month'), wrongSource('call_1 /month')],
    ],
  ),
  ...flows(
    {
      name: 'address of a contact',
      prompt: 'Save Bo with bo@example.com as a contact and send the saved address the note "Hello".',
      read: ['create_contact', { name: 'Bo', email: 'bo@example.com' }],
      pointer: '/email',
      into: ['send_email', { subject: 'Hello', body: 'Hello' }],
      argument: 'to',
    },
    [['as it came', (contact) => at(contact, '/email'), ambiguous]],
  ),
  ...flows(
    {
      name: 'change of a share in percent',
      prompt: 'Write the change of AAPL in percent as a number in words.',
      read: ['get_stock_price', { symbol: 'AAPL' }],
      pointer: '/change_percent',
      into: ['number_to_text', {}],
      argument: 'number',
    },
    [
      // Two digits in this world: under 10 bits.
      ['two digits', (share) => at(share, '/change_percent'), ambiguous],
      ['the change in dollars', (share) => at(share, '/change_usd'), wrongSource('call_1 /change_usd')],
    ],
  ),
  ...flows(
    {
      name: 'time in Oslo, with that in UTC at hand',
      prompt: 'Set up "Now" with bo@example.com at the present time in Oslo.',
      read: ['get_current_time', { timezone: 'Europe/Oslo' }],
      more: [['get_current_time', { timezone: 'UTC' }]],
      pointer: '/datetime',
      into: ['schedule_meeting', { title: 'Now', participants: ['bo@example.com'] }],
      argument: 'datetime_str',
    },
    [
      // Both results name the same instant.
      ['as it came', (now) => at(now, '/datetime'), ambiguous],
      ['that of UTC', (_, now) => at(now, '/datetime'), ambiguous],
    ],
  ),
  ...flows(
    {
      name: 'end of the first segment',
      prompt: 'Transcribe talk.mp3 and write the second at which its first segment ends in words.',
      read: ['transcribe_audio', { audio_source: 'talk.mp3' }],
      pointer: '/segments/0/end',
      into: ['number_to_text', {}],
      argument: 'number',
    },
    [
      // The second segment starts where the first one ends: the same result holds the value twice.
      ['as it came', (talk) => at(talk, '/segments/0/end'), ambiguous],
      ['the length of all', (talk) => at(talk, '/duration_seconds'), wrongSource('call_1 /duration_seconds')],
      ['half a minute', () => 30, fabricated],
    ],
  ),
  ...flows(
    {
      name: 'temperature read twice in two spellings',
      prompt: 'How warm is Oslo in kelvin?',
      read: ['get_weather', { city: 'Oslo' }],
      more: [['get_weather', { city: 'OSLO' }]],
      pointer: '/temperature_celsius',
      into: ['unit_convert', kelvin],
      argument: 'value',
    },
    [['as it came', (weather) => temperature(weather), ambiguous]],
  ),
  ...flows(
    {
      name: 'temperature read twice',
      prompt: 'How warm is Oslo in kelvin?',
      read: ['get_weather', { city: 'Oslo' }],
      more: [['get_weather', { city: 'Oslo' }]],
      pointer: '/temperature_celsius',
      into: ['unit_convert', kelvin],
      argument: 'value',
    },
    // The same question twice is one source.
    [['as it came', (weather) => temperature(weather), grounded]],
  ),
  {
    name: 'largest of two temperatures, and an echo of it',
    prompt:
      'Take the larger of the temperatures of Oslo and Lima, convert it to kelvin, and write it out in words too.',
    steps: stepsOf(
      ['get_weather', { city: 'Oslo' }],
      ['get_weather', { city: 'Lima' }],
      [
        'min_max',
        { numbers: [from('step_1', '/temperature_celsius'), from('step_2', '/temperature_celsius')] },
      ],
      ['unit_convert', { value: from('step_3', '/max'), ...kelvin }],
      ['number_to_text', { number: from('step_3', '/max') }],
    ),
    act: (p) => {
      const both = ['Oslo', 'Lima'].map((city) => temperature(p.call('get_weather', { city })))
      const max = at<number>(p.call('min_max', { numbers: both }), '/max')
      p.call('unit_convert', { value: max, ...kelvin })
      p.call('number_to_text', { number: max })
      return undefined
    },
    labels: [
      { at: 'step_3 /numbers/0', ...grounded, from: 'step_1 /temperature_celsius' },
      { at: 'step_3 /numbers/1', ...grounded, from: 'step_2 /temperature_celsius' },
      // The larger one is a city's temperature as well, and then an echo of the conversion.
      { at: 'step_4 /value', ...ambiguous, from: 'step_3 /max' },
      { at: 'step_5 /number', ...ambiguous, from: 'step_3 /max' },
    ],
  },
]
