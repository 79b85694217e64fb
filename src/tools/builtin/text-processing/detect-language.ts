import { round } from '../../../shared/python/number.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'
import { collectWords, countOverlap } from './patterns.ts'

// Published marker words; of languages with equal scores the earlier one wins.
const LANGUAGES = tables.language_markers.map((one) => ({ ...one, markers: new Set(one.markers) }))

export const detectLanguage = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({ language: z.string(), language_code: z.string(), confidence: z.number() }),
  run({ text }) {
    const words = collectWords(text)
    const scores = LANGUAGES.map(({ markers }) => countOverlap(markers, words))
    const best = Math.max(...scores)
    const winner = best === 0 ? undefined : LANGUAGES[scores.indexOf(best)]
    if (winner === undefined) return { language: 'unknown', language_code: 'und', confidence: 0 }
    const total = scores.reduce((sum, score) => sum + score, 0)
    return { language: winner.name, language_code: winner.code, confidence: round(best / total, 2) }
  },
})
