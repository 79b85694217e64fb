import { refuse } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { countCodePoints, cutHead } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { collectWords, countOverlap } from './patterns.ts'

const PREVIEW = 100
/** What a category gains when its whole name occurs in the text. */
const VERBATIM = 3

export const classifyText = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string(), categories: z.array(z.string()) }),
  output: (z) => ({
    text_preview: z.string(),
    predicted_category: z.string(),
    confidence: z.number(),
    all_scores: z.record(z.string(), z.number()),
  }),
  run({ text, categories }) {
    const lower = text.toLowerCase()
    const words = collectWords(text)
    // A Map keeps the order of names such as "10" and takes "__proto__" as a name.
    const scores = new Map<string, number>()
    for (const category of categories) {
      const verbatim = lower.includes(category.toLowerCase()) ? VERBATIM : 0
      scores.set(category, countOverlap(collectWords(category), words) + verbatim)
    }
    const total = [...scores.values()].reduce((sum, score) => sum + score, 0) || 1
    const shares = [...scores].map(([category, score]) => [category, round(score / total, 3)] as const)
    const [first, ...others] = shares
    if (first === undefined) refuse('categories', 'must name at least one category')
    const [predicted, confidence] = others.reduce((best, share) => (share[1] > best[1] ? share : best), first)
    return {
      text_preview: cutHead(lower, PREVIEW) + (countCodePoints(lower) > PREVIEW ? '...' : ''),
      predicted_category: predicted,
      confidence,
      all_scores: Object.fromEntries(shares),
    }
  },
})
