import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawReadings } from '../../pools/chain-readings.ts'

export const extractNumsMinmax = definePattern({
  key: 'extract_nums_minmax',
  name: 'extract-aggregate',
  level: 'L1_chain',
  published: {
    mended:
      'The published one cuts the text in the prompt, and numbers such as 1998 come out as 199 and 8. Here the text is whole and holds no number that is taken apart.',
  },
  tools: ['extract_numbers', 'min_max'],
  draw(rng) {
    const readings = drawReadings(rng)
    return {
      steps: [
        { tool: 'extract_numbers', arguments: { text: readings } },
        { tool: 'min_max', arguments: { numbers: from(1, '/numbers') } },
      ],
      prompts: [
        `Extract all numbers from ${quote(readings)} and find the smallest and the largest of the whole list, and how far apart the two are.`,
        `How wide is the range of the figures in this text? ${quote(readings)} Get the numbers out of it and have the minimum, the maximum and the range of all of them determined.`,
        `Determine minimum, maximum and range of a list of numbers: all those that extraction finds, in order, in the text ${quote(readings)}`,
      ],
      answer: {
        value: from(2, '/range'),
        gives: 'the range, that is the largest number minus the smallest, unrounded',
      },
    }
  },
})
