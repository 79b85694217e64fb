import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawQuestion } from '../../pools/chain-facts.ts'

export const kbTranslate = definePattern({
  key: 'kb_translate',
  name: 'retrieve-translate',
  level: 'L1_chain',
  published: {
    mended:
      'The published one is dead: it names a parameter that the translation does not have. Most of its questions have no entry either; the ones asked here do.',
  },
  tools: ['knowledge_base_query', 'translate_text'],
  draw(rng) {
    const { query, domain } = drawQuestion(rng)
    const language = rng.pick(['fr', 'es', 'de', 'it', 'pt', 'ja', 'ru', 'ko', 'zh', 'ar'])
    return {
      steps: [
        { tool: 'knowledge_base_query', arguments: { query, domain } },
        {
          tool: 'translate_text',
          arguments: { text: from(1, '/answer'), from_language: 'en', to_language: language },
        },
      ],
      prompts: [
        `Ask the knowledge base ${quote(query)} in the domain ${domain}, and have its whole answer translated from "en" to "${language}".`,
        `The next card reads ${quote(query)}. Put exactly these words to the knowledge base, domain ${domain}, and translate the complete answer from "en" into "${language}".`,
        `Query the knowledge base under ${domain} with ${quote(query)}. Then translate the answer as a whole; the languages are "en" (source) and "${language}" (target).`,
        `I need something in the language "${language}": what the knowledge base answers, in the domain ${domain}, to the words ${quote(query)}. Its answer is in "en"; translate all of it.`,
      ],
      answer: {
        value: from(2, '/translated_text'),
        gives: 'the translated text as it came back, word for word',
      },
    }
  },
})
