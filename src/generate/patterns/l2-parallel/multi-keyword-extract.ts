import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { KEYWORD_TEXTS } from '../../pools/dag-keyword-texts.ts'

export const multiKeywordExtract = definePattern({
  key: 'multi_keyword_extract',
  name: 'fan-out-keywords',
  level: 'L2_parallel',
  published: {
    mended:
      'Its prompt cut the texts short and its answer was never graded. Here the texts stand in full, and the keywords of each are asked for as one joined piece, since every one of them alone is in the prompt.',
  },
  tools: ['keyword_extract'],
  draw(rng) {
    const texts = rng.sample(KEYWORD_TEXTS, 3)
    const count = rng.pick([2, 3, 4])
    const [first, second, third] = texts.map(quote)
    return {
      steps: texts.map((text) => ({ tool: 'keyword_extract', arguments: { text, max_keywords: count } })),
      prompts: [
        `Extract the top ${count} keywords from each of these texts. A: ${first} B: ${second} C: ${third}`,
        `I want to tag three short texts with ${count} keywords each, so have the keywords extracted from every one of them: ${first}, ${second} and ${third}`,
        `What are the ${count} most frequent keywords of ${first}? And of ${second}? And of ${third}? Run an extraction for each, limited to ${count}.`,
        `Please index the following passages one by one.\n- ${first}\n- ${second}\n- ${third}\nEach gets its ${count} best keywords.`,
      ],
      answer: {
        value: texts.map((_, i) => from(i + 1, '/keywords', { join: '/' })),
        gives: `for each text in the order given its ${count} keywords, in the order in which they were returned and joined by slashes without blanks, like one/two`,
      },
    }
  },
})
