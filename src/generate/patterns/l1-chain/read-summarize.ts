import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawRemark } from '../../pools/chain-remarks.ts'

const FILE = '/data/report.txt'

export const readSummarize = definePattern({
  key: 'read_summarize',
  name: 'read-process',
  level: 'L1_chain',
  published: {
    mended:
      'The published one draws 15 paths of which 12 are not there, and cuts the content after 500 characters. Here a file of sentences is read that every world holds, and summarized whole with a sentence put in front; the answer is its size, since its words stand in the file.',
  },
  tools: ['read_file', 'summarize_text'],
  draw(rng) {
    const remark = drawRemark(rng)
    const sentences = rng.pick([2, 4])
    return {
      steps: [
        { tool: 'read_file', arguments: { path: FILE } },
        {
          tool: 'summarize_text',
          arguments: {
            text: text({ $literal: remark }, ' ', from(1, '/content')),
            max_sentences: sentences,
          },
        },
      ],
      prompts: [
        `Read the file ${quote(FILE)}. Put the sentence ${quote(remark)} and a blank in front of its whole content, and have the text that results summarized to at most ${sentences} sentences.`,
        `I want to open the text in ${quote(FILE)} with a sentence of mine: ${quote(remark)} Take the full content, add my sentence at the very beginning, and have the two together summarized with a limit of ${sentences} sentences. How short does it get?`,
        `Summarize to ${sentences} sentences at most: first ${quote(remark)}, then, after one blank, everything that the file ${quote(FILE)} holds, unchanged.`,
      ],
      answer: {
        value: [from(2, '/summary_length'), from(2, '/compression_ratio')],
        gives:
          'the length of the summary in characters and its compression ratio, with a comma and a blank between them',
      },
    }
  },
})
