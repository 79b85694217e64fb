import { from, largest, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, named, quote } from '../../phrases.ts'
import { PEOPLE } from '../../pools/people.ts'
import { CITIES } from '../../pools/places.ts'
import { SUBJECTS } from '../../pools/titles.ts'

export const parallelMergeChain = definePattern({
  name: 'parallel-merge-chain',
  level: 'L3_dag',
  tools: ['get_weather', 'unit_convert', 'send_email'],
  draw(rng) {
    const cities = rng.sample(CITIES, rng.int(2, 3))
    const unit = rng.pick(['fahrenheit', 'kelvin'])
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    const last = cities.length + 1
    const names = listed(cities.map(named))
    return {
      steps: [
        ...cities.map((city) => ({ tool: 'get_weather', arguments: { city } })),
        {
          tool: 'unit_convert',
          arguments: {
            value: largest(...cities.map((_, i) => from(i + 1, '/temperature_celsius'))),
            from_unit: 'celsius',
            to_unit: unit,
          },
        },
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text('The highest is ', from(last, '/converted_value'), ` ${unit}.`),
          },
        },
      ],
      prompts: [
        `Get the air temperature in ${names}. Convert the highest of these from celsius to ${unit} and e-mail the result to ${email}: subject ${quote(subject)}, body with the converted figure, unrounded.`,
        `Which is the highest air temperature among ${names} right now? Convert it from celsius to ${unit}, then send ${email} an e-mail with the subject ${quote(subject)} whose body states the converted temperature with all decimals.`,
        `Please write to ${email} under the subject ${quote(subject)}. The body must give, in ${unit} and unrounded, the highest of the current air temperatures of ${names}, so look these up and convert the top one from celsius first.`,
      ],
    }
  },
})
