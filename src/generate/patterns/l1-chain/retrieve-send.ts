import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { PEOPLE } from '../../pools/people.ts'
import { CITIES } from '../../pools/places.ts'
import { SUBJECTS } from '../../pools/titles.ts'
import { WEATHER } from '../figures.ts'

export const retrieveSend = definePattern({
  name: 'retrieve-send',
  level: 'L1_chain',
  tools: ['get_weather', 'send_email'],
  draw(rng) {
    const city = rng.pick(CITIES)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    const [first, second] = rng.sample(WEATHER, 2) as [(typeof WEATHER)[0], (typeof WEATHER)[0]]
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text(
              `${city}: the ${first.name} is `,
              from(1, first.at),
              `, the ${second.name} `,
              from(1, second.at),
              '.',
            ),
          },
        },
      ],
      prompts: [
        `Look up the weather in ${named(city)} and send an e-mail about it to ${email}. The subject is ${quote(subject)}; the body has to state the ${first.name} and the ${second.name}, both unrounded.`,
        `Please mail ${email} under the subject ${quote(subject)}. In the body I want the present ${first.name} and the ${second.name} of ${named(city)}, without rounding.`,
        `What is it like in ${named(city)} today? Find the ${first.name} and the ${second.name} and put both figures, unrounded, into the body of an e-mail to ${email} with the subject ${quote(subject)}.`,
      ],
    }
  },
})
