import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { PEOPLE } from '../../pools/people.ts'
import { SUBJECTS } from '../../pools/titles.ts'
import { QUESTIONS } from '../../pools/web.ts'

export const kbTranslateHashEmail = definePattern({
  key: 'kb_translate_hash_email',
  name: 'chain-fan-out',
  level: 'L3_dag',
  published: {
    mended:
      'Its knowledge base had no answer to the questions asked, texts were cut after 300 characters, and nothing used the digest. This one passes on whole texts, and the digest is the graded answer.',
  },
  tools: ['knowledge_base_query', 'translate_text', 'hash_text', 'send_email'],
  draw(rng) {
    const query = rng.pick(QUESTIONS)
    const domain = rng.pick(['science', 'geography', 'history', 'technology'])
    const language = rng.pick(['fr', 'es', 'de', 'it', 'pt', 'ja', 'ru', 'ko'])
    const algorithm = rng.pick(['md5', 'sha256', 'sha512'])
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    return {
      steps: [
        { tool: 'knowledge_base_query', arguments: { query, domain } },
        {
          tool: 'translate_text',
          arguments: { text: from(1, '/answer'), from_language: 'en', to_language: language },
        },
        { tool: 'hash_text', arguments: { text: from(2, '/translated_text'), algorithm } },
        { tool: 'send_email', arguments: { to: email, subject, body: text(from(2, '/translated_text')) } },
      ],
      prompts: [
        `Ask the knowledge base ${quote(query)} in the domain ${domain} and have the whole answer translated from en to ${language}. Compute the ${algorithm} digest of the translation, and e-mail the translation, word for word, to ${email} with the subject ${quote(subject)}.`,
        `Query the knowledge base with ${quote(query)}, domain ${domain}. Translate its complete answer from en into ${language}. The translated text has two uses: it is the body of an e-mail to ${email}, subject ${quote(subject)}, word for word, and I need its ${algorithm} digest.`,
        `For ${email} I need the answer of the knowledge base (domain ${domain}) to ${quote(query)}, translated in full from en to ${language}. Send the translation unchanged by e-mail under the subject ${quote(subject)} and work out its ${algorithm} digest as well.`,
      ],
      answer: { value: from(3, '/hash'), gives: 'the digest in hex' },
    }
  },
})
