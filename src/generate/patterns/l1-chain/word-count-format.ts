import { TEXTS } from '../../../content/pools/texts.ts'
import { quote } from '../../../content/wording.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

const isWholeCents = (price: number): boolean => Math.abs(price - Number(price.toFixed(2))) < 0.0005

export const wordCountFormat = definePattern({
  key: 'word_count_format',
  name: 'count-format',
  level: 'L1_chain',
  published: {
    mended:
      'The published one cuts the text in the prompt and writes a bare count of words with cents. Here the text is whole, and the price of so many words is written.',
  },
  tools: ['word_count', 'format_number'],
  draw(rng) {
    const passage = rng.sample(TEXTS, 4).join(' ')
    const rate = (rng.int(301, 989) * 10 + rng.int(1, 9)) / 1000
    // A price that rounding to cents changes: else it is the formatted one.
    if (isWholeCents(rate * passage.split(' ').length)) return undefined
    return {
      steps: [
        { tool: 'word_count', arguments: { text: passage } },
        {
          tool: 'format_number',
          arguments: { value: from(1, '/words', { scale: rate }), format: 'comma' },
        },
      ],
      prompts: [
        `Count the words of ${quote(passage)} Our translator takes ${rate} SEK a word. Multiply, round nothing yourself, and write the price in the number format "comma".`,
        `A translation is charged at ${rate} SEK for each word. What is the price for ${quote(passage)} when it is put into the number format "comma"? Have the words counted, multiply, and format the product.`,
        `I need a price in the number format "comma". It is the number of words in the text below times ${rate} SEK, with nothing rounded before it is formatted. The text: ${quote(passage)}`,
        `${quote(passage)} How much do I owe for that if every word costs ${rate} SEK? Please get the word count and show the unrounded product formatted as "comma".`,
        `Our agency bills by the word, ${rate} SEK apiece. They sent us ${quote(passage)} Check how many words it has, and have the full price, not rounded, written in the format "comma".`,
      ],
      answer: { value: from(2, '/formatted'), gives: 'the formatted price exactly as it came out' },
    }
  },
})
