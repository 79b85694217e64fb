import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'

const FIGURES = {
  mean: 'the mean (operation "mean")',
  sum: 'the sum (operation "sum")',
  stdev: 'the sample standard deviation (operation "stdev")',
} as const

export const readAnalyze = definePattern({
  name: 'read-analyze',
  level: 'L1_chain',
  tools: ['read_file', 'extract_numbers', 'statistical_analysis'],
  draw(rng) {
    const path = rng.pick(['/data/report.txt', '/data/notes.txt', '/data/products.json', '/data/config.json'])
    const operation = rng.pick(['mean', 'sum', 'stdev'] as const)
    return {
      steps: [
        { tool: 'read_file', arguments: { path } },
        { tool: 'extract_numbers', arguments: { text: from(1, '/content') } },
        { tool: 'statistical_analysis', arguments: { numbers: from(2, '/numbers'), operation } },
      ],
      prompts: [
        `Read ${quote(path)}, extract all numbers from its whole text, and compute ${FIGURES[operation]} of the extracted list as it is.`,
        `Take the full content of ${quote(path)}, have the numbers in it extracted, and tell me ${FIGURES[operation]} of everything that was found.`,
        `I need ${FIGURES[operation]} of the numbers in ${quote(path)}: read the file, run the number extraction over the complete text, and leave nothing out of the resulting list.`,
      ],
      answer: { value: from(3, '/result'), gives: 'the figure with all its decimals' },
    }
  },
})
