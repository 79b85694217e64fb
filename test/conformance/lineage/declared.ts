import type { Json } from '../../../src/shared/json.ts'
import {
  ambiguous,
  at,
  fabricated,
  flows,
  from,
  grounded,
  type LineageCase,
  type Row,
  stepsOf,
  type Verdict,
  wrongSource,
} from './case.ts'

const CITIES = ['Oslo', 'Lima', 'Hanoi'] as const
const TEMPERATURES = CITIES.map((_, i) => from(`step_${i + 1}`, '/temperature_celsius'))
const temperature = (weather: Json | undefined): number => at(weather, '/temperature_celsius')

/** One temperature with declared transforms, written out in words. */
const via = (name: string, transforms: Json[], rows: readonly Row[]): LineageCase[] =>
  flows(
    {
      name: `declared ${name}`,
      prompt: 'Write out the temperature of Hanoi in words, changed as asked.',
      seed: 32,
      read: ['get_weather', { city: 'Hanoi' }],
      pointer: '/temperature_celsius',
      via: transforms,
      into: ['number_to_text', {}],
      argument: 'number',
    },
    rows,
  )

const list = (
  name: string,
  binding: Json,
  given: (values: number[]) => Json[],
  verdicts: Verdict[],
): LineageCase => ({
  name: `list: ${name}`,
  seed: 33,
  prompt: 'Tell the range of the temperatures of Oslo, Lima and Hanoi.',
  steps: stepsOf(...CITIES.map((city) => ['get_weather', { city }] as const), [
    'min_max',
    { numbers: binding },
  ]),
  act: (p) => {
    const weathers = p.turn(CITIES.map((city) => ['get_weather', { city }]))
    p.call('min_max', { numbers: given(weathers.map(temperature)) })
    return undefined
  },
  labels: verdicts.map((verdict, i) => ({
    at: `step_4 /numbers/${i}`,
    ...verdict,
    ...(verdict.is === 'grounded' ? { from: `step_${i + 1} /temperature_celsius` } : {}),
  })),
})

/** Transforms that a task declares, and lists with and without an order. */
export const declared: LineageCase[] = [
  ...via(
    'rounding',
    [{ round: 1 }],
    [
      // What is left of it has two digits.
      ['rounded', (weather) => Number(temperature(weather).toFixed(1)), ambiguous],
      ['not rounded', (weather) => temperature(weather), wrongSource('call_1 /temperature_celsius')],
      ['rounded further', (weather) => Math.round(temperature(weather)), fabricated],
    ],
  ),
  ...via(
    'conversion',
    [{ scale: 1.8 }, { add: 32 }],
    [
      ['converted', (weather) => temperature(weather) * 1.8 + 32, grounded],
      ['not converted', (weather) => temperature(weather), wrongSource('call_1 /temperature_celsius')],
      ['the half of it', (weather) => temperature(weather) * 1.8, fabricated],
      ['to full degrees', (weather) => Math.round(temperature(weather) * 1.8 + 32), fabricated],
    ],
  ),
  ...flows(
    {
      name: 'declared parts of a log number',
      prompt:
        'Search the web for "owl", take the log number at the end of the first snippet, and remember it as "log".',
      seed: 42,
      read: ['knowledge_base_query', { query: 'What do owls eat' }],
      pointer: '/answer',
      via: [
        { split: 'record ', take: 1 },
        { split: ',', take: 0 },
      ],
      into: ['store_memory', { key: 'log' }],
      argument: 'value',
    },
    [
      ['the number', (found) => /record (\w+),/.exec(at(found, '/answer'))?.[1] ?? '', grounded],
      [
        'one digit off',
        (found) =>
          (/record (\w+),/.exec(at(found, '/answer'))?.[1] ?? '').replace(/.$/, (x) =>
            x === '7' ? '8' : '7',
          ),
        fabricated,
      ],
      ['the whole answer', (found) => at(found, '/answer'), wrongSource('call_1 /answer')],
      [
        'the word with it',
        (found) => `record ${/record (\w+),/.exec(at(found, '/answer'))?.[1]}`,
        fabricated,
      ],
    ],
  ),
  list('in order', TEMPERATURES, (values) => values, [grounded, grounded, grounded]),
  list('first two swapped', TEMPERATURES, ([a, b, c]) => [b, a, c] as Json[], [
    wrongSource('call_2 /temperature_celsius'),
    wrongSource('call_1 /temperature_celsius'),
    grounded,
  ]),
  list('swapped where the order is free', { $unordered: TEMPERATURES }, ([a, b, c]) => [c, a, b] as Json[], [
    grounded,
    grounded,
    grounded,
  ]),
  list('one twice where the order is free', { $unordered: TEMPERATURES }, ([a, b]) => [b, a, b] as Json[], [
    grounded,
    grounded,
    wrongSource('call_2 /temperature_celsius'),
  ]),
  list(
    'one made up where the order is free',
    { $unordered: TEMPERATURES },
    ([a, , c]) => [c, 44.125, a] as Json[],
    [grounded, fabricated, grounded],
  ),
  {
    name: 'averages of pairs',
    prompt:
      'Take the temperatures of Oslo, Lima and Hanoi, average neighbours, and tell the range of the averages.',
    steps: stepsOf(
      ...CITIES.map((city) => ['get_weather', { city }] as const),
      [
        'moving_average',
        { values: CITIES.map((_, i) => from(`step_${i + 1}`, '/temperature_celsius')), window: 2 },
      ],
      ['min_max', { numbers: from('step_4', '/averages') }],
    ),
    act: (p) => {
      const values = p
        .turn(CITIES.map((city) => ['get_weather', { city }]))
        .map((x) => at(x, '/temperature_celsius'))
      const found = p.call('moving_average', { values, window: 2 })
      const [first, last] = at<number[]>(found, '/averages').slice(-2) as [number, number]
      p.call('min_max', { numbers: [first, last + 1] })
      return undefined
    },
    labels: [
      ...CITIES.map((_, i) => ({
        at: `step_4 /values/${i}`,
        ...grounded,
        from: `step_${i + 1} /temperature_celsius`,
      })),
      { at: 'step_5 /numbers/0', ...grounded, from: 'step_4 /averages/0' },
      { at: 'step_5 /numbers/1', ...fabricated },
    ],
  },
]
