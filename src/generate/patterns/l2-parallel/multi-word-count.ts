import { drawNotice } from '../../../content/pools/notices.ts'
import { TEXTS } from '../../../content/pools/texts.ts'
import { quote } from '../../../content/wording.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const multiWordCount = definePattern({
  key: 'multi_word_count',
  name: 'fan-out-count',
  level: 'L2_parallel',
  published: {
    mended:
      'Its prompt cut the texts short and its answer was never graded. Here the texts stand in full and differ in both of the counts that are graded.',
  },
  tools: ['word_count'],
  draw(rng) {
    const texts = [0, 1, 2].map((further) => [drawNotice(rng), ...rng.sample(TEXTS, further)].join(' '))
    const counts = texts.flatMap((text) => [text.length, text.split(' ').length])
    if (new Set(counts).size < counts.length) return undefined
    const shuffled = rng.shuffle(texts)
    const [first, second, third] = shuffled.map(quote)
    return {
      steps: shuffled.map((text) => ({ tool: 'word_count', arguments: { text } })),
      prompts: [
        `Count the words and characters of these three texts: ${first}, ${second} and ${third}`,
        `I pay by the word and print by the character. Have both counted for each of my drafts. Draft one: ${first} Draft two: ${second} Draft three: ${third}`,
        `Here are three notices.\n1) ${first}\n2) ${second}\n3) ${third}\nHow long is each of them, in words and in characters, blanks included? Measure them one by one.`,
        `Get the word count of ${first}, then of ${second}, and of ${third}, together with the number of characters of each.`,
      ],
      answer: {
        value: shuffled.map((_, i) => [from(i + 1, '/words'), from(i + 1, '/characters')]),
        gives: 'the number of words and the number of characters of each text, in the order given',
      },
    }
  },
})
