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
      'Its prompt cut the texts short and its answer was never graded. Here the texts stand in full and differ in their counts; what so many words cost is graded.',
  },
  tools: ['word_count'],
  draw(rng) {
    const texts = [0, 1, 2].map((further) => [drawNotice(rng), ...rng.sample(TEXTS, further)].join(' '))
    const counts = texts.flatMap((text) => [text.length, text.split(' ').length])
    if (new Set(counts).size < counts.length) return undefined
    const rate = (rng.int(301, 989) * 10 + rng.int(1, 9)) / 1000
    const shuffled = rng.shuffle(texts)
    const [first, second, third] = shuffled.map(quote)
    return {
      steps: shuffled.map((text) => ({ tool: 'word_count', arguments: { text } })),
      prompts: [
        `Count the words of these three texts: ${first}, ${second} and ${third} At ${rate} SEK a word, what does each cost?`,
        `I am paid ${rate} SEK for every word. Have the words of each of my drafts counted and work out what I get. Draft one: ${first} Draft two: ${second} Draft three: ${third}`,
        `Here are three notices for the paper, which charges ${rate} SEK a word.\n1) ${first}\n2) ${second}\n3) ${third}\nWhat is the price of each of them? Count their words one by one.`,
        `Get the word count of ${first}, then of ${second}, and of ${third} I need the counts in money: a word is ${rate} SEK.`,
        `What would a translation of ${first} cost at ${rate} SEK a word? And of ${second}? And of ${third}? Please let the words be counted properly before you multiply.`,
      ],
      answer: {
        fields: Object.fromEntries(
          ['first', 'second', 'third'].map((place, i) => [
            place,
            {
              value: from(i + 1, '/words', { scale: rate }, { round: 3 }),
              gives: `the exact price of the ${place} text in SEK`,
            },
          ]),
        ),
      },
    }
  },
})
