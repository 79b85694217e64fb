import { field } from '../../../schema/semantic.ts'
import { title } from '../../../shared/python/case.ts'
import { round } from '../../../shared/python/number.ts'
import { head, strip } from '../../../shared/python/text.ts'
import { drawEnquiry } from '../../content/pools/searches.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

const DOMAINS = ['general', 'science', 'geography', 'history', 'technology'] as const
const QUOTED = 200

export const knowledgeBaseQuery = defineBuiltIn({
  name: 'knowledge_base_query',
  category: 'information_retrieval',
  effect: 'read',
  capability: 'look-up',
  description:
    'Answers a factual question from a reference work in one or two sentences, with a confidence from 0 to 1, the source and the record that the answer stands in. It always answers; a low confidence marks what it does not really know. For rows of countries or cities use database_query, for the web web_search.',
  input: (z) => ({
    query: field(z.string(), 'query', 'The question or a phrase such as "capital of france".'),
    domain: field(z.enum(DOMAINS).default('general'), 'category', 'Field of knowledge to look in.'),
  }),
  output: (z) => ({
    query: field(z.string(), 'query', 'The question as it was asked.'),
    domain: field(z.enum(DOMAINS), 'category', 'Field of knowledge.'),
    answer: field(z.string(), 'text', 'The answer.'),
    confidence: field(z.number(), 'confidence', 'How sure the answer is, 0 to 1.'),
    source: field(z.string(), 'label', 'Collection that the answer comes from.'),
    found: field(z.literal(true), 'boolean', 'Always true.'),
  }),
  run({ query, domain }, world) {
    const asked = strip(query.toLowerCase())
    // In this order; the first key that holds the query or is held by it wins.
    const entry = tables.knowledge.find(({ key }) => asked.includes(key) || key.includes(asked))
    const draw = world.draw('kb', query)
    const record = draw.token('record')
    const notes = draw.figure('notes', 20 + draw.publishedRemainder(900), {
      min: 20,
      max: 12_000,
      decimals: 0,
    })
    if (entry !== undefined) {
      return {
        query,
        domain,
        answer:
          // What is one name is given back bare, as published.
          world.seed === 0 && 'bare' in entry
            ? entry.answer
            : `${entry.answer} (record ${record}, drawn from ${notes} notes).`,
        confidence: draw.figure('confidence', entry.confidence, { min: 0.9, max: 1, decimals: 6 }),
        source: entry.source,
        found: true as const,
      }
    }
    const confidence = round(0.4 + draw.publishedRemainder(30) / 100, 2)
    return {
      query,
      domain,
      answer: `There is no settled entry for "${strip(head(query, QUOTED))}". The closest material is record ${record}, where ${notes} notes wait to be summed up.`,
      confidence: draw.figure('confidence', confidence, { min: 0.4, max: 0.69, decimals: 6 }),
      source: `${title(domain)} Knowledge Base`,
      found: true as const,
    }
  },
  drawArguments(rng) {
    const { query, domain } = drawEnquiry(rng)
    return { query, ...(rng.int(0, 2) === 0 ? {} : { domain }) }
  },
})
