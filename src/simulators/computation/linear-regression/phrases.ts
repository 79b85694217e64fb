import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawPairedSeries } from '../../../generate/pools/paired-series.ts'

export const linearRegression = definePhrases({
  tool: 'linear_regression',
  ownValues: ['x', 'y'],
  draw: drawPairedSeries,
  asks: [
    'fit a straight line to the points with x = {x} and y = {y}',
    'find the regression line of y, {y}, on x, {x}',
    'take {x} as x and {y} as y, and work out the line of least squares',
    'compute slope and intercept of the line that fits x ({x}) and y ({y}) best',
    'get a linear model of y, which is {y}, given x, which is {x}',
  ],
  outputs: {
    '/slope': 'slope of the line',
    '/intercept': 'intercept of the line',
    '/r_squared': 'share of the variance that the line explains',
  },
  answers: [
    { at: ['/slope', '/intercept'], gives: 'the slope, then the intercept, signed and with all decimals' },
    { at: ['/slope'], gives: 'the slope, signed and with all its decimals' },
    {
      at: ['/intercept', '/r_squared'],
      gives: 'the intercept, signed, then the explained share of the variance, both with all decimals',
    },
  ],
})
