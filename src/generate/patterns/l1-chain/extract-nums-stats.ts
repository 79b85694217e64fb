import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawReadings } from '../../pools/chain-readings.ts'

export const extractNumsStats = definePattern({
  key: 'extract_nums_stats',
  name: 'extract-analyze',
  level: 'L1_chain',
  published: {
    mended:
      'The published one cuts the text in the prompt, and numbers such as 1998 come out as 199 and 8. Here the text is whole and holds no number that is taken apart.',
  },
  tools: ['extract_numbers', 'statistical_analysis'],
  draw(rng) {
    const readings = drawReadings(rng)
    return {
      steps: [
        { tool: 'extract_numbers', arguments: { text: readings } },
        {
          tool: 'statistical_analysis',
          arguments: { numbers: from(1, '/numbers'), operation: 'summary' },
        },
      ],
      prompts: [
        `Extract all numbers from ${quote(readings)} and run a statistical analysis, operation "summary", over the list that you get.`,
        `Here is a list from our sites: ${quote(readings)} Get the numbers out of the text and describe them all by the "summary" statistics. What is their mean, and how far do they scatter around it?`,
        `I need the "summary" of the statistical analysis for the numbers that extraction finds in the following text, every one of them and in their order: ${quote(readings)}`,
      ],
      answer: {
        value: [from(2, '/mean'), from(2, '/stdev')],
        gives: 'the mean and the standard deviation, both unrounded',
      },
    }
  },
})
