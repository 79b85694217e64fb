import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const pctchangeFormat = definePattern({
  key: 'pctchange_format',
  name: 'compute-format',
  level: 'L1_chain',
  published: {
    mended:
      'The published one formats a value that is in percent already as a fraction, so that -48.9 comes out as -4888.51%. Here a hundredth of the change is formatted.',
  },
  tools: ['percentage_change', 'format_number'],
  draw(rng) {
    const before = rng.decimal(90, 900, 2)
    const after = rng.decimal(10, 900, 2)
    // A change that rounding to two decimals alters: else it is the formatted one.
    const change = (100 * (after - before)) / before
    if (Math.abs(change - Number(change.toFixed(2))) < 0.001) return undefined
    return {
      steps: [
        { tool: 'percentage_change', arguments: { old_value: before, new_value: after } },
        {
          tool: 'format_number',
          arguments: { value: from(1, '/change_percent', { scale: 0.01 }), format: 'percent' },
        },
      ],
      prompts: [
        `Compute the percentage change from ${before} to ${after}. The number format "percent" takes a fraction, so divide the change by one hundred, round nothing, and write the quotient in that format.`,
        `Our costs went from ${before} to ${after}. Work out by how many percent they changed and show the change in the number format "percent"; what goes into the format is a hundredth of the reported percentage, with all decimals.`,
        `How does the change from the old value ${before} to the new value ${after} read in the number format "percent"? Have the percentage change computed, turn it into a fraction (a hundredth of it, unrounded), and format the fraction.`,
      ],
      answer: { value: from(2, '/formatted'), gives: 'the formatted change exactly as it came out' },
    }
  },
})
