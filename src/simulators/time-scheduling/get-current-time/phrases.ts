import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { ZONES } from '../../../generate/pools/time-zone-keys.ts'

export const getCurrentTime = definePhrases({
  tool: 'get_current_time',
  draw: (rng) => (rng.int(0, 7) === 0 ? {} : { timezone: rng.pick(ZONES) }),
  asks: [
    'find out what time it is now[ by the clocks of {timezone}]',
    'check the present date and time[ in {timezone}]',
    'see what the clock shows at this moment[ in {timezone}]',
    'look at the clock[ of {timezone}] for the current time and date',
    'tell the time of day and the date right now[, as they are in {timezone}]',
  ],
  outputs: {
    '/datetime': 'current date and time with UTC offset',
    '/time': 'current time of day',
    '/date': "today's date",
    '/day_of_week': "today's weekday",
  },
  answers: [
    { at: ['/time'], gives: 'the time of day as HH:MM:SS' },
    { at: ['/datetime'], gives: 'the date and time with the UTC offset, as YYYY-MM-DDTHH:MM:SS+HH:MM' },
    { at: ['/date', '/time'], gives: 'the date as YYYY-MM-DD, then the time of day as HH:MM:SS' },
    { at: ['/day_of_week', '/time'], gives: 'the English weekday, then the time of day as HH:MM:SS' },
  ],
})
