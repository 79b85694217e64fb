import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { QUESTIONS } from '../../pools/web.ts'

export const retrieveTranslate = definePattern({
  name: 'retrieve-translate',
  level: 'L1_chain',
  tools: ['knowledge_base_query', 'translate_text'],
  draw(rng) {
    const query = rng.pick(QUESTIONS)
    const domain = rng.pick(['science', 'geography', 'history', 'technology'])
    const language = rng.pick(['fr', 'es', 'de', 'it', 'pt', 'ja', 'ru', 'ko'])
    return {
      steps: [
        { tool: 'knowledge_base_query', arguments: { query, domain } },
        {
          tool: 'translate_text',
          arguments: { text: from(1, '/answer'), from_language: 'en', to_language: language },
        },
      ],
      prompts: [
        `Ask the knowledge base ${quote(query)} in the domain ${domain}, and have its whole answer translated from en to ${language}.`,
        `A guest wants to know: ${quote(query)}. Look that up in the knowledge base under ${domain}, with exactly these words, and translate the complete answer from en into ${language}.`,
        `Query the knowledge base, domain ${domain}, with ${quote(query)}. Then translate the answer as a whole; the languages are en (source) and ${language} (target).`,
      ],
      answer: {
        value: from(2, '/translated_text'),
        gives: 'the translated text as it came back, word for word',
      },
    }
  },
})
