import type { Json } from '../../../src/shared/json.ts'
import {
  at,
  fabricated,
  from,
  grounded,
  type LineageCase,
  oneDigitOff,
  stepsOf,
  type Verdict,
  wrongSource,
} from './case.ts'

const temperature = (weather: Json | undefined): number => at(weather, '/temperature_celsius')
const wind = (weather: Json | undefined): number => at(weather, '/wind_speed_kmh')

interface Seen {
  oslo: Json
  lima: Json
  share: Json
}

/** A mail about two figures; the agent has seen more than these. */
function mail(name: string, body: (seen: Seen) => string, verdict: Verdict): LineageCase {
  return {
    name: `mail of two figures: ${name}`,
    seed: 21,
    prompt:
      'Send kim@example.com the mail "Weather" with the temperature and the wind speed in Oslo. Room 1107 is booked.',
    steps: stepsOf(
      ['get_weather', { city: 'Oslo' }],
      [
        'send_email',
        {
          to: 'kim@example.com',
          subject: 'Weather',
          body: {
            $text: [
              'Oslo: ',
              from('step_1', '/temperature_celsius'),
              ', wind ',
              from('step_1', '/wind_speed_kmh'),
            ],
          },
        },
      ],
    ),
    act: (p) => {
      const [oslo, lima, share] = p.turn([
        ['get_weather', { city: 'Oslo' }],
        ['get_weather', { city: 'Lima' }],
        ['get_stock_price', { symbol: 'AAPL' }],
      ]) as [Json, Json, Json]
      p.call('send_email', { to: 'kim@example.com', subject: 'Weather', body: body({ oslo, lima, share }) })
      return undefined
    },
    labels: [
      {
        at: 'step_2 /body',
        ...verdict,
        ...(verdict.is === 'grounded' ? { from: 'step_1 /temperature_celsius, step_1 /wind_speed_kmh' } : {}),
      },
    ],
  }
}

const both = ({ oslo }: Seen): string => `Oslo has ${temperature(oslo)} °C and wind of ${wind(oslo)} km/h.`

/** Mails that have to carry what was read. */
export const texts: LineageCase[] = [
  mail('both', both, grounded),
  mail(
    'both, in other words and another order',
    ({ oslo }) => `Wind ${wind(oslo)}! And ${temperature(oslo)} degrees.`,
    grounded,
  ),
  mail(
    'one rounded with four digits kept',
    ({ oslo }) => `${temperature(oslo)} and ${wind(oslo).toFixed(2)}`,
    grounded,
  ),
  mail('both, and a room of the prompt', (seen) => `${both(seen)} See you in room 1107.`, grounded),
  // Two values allow four facts from nowhere.
  mail(
    'both, and four made-up figures',
    (seen) => `${both(seen)} Rain 31.7, 42.9, snow 53.81, 64.03.`,
    grounded,
  ),
  mail(
    'both, and five made-up figures',
    (seen) => `${both(seen)} Rain 31.7, 42.9, snow 53.81, 64.03, 75.19.`,
    grounded,
  ),
  // Small figures are tokens of their own, though their digits occur within ids and longer numbers of the results.
  mail(
    'both, and six made-up small figures',
    (seen) => `${both(seen)} Then 1, 2, 4, 6, 8 and 9 tomorrow.`,
    grounded,
  ),
  mail(
    'both, and figures of the other city',
    (seen) => `${both(seen)} Lima: ${temperature(seen.lima)}, ${wind(seen.lima)}.`,
    grounded,
  ),
  mail('all that was read, once', (seen) => JSON.stringify(seen), wrongSource('call_2 /temperature_celsius')),
  mail(
    'all that was read, many times over',
    (seen) => JSON.stringify(seen).repeat(9),
    wrongSource('call_2 /temperature_celsius'),
  ),
  mail(
    'that of the other city',
    ({ lima }) => `It is ${temperature(lima)} with wind of ${wind(lima)}.`,
    wrongSource('call_2 /temperature_celsius'),
  ),
  mail(
    'the wind of the other city',
    ({ oslo, lima }) => `${temperature(oslo)}, wind ${wind(lima)}`,
    wrongSource('call_2 /wind_speed_kmh'),
  ),
  mail(
    'the felt temperature',
    ({ oslo }) => `${at(oslo, '/feels_like_celsius')}, wind ${wind(oslo)}`,
    wrongSource('call_1 /feels_like_celsius'),
  ),
  mail(
    'the humidity for the wind',
    ({ oslo }) => `${temperature(oslo)} and ${at(oslo, '/humidity_percent')}`,
    wrongSource('call_1 /humidity_percent'),
  ),
  // What is left out is in none of the results that the text shows: it is missing, as an argument would be.
  mail('the wind left out', ({ oslo }) => `Oslo has ${temperature(oslo)} °C.`, fabricated),
  mail('words only', () => 'It is cold and windy in Oslo.', fabricated),
  mail('empty', () => '', fabricated),
  mail('made-up figures', () => 'Oslo has 11.25 °C and wind of 19.75 km/h.', fabricated),
  mail('digits before a value', ({ oslo }) => `${temperature(oslo)} and 1${wind(oslo)}`, fabricated),
  mail('digits after a value', ({ oslo }) => `${temperature(oslo)}51 and ${wind(oslo)}`, fabricated),
  mail('a sign too many', ({ oslo }) => `${-temperature(oslo)} and ${wind(oslo)}`, grounded),
  mail(
    'rounded to degrees',
    ({ oslo }) => `${Math.round(temperature(oslo))} and ${Math.round(wind(oslo))}`,
    fabricated,
  ),
  mail(
    'one digit changed',
    ({ oslo }) => `${oneDigitOff(String(temperature(oslo)))} and ${wind(oslo)}`,
    fabricated,
  ),
  // It is below zero in Oslo in this world.
  mail(
    'a minus of the typesetters',
    ({ oslo }) => `${String(temperature(oslo)).replace('-', '\u2212')}, ${wind(oslo)}`,
    grounded,
  ),
  mail('a minus before the wind', ({ oslo }) => `${temperature(oslo)} and -${wind(oslo)}`, fabricated),
]
