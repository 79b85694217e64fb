import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigures } from '../../../generate/pools/figure-lists.ts'

export const statisticalAnalysis = definePhrases({
  tool: 'statistical_analysis',
  draw(rng) {
    const count = rng.pick([6, 8])
    return {
      numbers: drawFigures(rng, count, count),
      operation: rng.pick(['mean', 'median', 'stdev', 'sum']),
    }
  },
  asks: [
    'analyse {numbers}[; the operation is {operation}]',
    'work out one statistic of {numbers}[, namely {operation}]',
    'apply[ the operation {operation} of] descriptive statistics to {numbers}',
    'describe {numbers} by way of statistics[, with {operation} as the operation]',
    'take {numbers} as the numbers[ and {operation} as the operation], and do the statistics',
  ],
  outputs: { '/result': 'figure of the analysis' },
  answers: [{ at: ['/result'], gives: 'the figure asked for, with all its decimals' }],
})
