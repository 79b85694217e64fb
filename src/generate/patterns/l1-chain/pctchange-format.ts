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
        `Compute the percentage change from ${before} to ${after}. The number format "percent" takes a fraction, so divide the change by one hundred, round nothing, and write it in that format. In which direction does it go?`,
        `Our costs went from ${before} to ${after}. Were they going up or down, and by how much in the number format "percent"? What goes into the format is a hundredth of the change in percent, with all decimals.`,
        `How does the change from the old value ${before} to the new value ${after} read in the number format "percent"? Have the percentage change computed, turn it into a fraction (a hundredth of it, unrounded), format that, and name the direction of the change.`,
        `For a slide I need one line: the change between ${before} (before) and ${after} (after) in the format "percent", and its direction. Note that the formatting wants a fraction; a hundredth of the percentage change, not rounded, is right.`,
        `${before} has become ${after}. Get the change in percent and its direction. Then scale the percentage down by a factor of 100, keep every decimal, and have it written in the number format "percent".`,
      ],
      answer: {
        fields: {
          change: { value: from(2, '/formatted'), gives: 'the formatted change exactly as it came out' },
          direction: {
            value: from(1, '/direction', 'upper'),
            gives: 'the reported direction of the change in capital letters',
          },
        },
      },
    }
  },
})
