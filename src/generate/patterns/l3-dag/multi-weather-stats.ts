import { from, text, unordered } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, named, quote } from '../../phrases.ts'
import { ALL_CITIES } from '../../pools/dag-cities.ts'
import { drawNewPath } from '../../pools/dag-paths.ts'
import { WEATHER } from '../figures.ts'

export const multiWeatherStats = definePattern({
  key: 'multi_weather_stats',
  name: 'fan-out-aggregate-save',
  level: 'L3_dag',
  published: {
    mended:
      'It named a parameter that the statistics do not have, so no task ever came of it. This one passes the four figures as numbers and saves two of the results.',
  },
  tools: ['get_weather', 'statistical_analysis', 'write_file'],
  draw(rng) {
    const cities = rng.sample(ALL_CITIES, 4)
    const { at, name } = rng.pick(WEATHER)
    const path = drawNewPath(rng)
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
            content: text('Mean ', from(5, '/mean'), ', deviation ', from(5, '/stdev'), '.'),
          },
        },
      ],
      prompts: [
        `Collect the current ${name} of ${names}. Run the statistics operation "summary" over these figures and write a text to ${quote(path)} that contains their mean and their standard deviation, both unrounded.`,
        `I want the file ${quote(path)} to state the mean and the standard deviation of the ${name} in ${names} as of now. Look up the cities, get the statistics with the operation "summary", and do not round anything.`,
        `Check ${names}, note the ${name} of each, and compute summary statistics (operation "summary") of the list. Save a text with the resulting mean and standard deviation, unrounded, as ${quote(path)}.`,
        `How much does the ${name} differ between ${names} today? Work out a statistical summary of the four values (the operation is called "summary"), then store its mean and standard deviation with all decimals in a text at ${quote(path)}.`,
      ],
    }
  },
})
