import { from } from '../../bind.ts'
import { drawDate } from '../../draws.ts'
import { quote } from '../../phrases.ts'
import { TIME_ZONES } from '../../pools/places.ts'
import { single } from './single.ts'

const calculateDateDiff = single('calculate_date_diff', (rng) => {
  const [date1, date2] = [drawDate(rng, 1985, 2005), drawDate(rng, 2009, 2029)]
  return {
    arguments: { date1, date2 },
    prompts: [
      `How many weeks lie between ${date1} and ${date2}?`,
      `A lease ran from ${date1} to ${date2}. Express that distance in weeks.`,
      `Take ${date1} as the first date and ${date2} as the second, and tell me how far apart they are in weeks.`,
    ],
    answer: { value: from(1, '/weeks'), gives: 'the number of weeks with 1 decimal' },
  }
})

const getCurrentTime = single('get_current_time', (rng) => {
  const timezone = rng.pick(TIME_ZONES)
  return {
    arguments: { timezone },
    prompts: [
      `What time is it now in the time zone ${quote(timezone)}?`,
      `Somebody who lives by the clock of ${quote(timezone)} waits for my call. Which local time do they have at this moment?`,
      `Read the current local time of the zone ${quote(timezone)}.`,
    ],
    answer: { value: from(1, '/time'), gives: 'the local time as HH:MM:SS' },
  }
})

export const timeScheduling = [calculateDateDiff, getCurrentTime]
