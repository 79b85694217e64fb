import { from, text, unordered } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, named, quote } from '../../phrases.ts'
import { NEW_FILES } from '../../pools/files.ts'
import { CITIES } from '../../pools/places.ts'
import { WEATHER } from '../figures.ts'

export const fanOutAggregateSave = definePattern({
  name: 'fan-out-aggregate-save',
  level: 'L3_dag',
  tools: ['get_weather', 'statistical_analysis', 'write_file'],
  draw(rng) {
    const cities = rng.sample(CITIES, 3)
    const { at, name } = rng.pick(WEATHER)
    const path = rng.pick(NEW_FILES)
    const last = cities.length + 1
    const names = listed(cities.map(named))
    return {
      steps: [
        ...cities.map((city) => ({ tool: 'get_weather', arguments: { city } })),
        {
          tool: 'statistical_analysis',
          arguments: { numbers: unordered(...cities.map((_, i) => from(i + 1, at))), operation: 'summary' },
        },
        {
          tool: 'write_file',
          arguments: {
            path,
            content: text('Mean ', from(last, '/mean'), ', deviation ', from(last, '/stdev'), '.'),
          },
        },
      ],
      prompts: [
        `Collect the current ${name} of ${names}. Run the statistics operation "summary" over these figures and write a text to ${quote(path)} that contains their mean and their standard deviation, both unrounded.`,
        `I want the file ${quote(path)} to state the mean and the standard deviation of the ${name} in ${names} as of now. Look up the cities, get the statistics with the operation "summary", and do not round anything.`,
        `Check ${names}, note the ${name} of each, and compute summary statistics (operation "summary") of the list. Save a text with the resulting mean and standard deviation, unrounded, as ${quote(path)}.`,
      ],
    }
  },
})
