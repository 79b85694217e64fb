import { from, text } from '../../bind.ts'
import { drawDateTime } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { CITIES } from '../../pools/places.ts'
import { EVENTS } from '../../pools/titles.ts'
import { WEATHER } from '../figures.ts'

export const weatherCalendarReminder = definePattern({
  key: 'weather_calendar_reminder',
  name: 'chain-with-branch',
  level: 'L3_dag',
  published: {
    mended:
      'Its reminder used the weather without declaring it and nothing of the event, and no prompt mentioned the word count that it expected. Here the reminder takes the id of the event and a figure of the weather, and the count is asked for and graded.',
  },
  tools: ['get_weather', 'create_calendar_event', 'set_reminder', 'word_count'],
  draw(rng) {
    const city = rng.pick(CITIES)
    const event = rng.pick(EVENTS)
    const date = drawDateTime(rng)
    const at = `${date.slice(0, 10)} 06:${rng.int(10, 59)}`
    const minutes = rng.int(4, 30) * 5
    const [shown, told] = rng.sample(WEATHER, 2) as [(typeof WEATHER)[number], (typeof WEATHER)[number]]
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        {
          tool: 'create_calendar_event',
          arguments: {
            title: text(`${event}, now `, from(1, '/condition'), ', ', from(1, shown.at)),
            date,
            duration_minutes: minutes,
          },
        },
        {
          tool: 'set_reminder',
          arguments: {
            message: text('Event ', from(2, '/event_id'), ` in ${city}: `, from(1, told.at)),
            remind_at: at,
          },
        },
        {
          tool: 'word_count',
          arguments: {
            text: text(`${city} has `, from(1, shown.at), ' and ', from(1, told.at), ' today.'),
          },
        },
      ],
      prompts: [
        `Look up the weather in ${named(city)}. Enter ${quote(event)} into the calendar at ${date} for ${minutes} minutes, with the sky condition and the ${shown.name} in the title. Set a reminder for ${at} whose message contains the id of that event and the ${told.name}. Besides, draft one sentence with both figures, the ${shown.name} and the ${told.name}, and have its words and characters counted. Round nothing.`,
        `I plan ${quote(event)} at ${date}, ${minutes} minutes long. Get the present weather of ${named(city)} and create the calendar entry; its title has to name the sky condition and state the ${shown.name} with all decimals. A reminder at ${at} should quote the id of the entry and the ${told.name}, unrounded, in its message. I also need a short weather line that gives ${shown.name} and ${told.name} exactly: write one yourself and get the count of its words and of its characters.`,
        `Three things depend on the weather in ${named(city)}, so check it first. The calendar gets ${quote(event)} at ${date} (${minutes} minutes), and the title of the entry tells the sky condition and the ${shown.name}. The reminder for ${at} mentions the id of that entry and the ${told.name} in its message. A caption of your own contains the ${shown.name} and the ${told.name}, and its words and characters are counted. All figures stay unrounded.`,
      ],
      answer: {
        value: [from(4, '/words'), from(4, '/characters')],
        gives: 'the number of words and the number of characters that were counted',
      },
    }
  },
})
