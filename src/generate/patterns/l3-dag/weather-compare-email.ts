import { from, largest, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, named, quote } from '../../phrases.ts'
import { ALL_CITIES } from '../../pools/dag-cities.ts'
import { PEOPLE } from '../../pools/people.ts'
import { SUBJECTS } from '../../pools/titles.ts'

export const weatherCompareEmail = definePattern({
  key: 'weather_compare_email',
  name: 'parallel-merge-chain',
  level: 'L3_dag',
  published: {},
  tools: ['get_weather', 'unit_convert', 'send_email'],
  draw(rng) {
    const cities = rng.sample(ALL_CITIES, 2)
    const unit = rng.pick(['fahrenheit', 'kelvin'])
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    const names = listed(cities.map(named))
    return {
      steps: [
        ...cities.map((city) => ({ tool: 'get_weather', arguments: { city } })),
        {
          tool: 'unit_convert',
          arguments: {
            value: largest(from(1, '/temperature_celsius'), from(2, '/temperature_celsius')),
            from_unit: 'celsius',
            to_unit: unit,
          },
        },
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text('The warmer city has ', from(3, '/converted_value'), ` ${unit}.`),
          },
        },
      ],
      prompts: [
        `Get the air temperature in ${names}. Convert the higher of the two from celsius to ${unit} and e-mail the result to ${email}: subject ${quote(subject)}, body with the converted figure, unrounded.`,
        `Which of ${names} is warmer right now? Convert the air temperature of the warmer city from celsius to ${unit}, then send ${email} an e-mail with the subject ${quote(subject)} whose body states the converted temperature with all decimals.`,
        `Please write to ${email} under the subject ${quote(subject)}. The body must give, in ${unit} and unrounded, the higher of the current air temperatures of ${names}, so look both up and convert that one from celsius first.`,
        `${email} is waiting for one figure: how warm the warmer of ${names} is at present, in ${unit}. Take the two air temperatures, convert the larger from celsius, and mail the unrounded result with the subject ${quote(subject)}.`,
      ],
    }
  },
})
