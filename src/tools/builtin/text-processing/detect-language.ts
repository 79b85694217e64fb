import { round } from '../../../shared/python/number.ts'
import { FOREIGN_TEXTS } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { overlap, wordSet } from './patterns.ts'

const marked = (name: string, code: string, words: string) => ({
  name,
  code,
  markers: new Set(words.split(' ')),
})

// Published marker words; of languages with equal scores the earlier one wins.
const LANGUAGES = [
  marked('English', 'en', 'and are as at but for from in is it not of on that the this to was with you'),
  marked('French', 'fr', 'au avec ce dans de des du en est et la le les pas pour que qui sur un une'),
  marked(
    'German',
    'de',
    'aber auch auf das dem den der des die ein eine es ich ist mit nicht sich und von zu',
  ),
  marked('Spanish', 'es', 'al como con de del el en es la las los no para pero por que se su un una'),
  marked('Italian', 'it', 'alla anche che con dei del della di gli il la le lo ma nel non per sono un una'),
  marked(
    'Portuguese',
    'pt',
    'as com como das dos em mais mas muito nos os ou para por quando que seu sua um uma',
  ),
  marked('Dutch', 'nl', 'aan bij dat de dit een en het in is maar met niet nog ook op te van voor zijn'),
]

const SENTENCES = Object.values(FOREIGN_TEXTS)

export const detectLanguage = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({ language: z.string(), language_code: z.string(), confidence: z.number() }),
  run({ text }) {
    const words = wordSet(text)
    const scores = LANGUAGES.map(({ markers }) => overlap(markers, words))
    const best = Math.max(...scores)
    const winner = best === 0 ? undefined : LANGUAGES[scores.indexOf(best)]
    if (winner === undefined) return { language: 'unknown', language_code: 'und', confidence: 0 }
    const total = scores.reduce((sum, score) => sum + score, 0)
    return { language: winner.name, language_code: winner.code, confidence: round(best / total, 2) }
  },
  drawArguments: (rng) => ({
    text: rng.sample(rng.pick(SENTENCES), rng.int(1, 3)).join(' '),
  }),
})
