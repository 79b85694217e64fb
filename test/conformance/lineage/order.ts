import type { Json } from '../../../src/shared/json.ts'
import { Performer } from '../../support/perform.ts'
import {
  at,
  fabricated,
  from,
  grounded,
  type LineageCase,
  stepsOf,
  type Verdict,
  wrongSource,
} from './case.ts'

const kelvin = { from_unit: 'celsius', to_unit: 'kelvin' }
const temperature = (weather: Json | undefined): number => at(weather, '/temperature_celsius')
/** What the service will say: nobody can know it before. */
const future = (seed: number, city: string): number =>
  temperature(new Performer(seed).call('get_weather', { city }))

function weather(name: string, seed: number, act: (p: Performer) => void, verdict: Verdict): LineageCase {
  return {
    name: `order: ${name}`,
    seed,
    prompt: 'How warm is Oslo in kelvin? At night there should be 4.875 degrees.',
    steps: stepsOf(
      ['get_weather', { city: 'Oslo' }],
      ['unit_convert', { value: from('step_1', '/temperature_celsius'), ...kelvin }],
    ),
    act: (p) => {
      act(p)
      return undefined
    },
    labels: [
      {
        at: 'step_2 /value',
        ...verdict,
        ...(verdict.is === 'grounded' ? { from: 'step_1 /temperature_celsius' } : {}),
      },
    ],
  }
}

/** When calls were made, which failed, and which were never made. */
export const orders: LineageCase[] = [
  weather(
    'both in one turn, and the guess is right',
    41,
    (p) => {
      p.turn([
        ['get_weather', { city: 'Oslo' }],
        ['unit_convert', { value: future(41, 'Oslo'), ...kelvin }],
      ])
    },
    // It cannot have come from a call that had not ended.
    fabricated,
  ),
  weather(
    'converted before it was read',
    42,
    (p) => {
      p.call('unit_convert', { value: future(42, 'Oslo'), ...kelvin })
      p.call('get_weather', { city: 'Oslo' })
    },
    fabricated,
  ),
  weather(
    'converted before it was read, with a figure of the prompt',
    42,
    (p) => {
      p.call('unit_convert', { value: 4.875, ...kelvin })
      p.call('get_weather', { city: 'Oslo' })
    },
    wrongSource('prompt'),
  ),
  weather(
    'read, and then again in the turn of the conversion',
    43,
    (p) => {
      const oslo = temperature(p.call('get_weather', { city: 'Oslo' }))
      p.turn([
        ['get_weather', { city: 'Oslo' }],
        ['unit_convert', { value: oslo, ...kelvin }],
      ])
    },
    grounded,
  ),
  weather(
    'a failed attempt, then a right one',
    44,
    (p) => {
      p.call('get_weather', { town: 'Oslo' })
      p.call('unit_convert', { value: temperature(p.call('get_weather', { city: 'Oslo' })), ...kelvin })
    },
    grounded,
  ),
  weather(
    'a failed attempt, and a guess',
    45,
    (p) => {
      p.call('get_weather', { town: 'Oslo' })
      p.call('unit_convert', { value: 3.25, ...kelvin })
    },
    fabricated,
  ),
  weather(
    'a failed attempt, and the right figure all the same',
    45,
    (p) => {
      p.call('get_weather', { town: 'Oslo' })
      p.call('unit_convert', { value: future(45, 'Oslo'), ...kelvin })
    },
    fabricated,
  ),
  weather(
    'another city first, and its figure used',
    46,
    (p) => {
      const bergen = temperature(p.call('get_weather', { city: 'Bergen' }))
      p.call('get_weather', { city: 'Oslo' })
      p.call('unit_convert', { value: bergen, ...kelvin })
    },
    wrongSource('call_1 /temperature_celsius'),
  ),
  weather(
    'another city only',
    46,
    (p) => {
      p.call('unit_convert', { value: temperature(p.call('get_weather', { city: 'Bergen' })), ...kelvin })
    },
    // The call stands for the step, wrong as its city is, and its result is what had to flow: the first step is
    // at fault, not this one.
    grounded,
  ),
  weather(
    'never read, a figure of a page instead',
    47,
    (p) => {
      const page = p.call('check_url_status', { url: 'https://weather.example.com/oslo' })
      p.call('unit_convert', { value: at(page, '/response_time_ms'), ...kelvin })
    },
    wrongSource('call_1 /response_time_ms'),
  ),
  weather(
    'never read',
    48,
    (p) => {
      p.call('unit_convert', { value: 7.5, ...kelvin })
    },
    fabricated,
  ),
  {
    name: 'order: a file that was not there, written, read again',
    seed: 49,
    prompt: 'Write the answer to "What is peat" to /out/peat.txt, read that and count its words.',
    steps: stepsOf(
      ['knowledge_base_query', { query: 'What is peat' }],
      ['write_file', { path: '/out/peat.txt', content: from('step_1', '/answer') }],
      ['read_file', { path: '/out/peat.txt' }, ['step_2']],
      ['word_count', { text: from('step_3', '/content') }],
      ['hash_text', { text: from('step_3', '/content'), algorithm: 'md5' }],
    ),
    act: (p) => {
      const before = p.call('read_file', { path: '/out/peat.txt' })
      const answer = at<string>(p.call('knowledge_base_query', { query: 'What is peat' }), '/answer')
      p.call('write_file', { path: '/out/peat.txt', content: answer })
      const after = p.call('read_file', { path: '/out/peat.txt' })
      p.call('word_count', { text: at(after, '/content') })
      p.call('hash_text', { text: at(before, '/error'), algorithm: 'md5' })
      return undefined
    },
    labels: [
      { at: 'step_2 /content', ...grounded, from: 'step_1 /answer' },
      // The knowledge base gave the same words.
      { at: 'step_4 /text', is: 'ambiguous', from: 'step_3 /content' },
      { at: 'step_5 /text', ...wrongSource('call_1 /error') },
    ],
  },
  {
    name: 'order: upstream of upstream',
    seed: 50,
    prompt:
      'Convert the temperature of Lima to kelvin, round that to one decimal and write the rounded figure in words.',
    steps: stepsOf(
      ['get_weather', { city: 'Lima' }],
      ['unit_convert', { value: from('step_1', '/temperature_celsius'), ...kelvin }],
      ['round_number', { value: from('step_2', '/converted_value'), decimals: 1 }],
      ['number_to_text', { number: from('step_3', '/rounded') }],
    ),
    act: (p) => {
      const lima = temperature(p.call('get_weather', { city: 'Lima' }))
      p.call('unit_convert', { value: lima, ...kelvin })
      const rounded = p.call('round_number', { value: lima, decimals: 1 })
      p.call('number_to_text', { number: lima })
      at(rounded, '/rounded')
      return undefined
    },
    labels: [
      { at: 'step_2 /value', ...grounded, from: 'step_1 /temperature_celsius' },
      { at: 'step_3 /value', ...wrongSource('call_1 /temperature_celsius') },
      { at: 'step_4 /number', ...wrongSource('call_1 /temperature_celsius') },
    ],
  },
  {
    name: 'order: two cities, crossed over',
    seed: 51,
    prompt:
      'Put "Oslo" and "Lima" with their temperatures into two reminders at 2030-01-01 08:00 and 2030-01-01 09:00.',
    steps: stepsOf(
      ['get_weather', { city: 'Oslo' }],
      ['get_weather', { city: 'Lima' }],
      [
        'set_reminder',
        {
          message: { $text: ['Oslo ', from('step_1', '/temperature_celsius')] },
          remind_at: '2030-01-01 08:00',
        },
      ],
      [
        'set_reminder',
        {
          message: { $text: ['Lima ', from('step_2', '/temperature_celsius')] },
          remind_at: '2030-01-01 09:00',
        },
      ],
    ),
    act: (p) => {
      const [oslo, lima] = p.turn([
        ['get_weather', { city: 'Oslo' }],
        ['get_weather', { city: 'Lima' }],
      ])
      p.turn([
        ['set_reminder', { message: `Oslo ${temperature(lima)}`, remind_at: '2030-01-01 08:00' }],
        ['set_reminder', { message: `Lima ${temperature(oslo)}`, remind_at: '2030-01-01 09:00' }],
      ])
      return undefined
    },
    labels: [
      { at: 'step_3 /message', ...wrongSource('call_2 /temperature_celsius') },
      { at: 'step_4 /message', ...wrongSource('call_1 /temperature_celsius') },
    ],
  },
]
