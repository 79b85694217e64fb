import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawReading } from '../../pools/chain-readings.ts'

const FIGURES = {
  mean: 'the mean (operation "mean")',
  sum: 'the sum (operation "sum")',
  stdev: 'the sample standard deviation (operation "stdev")',
} as const

export const readAnalyze = definePattern({
  key: 'read_analyze',
  name: 'read-analyze',
  level: 'L1_chain',
  tools: ['read_file', 'extract_numbers', 'statistical_analysis'],
  draw(rng) {
    const path = rng.pick(['/data/report.txt', '/data/notes.txt', '/data/products.json', '/data/config.json'])
    const operation = rng.pick(['mean', 'sum', 'stdev'] as const)
    const addition = `Late addition: ${drawReading(rng)}${rng.pick(['kg', 'km', 'l'])}.`
    return {
      steps: [
        { tool: 'read_file', arguments: { path } },
        {
          tool: 'extract_numbers',
          arguments: { text: text(from(1, '/content'), ' ', { $literal: addition }) },
        },
        { tool: 'statistical_analysis', arguments: { numbers: from(2, '/numbers'), operation } },
      ],
      prompts: [
        `Read ${quote(path)}, append a blank and ${quote(addition)} to its whole text, extract all numbers from the result, and compute ${FIGURES[operation]} of the extracted list as it is.`,
        `Take the full content of ${quote(path)}, followed by a blank and the words ${quote(addition)} Have the numbers in all of that extracted, and tell me ${FIGURES[operation]} of everything that was found.`,
        `I need ${FIGURES[operation]} of the numbers in one text: the complete content of the file ${quote(path)}, a blank, and ${quote(addition)} Run the number extraction over the text and leave nothing out of the resulting list.`,
      ],
      answer: { value: from(3, '/result'), gives: 'the figure with all its decimals' },
    }
  },
})
