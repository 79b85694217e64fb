import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { QUERIES, QUESTIONS } from '../../pools/web.ts'

export const parallelSearchKb = definePattern({
  key: 'parallel_search_kb',
  name: 'independent-merge',
  level: 'L2_parallel',
  published: {
    mended:
      'Its knowledge base had no answer to the questions asked and its own answer was never graded. Here every answer names a record, and one value of each result is graded.',
  },
  tools: ['web_search', 'knowledge_base_query'],
  draw(rng) {
    const query = rng.pick(QUERIES)
    const count = rng.int(2, 9)
    const question = rng.pick(QUESTIONS)
    const domain = rng.pick(['science', 'geography', 'history', 'technology'])
    const known = rng.pick([
      {
        value: from(2, '/confidence'),
        gives: 'the confidence of the answer from the knowledge base, unrounded',
      },
      {
        value: from(2, '/answer', { split: 'record ', take: 1 }, { split: ',', take: 0 }),
        gives: 'the id of the record that the answer of the knowledge base names',
      },
    ])
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: count } },
        { tool: 'knowledge_base_query', arguments: { query: question, domain } },
      ],
      prompts: [
        `Search the web for ${quote(query)}, ${count} results, and separately ask the knowledge base ${quote(question)} in the domain ${domain}.`,
        `Two unrelated look-ups, please. The knowledge base should answer ${quote(question)} (domain ${domain}), and a web search for ${quote(query)} should bring ${count} hits.`,
        `I am preparing two slides. For one I need ${count} web search results on ${quote(query)}; for the other what the knowledge base says under ${domain} to exactly this question: ${quote(question)}.`,
        `What does the knowledge base, domain ${domain}, know about ${quote(question)}? While you are at it, run a web search with the words ${quote(query)} and a limit of ${count}.`,
      ],
      answer: {
        value: [from(1, '/results/0/url'), known.value],
        gives: `the address of the first web search result and ${known.gives}`,
      },
    }
  },
})
