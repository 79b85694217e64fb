import type { Rng } from '../../../shared/rng.ts'
import { from } from '../../bind.ts'
import { listed } from '../../phrases.ts'
import { single } from './single.ts'

const drawNumbers = (rng: Rng): number[] =>
  Array.from({ length: rng.int(5, 8) }, () => rng.decimal(10, 990, 1))

const minMax = single('min_max', (rng) => {
  const numbers = drawNumbers(rng)
  return {
    arguments: { numbers },
    prompts: [
      `How far apart are the smallest and the largest of these numbers: ${listed(numbers)}?`,
      `Look at ${listed(numbers)} and work out the range, that is the largest minus the smallest.`,
      `I measured ${listed(numbers)}. What is the distance between the lowest and the highest value?`,
    ],
    answer: { value: from(1, '/range'), gives: 'the distance, unrounded' },
  }
})

const percentageChange = single('percentage_change', (rng) => {
  const before = rng.decimal(20, 400, 2)
  const after = rng.decimal(410, 990, 2)
  const [old_value, new_value] = rng.shuffle([before, after]) as [number, number]
  return {
    arguments: { old_value, new_value },
    prompts: [
      `By how many percent did a value change that went from ${old_value} to ${new_value}?`,
      `The reading was ${old_value} yesterday and is ${new_value} today. What is the relative change in percent?`,
      `Take ${old_value} as the old value and ${new_value} as the new one, and compute the change in percent.`,
    ],
    answer: {
      value: from(1, '/change_percent'),
      gives: 'the change in percent with its sign and all its decimals',
    },
  }
})

const roundNumber = single('round_number', (rng) => {
  const value = rng.decimal(100, 999, 5)
  const decimals = rng.int(1, 2)
  const places = `${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}`
  return {
    arguments: { value, decimals },
    prompts: [
      `Round ${value} to ${places}.`,
      `The scale shows ${value}. I need that figure rounded to ${places}.`,
      `What is ${value} when only ${places} may stay, correctly rounded?`,
    ],
    answer: { value: from(1, '/rounded'), gives: 'the rounded number' },
  }
})

const STATISTICS = {
  mean: 'the arithmetic mean (operation "mean")',
  stdev: 'the sample standard deviation (operation "stdev")',
} as const

const statisticalAnalysis = single('statistical_analysis', (rng) => {
  const numbers = drawNumbers(rng)
  const operation = rng.pick(['mean', 'stdev'] as const)
  return {
    arguments: { numbers, operation },
    prompts: [
      `Compute ${STATISTICS[operation]} of ${listed(numbers)}.`,
      `These are my samples, in order: ${listed(numbers)}. I am after ${STATISTICS[operation]}.`,
      `Tell me ${STATISTICS[operation]} of the list ${listed(numbers)}, nothing else.`,
    ],
    answer: { value: from(1, '/result'), gives: 'the figure with all its decimals' },
  }
})

const UNITS = [
  ['celsius', 'fahrenheit'],
  ['fahrenheit', 'celsius'],
  ['celsius', 'kelvin'],
  ['km', 'miles'],
  ['miles', 'km'],
  ['meters', 'feet'],
  ['feet', 'meters'],
  ['kg', 'lbs'],
  ['lbs', 'kg'],
] as const

const unitConvert = single('unit_convert', (rng) => {
  const [from_unit, to_unit] = rng.pick(UNITS)
  const value = rng.decimal(15, 480, 1)
  return {
    arguments: { value, from_unit, to_unit },
    prompts: [
      `Convert ${value} ${from_unit} to ${to_unit}.`,
      `How much are ${value} ${from_unit} when measured in ${to_unit}?`,
      `The data sheet says ${value} ${from_unit}, but I need the quantity in ${to_unit}.`,
    ],
    answer: { value: from(1, '/converted_value'), gives: 'the converted quantity with all its decimals' },
  }
})

export const computation = [minMax, percentageChange, roundNumber, statisticalAnalysis, unitConvert]
