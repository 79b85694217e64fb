import { drawSettingSearch } from '../../../content/pools/setting-searches.ts'
import { SEPARATORS } from '../../../content/pools/texts.ts'
import { quote } from '../../../content/wording.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const searchKeywordSearchSummarize = definePattern({
  key: 'search_keyword_search_summarize',
  name: 'multi-hop-search',
  level: 'L3_dag',
  published: {
    mended:
      'Its second search took the first keyword, which is a word of the first search, and it cut the results as JSON after 500 characters. This one takes whole snippets, searches for all the keywords found, joins what both searches bring for the summary, and asks for the measures of that summary, since its words stand in the joined text too.',
  },
  tools: ['web_search', 'keyword_extract', 'join_texts', 'summarize_text'],
  draw(rng) {
    const query = drawSettingSearch(rng)
    const firstHits = rng.int(2, 4)
    const count = rng.int(6, 9)
    // Not 5, which is what a search gives by itself.
    const secondHits = rng.pick([4, 6])
    const kept = rng.int(3, secondHits - 1)
    const separator = rng.pick(SEPARATORS)
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: firstHits } },
        {
          tool: 'keyword_extract',
          arguments: { text: from(1, '/results/0/snippet'), max_keywords: count },
        },
        {
          tool: 'web_search',
          arguments: { query: from(2, '/keywords', { join: ' ' }), max_results: secondHits },
        },
        {
          tool: 'join_texts',
          arguments: {
            texts: [
              from(1, '/results/0/snippet'),
              ...Array.from({ length: secondHits }, (_, i) => from(3, `/results/${i}/snippet`)),
            ],
            separator,
          },
        },
        { tool: 'summarize_text', arguments: { text: from(4, '/result'), max_sentences: kept } },
      ],
      prompts: [
        `Search the web for ${quote(query)}, ${firstHits} results. Extract ${count} keywords from the snippet of the first result, then search again with all these keywords, in the order returned and separated by spaces, for ${secondHits} results. Join that first snippet and those of the second search, in order, with ${quote(separator)} and summarise the joined text to ${kept} sentences. How long is the summary, and what is its compression ratio?`,
        `I am curious where a search on ${quote(query)} leads. Get ${firstHits} web hits and have the complete snippet of the top hit searched for its ${count} best keywords. These keywords, in that order with a space between each two, are the next web search; ask for ${secondHits} hits. Finally have all of this, the top snippet and then the snippets of the second round, joined in order by ${quote(separator)} and shortened to ${kept} sentences. I am after the length of that summary and the compression ratio.`,
        `Two rounds of web search. The first is for ${quote(query)}, limited to ${firstHits}. The second, limited to ${secondHits}, uses a line of ${count} keywords, spaces in between, which an extraction finds in the snippet of the best result of the first. In the end have a summary of ${kept} sentences made of that snippet, followed by those of the second, joined in order with the separator ${quote(separator)}, and report its length and compression ratio.`,
        `Start with ${firstHits} web search results for ${quote(query)}. From the whole snippet of result number one, have ${count} keywords extracted. Search the web for these keywords as one query (in their order, with spaces between them), this time with ${secondHits} results, join the snippets that come back to the one you had, in order, that one first, and by ${quote(separator)}, and summarise them in ${kept} sentences. The length in characters and the compression ratio go into my notes.`,
        `How strongly can the web be compressed? Let us try ${quote(query)}: take the top snippet out of ${firstHits} results, uncut, and its ${count} keywords from an extraction. With all of them as one line of words, spaces between and order kept, search anew for ${secondHits} results, put the top snippet and these new ones in a row, join them with ${quote(separator)}, and get a summary of ${kept} sentences. I want the compression ratio that is reported and the summary's length.`,
      ],
      answer: {
        fields: {
          length: { value: from(5, '/summary_length'), gives: 'the length of that summary in characters' },
          ratio: { value: from(5, '/compression_ratio'), gives: 'its compression ratio as reported' },
        },
      },
    }
  },
})
