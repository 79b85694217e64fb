import { code } from './code.ts'
import type { Family } from './family.ts'
import pools from './pools.json' with { type: 'json' }
import { PEOPLE } from './pools.ts'

/** Time zones of offices. */
const ZONES = pools.zones

/** A clock time with an offset would be another instant than the same time without one. */
const sayZone = (zone: string): string =>
  `Our time zone is ${zone}, and our calendar takes local times without an offset.`

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

const meetNextWeekday: Family = {
  key: 'meet_next_weekday',
  name: 'relative-time',
  isSteady: true,
  draw({ rng }) {
    const weekday = rng.pick(WEEKDAYS)
    const zone = rng.pick(ZONES)
    const { email } = rng.pick(PEOPLE)
    const time = rng.pick(['09:00', '10:30', '14:00', '15:30'])
    const minutes = rng.pick([45, 60, 90])
    const title = rng.pick([
      'Budget review',
      'Supplier talk',
      'Design review',
      'Contract talk',
      'Project handover',
      'Sales review',
    ])
    return {
      prompts: [
        `Set up "${title}" with ${email} for the first ${weekday} after today, at ${time}, for ${minutes} minutes. ${sayZone(zone)}`,
        `I want to meet ${email} for ${minutes} minutes on the coming ${weekday} at ${time}; if today is a ${weekday}, take the one in a week. Please schedule it as "${title}". ${sayZone(zone)}`,
        `Please schedule the meeting "${title}" with ${email}, ${minutes} minutes from ${time} on the next ${weekday} after today. ${sayZone(zone)}`,
      ],
      answer: 'date of the meeting, as year-month-day',
      withhold: ['next_occurrence', 'add_duration'],
      calls: code`
        const { date: today } = await get_current_time({ timezone: ${zone} })
        const day = new Date(today)
        const daysAhead = ((${WEEKDAYS.indexOf(weekday) + 1} - day.getUTCDay() + 6) % 7) + 1
        day.setUTCDate(day.getUTCDate() + daysAhead)
        const date = day.toISOString().slice(0, 10)
        await schedule_meeting({
          title: ${title},
          datetime_str: date + ${` ${time}`},
          duration_minutes: ${minutes},
          participants: ${[email]},
        })
        return date`,
    }
  },
}

const remindInDays: Family = {
  key: 'remind_in_days',
  name: 'relative-time',
  isSteady: true,
  draw({ rng }) {
    const days = rng.int(3, 20)
    const zone = rng.pick(ZONES)
    const time = rng.pick(['08:00', '09:30', '16:00', '18:30'])
    const [thing, message] = rng.pick([
      ['the visa', 'Collect the visa'],
      ['the contract', 'Sign the contract'],
      ['the sample', 'Send the sample back'],
      ['the quote', 'Answer the quote'],
      ['the bicycle', 'Pick up the bicycle'],
      ['the parcel', 'Return the parcel'],
    ] as const)
    return {
      prompts: [
        `I have to deal with ${thing} in ${days} days. Remind me on that day at ${time} with the message "${message}". ${sayZone(zone)}`,
        `Remind me ${days} days from now, at ${time}: "${message}". On which date is that? ${sayZone(zone)}`,
        `"${message}" is due in ${days} days. Set me a reminder with these words for that day, at ${time}. ${sayZone(zone)}`,
      ],
      answer: 'date of the reminder, as year-month-day',
      withhold: ['next_occurrence', 'add_duration'],
      calls: code`
        const { date: today } = await get_current_time({ timezone: ${zone} })
        const day = new Date(today)
        day.setUTCDate(day.getUTCDate() + ${days})
        const date = day.toISOString().slice(0, 10)
        await set_reminder({
          message: ${message},
          remind_at: date + ${` ${time}`},
        })
        return date`,
    }
  },
}

/** Times that are told from the present one. */
export const relativeTime: readonly Family[] = [meetNextWeekday, remindInDays]
