import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawNumberText } from '../../pools/dag-number-texts.ts'

export const multiExtractNumbers = definePattern({
  key: 'multi_extract_numbers',
  name: 'fan-out-extract',
  level: 'L2_parallel',
  published: {
    mended:
      'Its prompt cut the texts short, long numbers in them came out split, and its answer was never graded. Here the texts stand in full with numbers that come out whole, and each list is asked for as one joined piece.',
  },
  tools: ['extract_numbers'],
  draw(rng) {
    const texts = [0, 1, 2].map(() => drawNumberText(rng))
    const [first, second, third] = texts.map(quote)
    return {
      steps: texts.map((text) => ({ tool: 'extract_numbers', arguments: { text } })),
      prompts: [
        `Extract the numbers from each of these sentences: ${first}, ${second} and ${third}`,
        `Three notes came in, and I only need the figures. Pull all numbers out of every note. Note 1: ${first} Note 2: ${second} Note 3: ${third}`,
        `Which numbers occur in ${first}? Which in ${second}? And which in ${third}? Run an extraction for each text.`,
        `These lines go into a table:\n- ${first}\n- ${second}\n- ${third}\nHave the numeric values taken out of them, line by line.`,
      ],
      answer: {
        value: texts.map((_, i) => from(i + 1, '/numbers', { join: ' + ' })),
        gives:
          'for each text in the order given its numbers, in order, as plain numerals without thousands separators, joined by a plus sign with a blank on either side, like 7 + 8.5',
      },
    }
  },
})
