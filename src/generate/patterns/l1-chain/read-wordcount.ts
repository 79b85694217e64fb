import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawRemark } from '../../pools/chain-remarks.ts'
import { FILES } from '../figures.ts'

export const readWordcount = definePattern({
  key: 'read_wordcount',
  name: 'read-count',
  level: 'L1_chain',
  published: {
    mended:
      'The published one has three different tasks, and cuts the content after 500 characters. Here the content is whole, followed by a sentence of its own in every task.',
  },
  tools: ['read_file', 'word_count'],
  draw(rng) {
    const { path } = rng.pick(FILES)
    const remark = drawRemark(rng)
    return {
      steps: [
        { tool: 'read_file', arguments: { path } },
        {
          tool: 'word_count',
          arguments: { text: text(from(1, '/content'), ' ', { $literal: remark }) },
        },
      ],
      prompts: [
        `Read the file ${quote(path)}, append a blank and the sentence ${quote(remark)} to its whole content, and count words, characters and sentences of the text that results.`,
        `How long will ${quote(path)} be once I have added a closing sentence? The sentence is ${quote(remark)} and follows the unchanged content after one blank. Have the two counted as one text.`,
        `Count words, characters and sentences of one text made up of two parts with a blank in between: all that the file ${quote(path)} contains, and ${quote(remark)}`,
      ],
      answer: {
        value: [from(2, '/words'), from(2, '/characters'), from(2, '/sentences')],
        gives: 'the numbers of words, characters and sentences, in this order',
      },
    }
  },
})
