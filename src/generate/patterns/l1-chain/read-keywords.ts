import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawRemark } from '../../pools/chain-remarks.ts'
import { FILES } from '../figures.ts'

export const readKeywords = definePattern({
  key: 'read_keywords',
  name: 'read-extract',
  level: 'L1_chain',
  published: {
    mended:
      'The published one has three different tasks, and cuts the content after 500 characters. Here the content is whole, followed by a sentence of its own in every task.',
  },
  tools: ['read_file', 'keyword_extract'],
  draw(rng) {
    const { path } = rng.pick(FILES)
    const remark = drawRemark(rng)
    const count = rng.pick([3, 4, 6, 7, 8])
    return {
      steps: [
        { tool: 'read_file', arguments: { path } },
        {
          tool: 'keyword_extract',
          arguments: { text: text(from(1, '/content'), ' ', { $literal: remark }), max_keywords: count },
        },
      ],
      prompts: [
        `Read the file ${quote(path)}. To its whole content append a blank and the sentence ${quote(remark)}, and extract at most ${count} keywords from the text that results.`,
        `We are going to end the file ${quote(path)} with one more sentence: ${quote(remark)} Which ${count} keywords does the full text have then? Take the content as it is, put the sentence behind it after a blank, and extract the keywords with that limit.`,
        `Extract keywords, ${count} at most, from this: first everything that ${quote(path)} holds, unchanged, then a blank, then ${quote(remark)}`,
      ],
      answer: {
        value: from(2, '/keywords', { join: ', ' }),
        gives: 'the keywords in their order, with a comma and a blank between two of them',
      },
    }
  },
})
