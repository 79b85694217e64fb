import { quote } from '../../../content/wording.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const calcRound = definePattern({
  key: 'calc_round',
  name: 'compute-round',
  level: 'L1_chain',
  published: {
    mended:
      'The published one also rounds results that are whole or have no more decimals than are kept. Here rounding changes every result.',
  },
  tools: ['calculator', 'round_number'],
  draw(rng) {
    // So many decimals that the rounded figure is clearly another one than the result, and no whole number of four digits.
    const [expression, decimals] = rng.pick([
      [`${rng.decimal(100, 180, 2)} / ${rng.decimal(19, 60, 2)}`, 3],
      [`${rng.decimal(30, 60, 2)} * ${rng.decimal(4, 16, 3)}`, 1],
      [`${rng.decimal(100, 590, 3)} + ${rng.decimal(20, 390, 4)}`, 1],
      [`${rng.decimal(500, 990, 3)} - ${rng.decimal(20, 390, 4)}`, 1],
    ] as const)
    const places = decimals === 1 ? '1 decimal' : `${decimals} decimals`
    return {
      steps: [
        { tool: 'calculator', arguments: { expression } },
        { tool: 'round_number', arguments: { value: from(1, '/result'), decimals } },
      ],
      prompts: [
        `Evaluate the expression ${quote(expression)}, exactly as it is written, and round the result to ${places}.`,
        `What does ${quote(expression)} come to? Have the expression calculated as it stands, spaces included, and the full result rounded to ${places}.`,
        `I need a figure with ${places}. It is the value of the expression ${quote(expression)}, which should be handed over for calculation without changing a character, and rounded only then.`,
        `Our form has room for ${places}. Calculate ${quote(expression)} (use this very expression) and round what you get so that it fits.`,
        `${quote(expression)}: how much is that, rounded to ${places}? Leave the expression alone when you pass it on, and round at the end.`,
      ],
      answer: { value: from(2, '/rounded'), gives: 'the rounded figure' },
    }
  },
})
