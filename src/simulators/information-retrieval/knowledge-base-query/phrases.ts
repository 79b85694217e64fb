import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawEnquiry } from '../../../generate/pools/enquiries.ts'

/** From an answer that speaks of `record 0f3a..., where 41 notes wait`. */
const RECORD = [
  { split: 'record ', take: 1 },
  { split: ',', take: 0 },
]

export const knowledgeBaseQuery = definePhrases({
  tool: 'knowledge_base_query',
  draw(rng) {
    const { query, domain } = drawEnquiry(rng)
    return { query, ...(rng.int(0, 2) === 0 ? {} : { domain }) }
  },
  asks: [
    'ask the knowledge base {query}[, in the domain {domain}]',
    'put {query} to the knowledge base as a question[, with {domain} as the domain to look in]',
    'look up {query} in the knowledge base[ under {domain}]',
    'see what the knowledge base has to say on {query}[, searching the domain {domain}]',
    'have the knowledge base answer {query}[ from its domain {domain}]',
  ],
  outputs: {
    '/answer': 'answer of the knowledge base',
    '/confidence': 'confidence of the answer',
    '/source': 'source of the answer',
  },
  answers: [
    {
      at: [{ at: '/answer', via: RECORD }],
      gives: 'the name of the record that the answer mentions, without the word record',
    },
    { at: ['/confidence'], gives: 'the confidence of the answer, unrounded' },
    {
      at: ['/confidence', { at: '/answer', via: RECORD }],
      gives:
        'the confidence of the answer, unrounded, then the name of the record that the answer mentions, without the word record',
    },
  ],
})
