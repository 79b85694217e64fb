import { from, text } from '../../bind.ts'
import { drawDateTime } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { CITIES } from '../../pools/places.ts'
import { EVENT_TYPES, EVENTS } from '../../pools/titles.ts'
import { WEATHER } from '../figures.ts'

export const chainWithBranch = definePattern({
  key: 'chain_with_branch',
  name: 'chain-with-branch',
  level: 'L3_dag',
  tools: ['get_weather', 'create_calendar_event', 'set_reminder', 'log_event'],
  draw(rng) {
    const city = rng.pick(CITIES)
    const event = rng.pick(EVENTS)
    const date = drawDateTime(rng)
    const at = `${date.slice(0, 10)} 06:${rng.int(10, 59)}`
    const minutes = rng.int(4, 30) * 5
    const event_type = rng.pick(EVENT_TYPES)
    const severity = rng.pick(['info', 'warning', 'error'])
    const [shown, logged] = rng.sample(WEATHER, 2) as [(typeof WEATHER)[0], (typeof WEATHER)[0]]
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        {
          tool: 'create_calendar_event',
          arguments: {
            title: text(`${event}, ${shown.name} now `, from(1, shown.at)),
            date,
            duration_minutes: minutes,
          },
        },
        {
          tool: 'set_reminder',
          arguments: { message: text(`${event} has the id `, from(2, '/event_id')), remind_at: at },
        },
        {
          tool: 'log_event',
          arguments: { event_type, message: text(`${logged.name}: `, from(1, logged.at)), severity },
        },
      ],
      prompts: [
        `Look up the weather in ${named(city)}. Enter ${quote(event)} into the calendar at ${date} for ${minutes} minutes, with the ${shown.name}, unrounded, in the title. Set a reminder for ${at} whose message contains the id of that event. Besides, log the ${logged.name}, unrounded, in the message of an event of type ${quote(event_type)}, severity ${severity}.`,
        `I plan ${quote(event)} at ${date}, ${minutes} minutes long. Get the present weather of ${named(city)} and create the calendar entry; its title has to state the ${shown.name} with all decimals. A reminder at ${at} should quote the id of the entry in its message. The ${logged.name} goes, with all decimals, into the message of a log entry (type ${quote(event_type)}, severity ${severity}).`,
        `Three things depend on the weather in ${named(city)}, so check it first. The calendar gets ${quote(event)} at ${date} (${minutes} minutes), and the title of the entry states the ${shown.name}. The reminder for ${at} mentions the id of that entry in its message. The event log gets a line of type ${quote(event_type)} and severity ${severity} whose message gives the ${logged.name}. Round nothing.`,
      ],
    }
  },
})
