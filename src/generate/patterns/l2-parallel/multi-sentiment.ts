import { drawReview } from '../../../content/pools/reviews.ts'
import { quote } from '../../../content/wording.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

/** Words of praise and of complaint; each pair gives another confidence. */
const LEADS = [
  [2, 1],
  [3, 1],
  [3, 2],
  [4, 1],
] as const

export const multiSentiment = definePattern({
  key: 'multi_sentiment',
  name: 'fan-out-analyze',
  level: 'L2_parallel',
  published: {
    mended:
      'Its prompt cut the texts short, or put dots after whole ones, and its answer was never graded. Here the texts stand in full.',
  },
  tools: ['sentiment_analysis'],
  draw(rng) {
    const [pleased, angry] = rng.sample(LEADS, 2) as [(typeof LEADS)[number], (typeof LEADS)[number]]
    const even = rng.int(1, 2)
    const texts = rng.shuffle([
      drawReview(rng, pleased[0], pleased[1]),
      drawReview(rng, angry[1], angry[0]),
      drawReview(rng, even, even),
    ])
    if (new Set(texts.map((text) => text.length)).size < texts.length) return undefined
    const [first, second, third] = texts.map(quote)
    return {
      steps: texts.map((text) => ({ tool: 'sentiment_analysis', arguments: { text } })),
      prompts: [
        `Analyse the sentiment of these three reviews, each on its own. First: ${first} Second: ${second} Third: ${third}`,
        `Guests left us three comments: ${first}, ${second} and ${third}. What is the sentiment of every one of them?`,
        `How do the following texts come across?\n1. ${first}\n2. ${second}\n3. ${third}\nHave each judged by itself for its sentiment.`,
        `I am sorting feedback by sentiment. Run an analysis on ${first}, another on ${second}, and a last one on ${third}`,
        `${first} That came on Monday. Tuesday's card read ${second} and Wednesday's ${third} Could you find out which sentiment an analysis sees in each card?`,
      ],
      answer: {
        fields: Object.fromEntries(
          ['first', 'second', 'third'].map((place, i) => [
            place,
            {
              value: from(i + 1, '/sentiment', 'upper'),
              gives: `the sentiment of the ${place} text in capital letters`,
            },
          ]),
        ),
      },
    }
  },
})
