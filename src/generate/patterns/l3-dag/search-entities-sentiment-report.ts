import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawOpinionQuery } from '../../pools/dag-reviews.ts'
import { PEOPLE } from '../../pools/people.ts'
import { DOCUMENTS, SUBJECTS } from '../../pools/titles.ts'

export const searchEntitiesSentimentReport = definePattern({
  key: 'search_entities_sentiment_report',
  name: 'chain-fanout-merge-chain',
  level: 'L3_dag',
  published: {
    mended:
      'It passed on the first 500 characters of the results as JSON, cut the report as well, and left wording and format out of the prompt. This one passes on a whole snippet and the whole report, which holds the entities; the sentiment joins it in the e-mail.',
  },
  tools: ['web_search', 'extract_entities', 'sentiment_analysis', 'generate_report', 'send_email'],
  draw(rng) {
    const query = drawOpinionQuery(rng)
    const hits = rng.int(2, 8)
    const title = rng.pick(DOCUMENTS)
    const format = rng.pick(['text', 'markdown', 'html'])
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: hits } },
        { tool: 'extract_entities', arguments: { text: from(1, '/results/0/snippet') } },
        { tool: 'sentiment_analysis', arguments: { text: from(1, '/results/0/snippet') } },
        { tool: 'generate_report', arguments: { title, data: from(2, '/entities', 'json'), format } },
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text(
              from(4, '/report'),
              ' Sentiment: ',
              from(3, '/sentiment'),
              ', confidence ',
              from(3, '/confidence'),
              ', characters ',
              from(3, '/text_length'),
            ),
          },
        },
      ],
      prompts: [
        `Search the web for ${quote(query)}, ${hits} results. From the snippet of the first hit, as it is, extract the entities, and also analyse its sentiment. Generate a report titled ${quote(title)}, format ${quote(format)}, with the list of entities as JSON for its data. E-mail ${email} under the subject ${quote(subject)}: the body contains the whole report, unchanged, and after that the sentiment, its confidence and the number of characters analysed.`,
        `What does the top web result for ${quote(query)} say, and in which mood? Ask for ${hits} results and take the complete snippet of number one for two analyses: the entities in it, and its sentiment. Lay the entities out as a report (title ${quote(title)}, format ${quote(format)}, data: the JSON list of them), then send that report word for word in an e-mail to ${email}, subject ${quote(subject)}. The same body also tells the sentiment, the confidence and the text length that the second analysis reports.`,
        `${email} should get an e-mail, subject ${quote(subject)}, on the snippet of the best of ${hits} web search results for ${quote(query)}. It contains a report, with nothing changed in it, that is called ${quote(title)}, has the format ${quote(format)} and takes as data the entities extracted from that snippet, as JSON. It also states which sentiment an analysis finds in the snippet, with what confidence, and how many characters were analysed. Round nothing.`,
        `Two things about one snippet, please, sent to ${email} in one e-mail headed ${quote(subject)}. The snippet is the first of ${hits} that a web search for ${quote(query)} brings, in full. Thing one: have its entities extracted and a report generated whose data is that list in JSON (title ${quote(title)}, format ${quote(format)}); the body carries the report verbatim. Thing two: have its sentiment analysed; the body gives the sentiment, the confidence and the length in characters.`,
      ],
    }
  },
})
