import { refuseIf } from '../../../schema/tool-error.ts'
import { computeStdev, mean, round, sum } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 4
const OPERATIONS = ['summary', 'mean', 'median', 'stdev', 'min', 'max', 'sum', 'count'] as const

function computeMedian(values: readonly number[]): number {
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
  median: (values) => round(computeMedian(values), DECIMALS),
  min: (values) => values.reduce((a, b) => Math.min(a, b)),
  max: (values) => values.reduce((a, b) => Math.max(a, b)),
  sum: (values) => round(sum(values), DECIMALS),
  stdev: (values) => round(computeStdev(values), DECIMALS),
}

export const statisticalAnalysis = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ numbers: z.array(z.number()), operation: z.enum(OPERATIONS).default('summary') }),
  output: (z) => ({
    count: z.int().optional(),
    mean: z.number().optional(),
    median: z.number().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    sum: z.number().optional(),
    stdev: z.number().optional(),
    operation: z.enum(OPERATIONS).optional(),
    result: z.number().optional(),
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
      return value
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
})
