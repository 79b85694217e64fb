import { drawDate } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { ZONES_BY_AREA } from '../../../generate/pools/time-zone-keys.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

export const convertTimezone = definePhrases({
  tool: 'convert_timezone',
  draw(rng) {
    const [from, to] = rng.sample(ZONES_BY_AREA, 2).map((zones) => rng.pick(zones))
    return {
      // By day, when no zone skips an hour.
      datetime_str: `${drawDate(rng, 2023, 2028)}T${pad(rng.int(6, 21))}:${pad(rng.int(0, 11) * 5)}:00`,
      from_timezone: from as string,
      to_timezone: to as string,
    }
  },
  asks: [
    'convert {datetime_str} from the clocks of {from_timezone} to the clocks of {to_timezone}',
    'find out what the clocks of {to_timezone} show when it is {datetime_str} in {from_timezone}',
    'translate {datetime_str}, which is local time of {from_timezone}, into the local time of {to_timezone}',
    'take {datetime_str} as local time in {from_timezone}, and tell which local time in {to_timezone} that is',
    'work out {datetime_str}, given by the clock of {from_timezone}, in terms of {to_timezone}',
  ],
  outputs: {
    '/converted': 'converted date and time with UTC offset',
    '/converted_time': 'converted time of day',
    '/converted_date': 'converted date',
  },
  answers: [
    {
      at: ['/converted'],
      gives: 'the converted date and time with the UTC offset, as YYYY-MM-DDTHH:MM:SS+HH:MM',
    },
    { at: ['/converted_time'], gives: 'the converted time of day as HH:MM:SS' },
    {
      at: ['/converted_date', '/converted_time'],
      gives: 'the converted date as YYYY-MM-DD, then the converted time of day as HH:MM:SS',
    },
  ],
})
