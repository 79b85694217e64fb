import { FOREIGN_TEXTS } from '../../../content/pools/foreign-texts.ts'
import { PEOPLE } from '../../../content/pools/people.ts'
import { SUBJECTS } from '../../../content/pools/titles.ts'
import { quote } from '../../../content/wording.ts'
import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const detectTranslateSummarizeEmail = definePattern({
  key: 'detect_translate_summarize_email',
  name: 'linear-chain-4-nlp',
  level: 'L3_dag',
  published: {
    mended:
      'Its texts were English, to be translated to English, and cut in the prompt. Here they are foreign and whole; the e-mail carries the language and two measures of the summary, since its sentences stand in the prompt, and the id of the e-mail is the answer.',
  },
  tools: ['detect_language', 'translate_text', 'summarize_text', 'send_email'],
  draw(rng) {
    const sentences = rng.sample(rng.pick(Object.values(FOREIGN_TEXTS)), rng.int(3, 5))
    const foreign = quote(sentences.join(' '))
    const target = rng.pick(['en', 'ja', 'zh', 'ko', 'ru'])
    const kept = rng.int(1, sentences.length - 1)
    const length = kept === 1 ? '1 sentence' : `${kept} sentences`
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    return {
      steps: [
        { tool: 'detect_language', arguments: { text: sentences.join(' ') } },
        {
          tool: 'translate_text',
          arguments: {
            text: sentences.join(' '),
            from_language: from(1, '/language_code'),
            to_language: target,
          },
        },
        {
          tool: 'summarize_text',
          arguments: { text: from(2, '/translated_text'), max_sentences: kept },
        },
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text(
              'Language code ',
              from(2, '/from_language', 'upper'),
              ', original length ',
              from(3, '/original_length', 'text'),
              ' characters, compression ratio ',
              from(3, '/compression_ratio'),
              '.',
            ),
          },
        },
      ],
      prompts: [
        `Detect the language of the text ${foreign}, translate the whole text from the detected language to ${target}, and have the translation summarised to ${length}. Then e-mail ${email}, subject ${quote(subject)}: the body states the language code that was detected, in capital letters, the original length of the translation in characters and the compression ratio of its summary, both as the summary reports them.`,
        `How much shorter can this get? ${foreign} Find out which language that is, translate all of the text into ${target} by the language code found, and cut the translation down to ${length}. Tell ${email} the outcome in an e-mail with the subject ${quote(subject)}; the body must hold the language code in capital letters, the original length in characters and the compression ratio of the summary, unrounded.`,
        `${email} needs three things by e-mail, subject ${quote(subject)}: the language code of a text in capital letters, the original length of its translation in characters and the compression ratio of a summary of that, as the summary reports them. The text to be translated into ${target} is ${foreign} Its language has to be detected first, and the code that comes out is the source language. The summary has ${length}.`,
        `Here is a letter: ${foreign} I do not know the language, so have that detected, and with that code as the source translate the letter in full into ${target}. Shorten the translated letter to ${length}. What I want to know goes to ${email} in the body of an e-mail headed ${quote(subject)}: the language code of what I was sent, in capitals, the original length of the translated letter in characters, and the compression ratio of the short version.`,
        `Please send an e-mail to ${email}, with ${quote(subject)} in the subject line, once you know three things. They concern ${foreign} Whatever language a detection finds that to be in, have everything translated from there to ${target} and summarised to ${length}. The e-mail reports the language code in capital letters, then the original length in characters and the compression ratio, unchanged from what the summary says.`,
      ],
      answer: { value: from(4, '/message_id'), gives: 'the id of the e-mail that was sent' },
    }
  },
})
