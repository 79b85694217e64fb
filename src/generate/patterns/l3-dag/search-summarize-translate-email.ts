import { LANGUAGES } from '../../../content/pools/languages.ts'
import { PEOPLE } from '../../../content/pools/people.ts'
import { SEPARATORS } from '../../../content/pools/texts.ts'
import { SUBJECTS } from '../../../content/pools/titles.ts'
import { QUERIES } from '../../../content/pools/web.ts'
import { quote } from '../../../content/wording.ts'
import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const searchSummarizeTranslateEmail = definePattern({
  key: 'search_summarize_translate_email',
  name: 'linear-chain-4',
  level: 'L3_dag',
  published: {
    mended:
      'It named a parameter that the translation does not have, so no task ever came of it. This one gives both languages, and joins whole snippets for the summary instead of taking the first 500 characters of the results as JSON, and the e-mail names the first of them.',
  },
  tools: ['web_search', 'join_texts', 'summarize_text', 'translate_text', 'send_email'],
  draw(rng) {
    const query = rng.pick(QUERIES)
    const kept = rng.int(3, 4)
    const hits = rng.int(kept + 1, kept + 2)
    const separator = rng.pick(SEPARATORS)
    const { code, name } = rng.pick(LANGUAGES)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    const snippets = Array.from({ length: hits }, (_, i) => from(1, `/results/${i}/snippet`))
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: hits } },
        { tool: 'join_texts', arguments: { texts: snippets, separator } },
        { tool: 'summarize_text', arguments: { text: from(2, '/result'), max_sentences: kept } },
        {
          tool: 'translate_text',
          arguments: { text: from(3, '/summary'), from_language: 'en', to_language: code },
        },
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text('Source: ', from(1, '/results/0/url'), ' Translation: ', from(4, '/translated_text')),
          },
        },
      ],
      prompts: [
        `Search the web for ${quote(query)} and ask for ${hits} results. Join the snippets of all of them, in the order found, with ${quote(separator)} between each two, summarise the joined text to ${kept} sentences, and translate the summary from en to ${code}. E-mail the translation, word for word, to ${email} with the subject ${quote(subject)}; name the address of the first result as the source.`,
        `${email} would like to read about ${quote(query)} in ${name} (${code}). Run a web search with exactly these words and a limit of ${hits}, join the snippets of the hits in order into one text (separator ${quote(separator)}), have that text shortened to ${kept} sentences and the result translated from en. The whole translation is the body of the e-mail, along with the address of the top hit as its source; the subject is ${quote(subject)}.`,
        `Write an e-mail to ${email}, subject ${quote(subject)}, whose body is a translation from en into ${code} and its source. What gets translated is a summary of ${kept} sentences, made of the snippets of ${hits} web search results for ${quote(query)}, all of them joined in order by ${quote(separator)}. Change nothing in the translation. The source is the address of the first of those results.`,
        `First get ${hits} web results for ${quote(query)}. Next join their snippets, in order and with the separator ${quote(separator)}, and cut the text down to a summary of ${kept} sentences. Then translate the summary (source en, target ${code}). Last, mail the full translation to ${email} under ${quote(subject)}, and give the address of the first result as the source.`,
        `What do the first ${hits} web results say on ${quote(query)}? ${email} should be told in ${name} (${code}), and briefly. So put their snippets one after the other, in order, with ${quote(separator)} between them; have a summary of ${kept} sentences made, translate it from en, and send the translation by e-mail, ${quote(subject)} being the subject and every word staying as it is. They like to see the source as well, so add the address of the first result.`,
      ],
    }
  },
})
