import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, named, quote } from '../../phrases.ts'
import { PEOPLE } from '../../pools/people.ts'
import { CITIES } from '../../pools/places.ts'
import { SUBJECTS } from '../../pools/titles.ts'
import { WEATHER } from '../figures.ts'

export const fanOutSend = definePattern({
  key: 'fan_out_send',
  name: 'fan-out-send',
  level: 'L2_parallel',
  tools: ['get_weather', 'send_email'],
  draw(rng) {
    const cities = rng.sample(CITIES, rng.int(2, 4))
    const { at, name } = rng.pick(WEATHER)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    const names = listed(cities.map(named))
    return {
      steps: [
        ...cities.map((city) => ({ tool: 'get_weather', arguments: { city } })),
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text(`The ${name}. `, ...cities.flatMap((city, i) => [`${city}: `, from(i + 1, at), '. '])),
          },
        },
      ],
      prompts: [
        `Find the current ${name} in ${names}. Send all the figures, unrounded, in the body of one e-mail to ${email} with the subject ${quote(subject)}.`,
        `One e-mail to ${email}, subject ${quote(subject)}, should list the ${name} of ${names} as it is now, without any rounding.`,
        `Check the weather in ${names}, then write a single e-mail to ${email} under the subject ${quote(subject)}. Its body has to state the ${name} of every one of these cities with all decimals.`,
      ],
    }
  },
})
