import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { mean, round, stdev, sum } from '../../../shared/python/number.ts'
import { drawFigures } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 4
const OPERATIONS = ['summary', 'mean', 'median', 'stdev', 'min', 'max', 'sum', 'count'] as const

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}

const MEASURES: Record<
  Exclude<(typeof OPERATIONS)[number], 'summary'>,
  (values: readonly number[]) => number
> = {
  count: (values) => values.length,
  mean: (values) => round(mean(values), DECIMALS),
  median: (values) => round(median(values), DECIMALS),
  min: (values) => values.reduce((a, b) => Math.min(a, b)),
  max: (values) => values.reduce((a, b) => Math.max(a, b)),
  sum: (values) => round(sum(values), DECIMALS),
  stdev: (values) => round(stdev(values), DECIMALS),
}

export const statisticalAnalysis = defineBuiltIn({
  name: 'statistical_analysis',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Descriptive statistics of a list of numbers: count, mean, median, smallest, largest, sum and sample standard deviation, to 4 decimals. "summary" gives all of them at once, any other operation the one figure in "result". It describes one list; for two lists against each other use correlation or linear_regression.',
  input: (z) => ({
    numbers: field(z.array(z.number()), 'numbers', 'Numbers to describe, at least one.'),
    operation: field(
      z.enum(OPERATIONS).default('summary'),
      'enum',
      'Figure wanted, or "summary" for all. "stdev" takes two numbers or more.',
    ),
  }),
  output: (z) => ({
    count: field(z.int(), 'count', 'How many numbers; in a summary.').optional(),
    mean: field(z.number(), 'number', 'Arithmetic mean; in a summary.').optional(),
    median: field(z.number(), 'number', 'Median; in a summary.').optional(),
    min: field(z.number(), 'number', 'Smallest number; in a summary.').optional(),
    max: field(z.number(), 'number', 'Largest number; in a summary.').optional(),
    sum: field(z.number(), 'number', 'Sum; in a summary.').optional(),
    stdev: field(z.number(), 'number', 'Sample deviation; in a summary of two numbers or more.').optional(),
    operation: field(z.enum(OPERATIONS), 'enum', 'Operation asked for; not in a summary.').optional(),
    result: field(z.number(), 'number', 'The figure asked for; not in a summary.').optional(),
  }),
  run({ numbers, operation }) {
    refuseIf(numbers.length === 0, 'numbers', 'must hold at least one number')
    refuseIf(
      operation === 'stdev' && numbers.length < 2,
      'numbers',
      'must hold at least two numbers for a standard deviation',
    )
    const measure = (name: keyof typeof MEASURES): number => {
      const value = MEASURES[name](numbers)
      refuseIf(!Number.isFinite(value), 'numbers', `are too large for their ${name}`)
      // Adding 0 turns -0, which JSON has no use for, into 0.
      return value + 0
    }
    if (operation !== 'summary') return { operation, result: measure(operation) }
    return {
      count: measure('count'),
      mean: measure('mean'),
      median: measure('median'),
      min: measure('min'),
      max: measure('max'),
      sum: measure('sum'),
      ...(numbers.length > 1 ? { stdev: measure('stdev') } : {}),
    }
  },
  drawArguments(rng) {
    const count = rng.pick([6, 8])
    return {
      numbers: drawFigures(rng, count, count),
      operation: rng.pick(['mean', 'median', 'stdev', 'sum']),
    }
  },
})
