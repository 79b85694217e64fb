import { convertToTitleCase } from '../../../shared/python/case.ts'
import { round } from '../../../shared/python/number.ts'
import { cutHead, strip } from '../../../shared/python/text.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

const DOMAINS = ['general', 'science', 'geography', 'history', 'technology'] as const
const QUOTED = 200

export const knowledgeBaseQuery = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ query: z.string(), domain: z.enum(DOMAINS).default('general') }),
  output: (z) => ({
    query: z.string(),
    domain: z.enum(DOMAINS),
    answer: z.string(),
    confidence: z.number(),
    source: z.string(),
    found: z.literal(true),
  }),
  run({ query, domain }, world) {
    const asked = strip(query.toLowerCase())
    // In this order; the first key that holds the query or is held by it wins.
    const entry = tables.knowledge.find(({ key }) => asked.includes(key) || key.includes(asked))
    const draw = world.draw('kb', query)
    const record = draw.token('record')
    const notes = draw.numberFrom('notes', 900, { min: 20, max: 12_000, decimals: 0 })
    if (entry !== undefined) {
      return {
        query,
        domain,
        answer:
          // What is one name is given back bare, as published.
          world.seed === 0 && 'bare' in entry
            ? entry.answer
            : `${entry.answer} (record ${record}, drawn from ${notes} notes).`,
        confidence: draw.number('confidence', entry.confidence, { min: 0.9, max: 1, decimals: 6 }),
        source: entry.source,
        found: true as const,
      }
    }
    const confidence = round(0.4 + draw.publishedRemainder(30) / 100, 2)
    return {
      query,
      domain,
      answer: `There is no settled entry for "${strip(cutHead(query, QUOTED))}". The closest material is record ${record}, where ${notes} notes wait to be summed up.`,
      confidence: draw.number('confidence', confidence, { min: 0.4, max: 0.69, decimals: 6 }),
      source: `${convertToTitleCase(domain)} Knowledge Base`,
      found: true as const,
    }
  },
})
