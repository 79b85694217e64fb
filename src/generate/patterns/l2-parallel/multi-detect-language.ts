import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { FOREIGN_TEXTS } from '../../pools/dag-foreign-texts.ts'

export const multiDetectLanguage = definePattern({
  key: 'multi_detect_language',
  name: 'fan-out-detect',
  level: 'L2_parallel',
  published: {
    mended:
      'Its prompt cut the texts short, some were taken for another language, and its answer was never graded. Here the texts stand in full and are of three languages that are told rightly.',
  },
  tools: ['detect_language'],
  draw(rng) {
    const texts = rng.sample(Object.values(FOREIGN_TEXTS), 3).map((sentences) => rng.pick(sentences))
    const [first, second, third] = texts.map(quote)
    return {
      steps: texts.map((text) => ({ tool: 'detect_language', arguments: { text } })),
      prompts: [
        `Detect the language of each of these sentences: ${first}, ${second} and ${third}`,
        `Three postcards arrived, and I cannot tell what they are written in. The first says ${first}, the second ${second}, the third ${third}. Have the language of every one detected.`,
        `In which languages are the following lines?\n(a) ${first}\n(b) ${second}\n(c) ${third}\nPlease check them one at a time.`,
        `Sort my inbox by language: run a detection on ${first}, on ${second} and on ${third}.`,
      ],
      answer: {
        value: texts.map((_, i) => from(i + 1, '/language')),
        gives: 'the English names of the three languages in the order of the texts',
      },
    }
  },
})
