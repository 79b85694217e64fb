import { tally } from '../../../shared/group.ts'
import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { WORD_END, WORD_START } from './patterns.ts'

// Published list of words that are never keywords.
const STOPWORDS = new Set(
  [
    'a about above after again all also am an and any are as at be because been before being below between',
    'both but by can could did do does during each every few for from had has have he her him his how i if',
    'in into is it its just may me might more most my no not of on or other our out over own same shall she',
    'should so some such than that the their them then they this through to too under until up us very was',
    'we were what when where which while who whom why will with would you your',
  ].flatMap((line) => line.split(' ')),
)
const KEYWORD = new RegExp(`${WORD_START}[a-z]{2,}${WORD_END}`, 'gu')

export const keywordExtract = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string(), max_keywords: z.int().default(5) }),
  output: (z) => ({ keywords: z.array(z.string()), scores: z.array(z.number()) }),
  run({ text, max_keywords }) {
    const words: readonly string[] = text.toLowerCase().match(KEYWORD) ?? []
    const ranked = tally(words.filter((word) => !STOPWORDS.has(word)))
    const top = ranked.slice(0, Math.max(max_keywords, 0))
    const highest = ranked[0]?.[1] ?? 1
    return {
      keywords: top.map(([word]) => word),
      scores: top.map(([, count]) => round(count / highest, 4)),
    }
  },
})
