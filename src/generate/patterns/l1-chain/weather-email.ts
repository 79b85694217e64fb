import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { WORLD_CITIES } from '../../pools/chain-cities.ts'
import { PEOPLE } from '../../pools/people.ts'
import { SUBJECTS } from '../../pools/titles.ts'

export const weatherEmail = definePattern({
  key: 'weather_email',
  name: 'retrieve-send',
  level: 'L1_chain',
  published: {
    mended:
      'The published one expects the JSON text of the whole result as the body and a subject that no prompt states. Here the body has to carry every figure, in any words, and the subject is given.',
  },
  tools: ['get_weather', 'send_email'],
  draw(rng) {
    const city = rng.pick(WORLD_CITIES)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text(
              `${city} has `,
              from(1, '/temperature_celsius'),
              ' degrees celsius (felt ',
              from(1, '/feels_like_celsius'),
              '), humidity ',
              from(1, '/humidity_percent'),
              ' percent, wind ',
              from(1, '/wind_speed_kmh'),
              ' km/h.',
            ),
          },
        },
      ],
      prompts: [
        `Look up the weather in ${named(city)} and send an e-mail about it to ${email}. The subject is ${quote(subject)}; the body has to state the air temperature, the felt temperature, the humidity and the wind speed, all unrounded.`,
        `Please mail ${email} under the subject ${quote(subject)}. In the body I want every figure that the weather service reports for ${named(city)} now: temperature, felt temperature, humidity and wind speed, none of them rounded.`,
        `What is it like in ${named(city)} today? Put all the figures of the weather report (air and felt temperature, humidity and wind speed, with all decimals) into the body of an e-mail to ${email} with the subject ${quote(subject)}.`,
      ],
    }
  },
})
