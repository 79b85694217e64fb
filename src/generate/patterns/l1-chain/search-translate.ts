import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawSearch } from '../../pools/chain-searches.ts'

const PLACES = ['first', 'second', 'third']

export const searchTranslate = definePattern({
  key: 'search_translate',
  name: 'retrieve-translate',
  level: 'L1_chain',
  published: {
    mended:
      'The published one is dead: it names a parameter that the translation does not have. Here the snippet of one hit is translated.',
  },
  tools: ['web_search', 'translate_text'],
  draw(rng) {
    const query = drawSearch(rng)
    const hits = rng.pick([3, 4, 6, 7, 8])
    const place = rng.int(0, 2)
    const language = rng.pick(['fr', 'es', 'de', 'it', 'pt', 'ja', 'ru', 'ko', 'zh', 'ar'])
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: hits } },
        {
          tool: 'translate_text',
          arguments: {
            text: from(1, `/results/${place}/snippet`),
            from_language: 'en',
            to_language: language,
          },
        },
      ],
      prompts: [
        `Search the web for ${quote(query)} with a limit of ${hits} results, and have the whole snippet of the ${PLACES[place]} hit translated from "en" to "${language}".`,
        `My reader only knows the language "${language}". Translate for them, from "en", the complete snippet of the ${PLACES[place]} result of a web search for ${quote(query)}; ask the search for ${hits} results.`,
        `Of the ${hits} results that a web search for ${quote(query)} should give, take the ${PLACES[place]} one. Its snippet, in full, goes into translation: source language "en", target language "${language}".`,
      ],
      answer: {
        value: from(2, '/translated_text'),
        gives: 'the translated text as it came back, word for word',
      },
    }
  },
})
