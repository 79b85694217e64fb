import type { Json } from '../../../src/shared/json.ts'
import {
  ambiguous,
  at,
  fabricated,
  from,
  grounded,
  type LineageCase,
  stepsOf,
  type Verdict,
  wrongSource,
} from './case.ts'

const CITIES = ['Oslo', 'Lima', 'Hanoi'] as const
const TEMPERATURES = CITIES.map((_, i) => from(`step_${i + 1}`, '/temperature_celsius'))
const temperature = (weather: Json | undefined): number => at(weather, '/temperature_celsius')
const sum = (values: readonly number[]): number => values.reduce((total, x) => total + x, 0)
const all = TEMPERATURES.map(({ $from, at: pointer }) => `${String($from)} ${String(pointer)}`).join(', ')

/** Three cities are read at once, and something computed of their temperatures is converted to kelvin. */
function three(
  name: string,
  binding: Json,
  value: (temperatures: number[], weathers: Json[]) => number,
  verdict: Verdict,
  source = all,
): LineageCase {
  return {
    name: `three cities: ${name}`,
    seed: 31,
    prompt: 'Take the temperatures of Oslo, Lima and Hanoi as asked and give the result in kelvin.',
    steps: stepsOf(...CITIES.map((city) => ['get_weather', { city }] as const), [
      'unit_convert',
      { value: binding, from_unit: 'celsius', to_unit: 'kelvin' },
    ]),
    act: (p) => {
      const weathers = p.turn(CITIES.map((city) => ['get_weather', { city }])) as Json[]
      p.call('unit_convert', {
        value: value(weathers.map(temperature), weathers),
        from_unit: 'celsius',
        to_unit: 'kelvin',
      })
      return undefined
    },
    labels: [
      {
        at: 'step_4 /value',
        ...verdict,
        ...(verdict.is === 'grounded' || verdict.is === 'ambiguous' ? { from: source } : {}),
      },
    ],
  }
}

const calc = (kind: string, round?: number): Json => ({
  $calc: kind,
  of: TEMPERATURES,
  ...(round === undefined ? {} : { round }),
})
const humidities = CITIES.map((_, i) => from(`step_${i + 1}`, '/humidity_percent'))
const pick = (kind: 'max' | 'min'): Json => ({ $pick: kind, of: humidities, give: TEMPERATURES })
const humidity = (weather: Json): number => at(weather, '/humidity_percent')
const ofHumidity = (weathers: Json[], choose: (values: number[]) => number): number => {
  const values = weathers.map(humidity)
  return values.indexOf(choose(values))
}
const pickSource = [...humidities, ...TEMPERATURES]
  .map(({ $from, at: pointer }) => `${String($from)} ${String(pointer)}`)
  .join(', ')
const largest = (values: number[]): number => Math.max(...values)
const smallest = (values: number[]): number => Math.min(...values)
const middle = (values: number[]): number => [...values].sort((a, b) => a - b)[1] as number

/** Values that were computed, chosen or changed on the way, declared and not. */
export const computed: LineageCase[] = [
  three('sum', calc('sum'), sum, grounded),
  // Three digits that anyone could hit upon: just under 10 bits.
  three('sum, rounded as declared', calc('sum', 1), (values) => Number(sum(values).toFixed(1)), ambiguous),
  three('sum of two only', calc('sum'), (values) => sum(values.slice(1)), fabricated),
  three('mean', calc('mean'), (values) => sum(values) / 3, grounded),
  three('mean, rounded to degrees', calc('mean'), (values) => Math.round(sum(values) / 3), fabricated),
  three('sum for the mean', calc('mean'), sum, fabricated),
  three('the middle one for the mean', calc('mean'), middle, wrongSource('call_3 /temperature_celsius')),
  three('difference', calc('difference'), ([a = 0, b = 0, c = 0]) => a - b - c, grounded),
  three(
    'difference the other way round',
    calc('difference'),
    ([a = 0, b = 0, c = 0]) => c - b - a,
    fabricated,
  ),
  three('largest', calc('max'), largest, grounded),
  three('smallest for the largest', calc('max'), smallest, wrongSource('call_1 /temperature_celsius')),
  three('smallest', calc('min'), smallest, grounded),
  three('a made-up largest', calc('max'), (values) => largest(values) + 1, fabricated),
  // Three cities: anyone can count them.
  three('count', calc('count'), () => 3, ambiguous),
  three('wrong count', calc('count'), () => 4, fabricated),
  three(
    'of the most humid',
    pick('max'),
    (values, weathers) => values[ofHumidity(weathers, largest)] as number,
    grounded,
    pickSource,
  ),
  three(
    'of the least humid',
    pick('min'),
    (values, weathers) => values[ofHumidity(weathers, smallest)] as number,
    grounded,
    pickSource,
  ),
  three(
    'the humidity itself',
    pick('max'),
    (_, weathers) => largest(weathers.map(humidity)),
    wrongSource('call_2 /humidity_percent'),
  ),
  three(
    'of the least for the most humid',
    pick('max'),
    (values, weathers) => values[ofHumidity(weathers, smallest)] as number,
    wrongSource('call_3 /temperature_celsius'),
  ),
  three(
    'of the second for the most humid',
    pick('max'),
    (values, weathers) => values[ofHumidity(weathers, middle)] as number,
    wrongSource('call_1 /temperature_celsius'),
  ),
  three(
    'any of the first two, the second',
    { $oneOf: TEMPERATURES.slice(0, 2) },
    ([, b = 0]) => b,
    grounded,
    'step_2 /temperature_celsius',
  ),
  three(
    'any of the first two, the first',
    { $oneOf: TEMPERATURES.slice(0, 2) },
    ([a = 0]) => a,
    grounded,
    'step_1 /temperature_celsius',
  ),
  three(
    'any of the first two, the third',
    { $oneOf: TEMPERATURES.slice(0, 2) },
    ([, , c = 0]) => c,
    wrongSource('call_3 /temperature_celsius'),
  ),
  three('any of the first two, neither', { $oneOf: TEMPERATURES.slice(0, 2) }, () => 21.375, fabricated),
]
