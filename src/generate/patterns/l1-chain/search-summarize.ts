import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawSearch } from '../../pools/chain-searches.ts'
import { TEXTS } from '../../pools/texts.ts'

const PLACES = ['first', 'second', 'third']

export const searchSummarize = definePattern({
  key: 'search_summarize',
  name: 'retrieve-process',
  level: 'L1_chain',
  published: {
    mended:
      'The published one summarizes the JSON text of all hits, cut in the middle after 500 characters. Here the snippet of one hit is summarized, whole, with some sentences added.',
  },
  tools: ['web_search', 'summarize_text'],
  draw(rng) {
    const query = drawSearch(rng)
    const hits = rng.pick([3, 4, 6, 7, 8, 9])
    const place = rng.int(0, 2)
    // As many sentences as are kept: a snippet has one or two, so that the summary ends within what is added.
    const sentences = rng.int(3, 4)
    const addition = rng.sample(TEXTS, sentences).join(' ')
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: hits } },
        {
          tool: 'summarize_text',
          arguments: {
            text: text(from(1, `/results/${place}/snippet`), ' ', { $literal: addition }),
            max_sentences: sentences,
          },
        },
      ],
      prompts: [
        `Search the web for ${quote(query)} with a limit of ${hits} results. To the whole snippet of the ${PLACES[place]} hit append a blank and ${quote(addition)} Have the text that results summarized to at most ${sentences} sentences.`,
        `My column begins with a snippet from the web, word for word, and goes on after a blank with ${quote(addition)} The snippet is that of the ${PLACES[place]} of ${hits} results of a search for ${quote(query)}. Boil the column down to a summary of no more than ${sentences} sentences.`,
        `I need a summary, ${sentences} sentences at most, of a text in two parts with one blank in between. First comes the complete snippet of the ${PLACES[place]} hit when the web is searched for ${quote(query)}, limited to ${hits} results. The second part is ${quote(addition)}`,
        `Run a web search, limited to ${hits} results, for ${quote(query)}. Take the snippet of the ${PLACES[place]} hit as it is, set ${quote(addition)} behind it with a blank, and reduce the two together to a summary with a limit of ${sentences} sentences.`,
      ],
      answer: { value: from(2, '/summary'), gives: 'the summary, word for word' },
    }
  },
})
