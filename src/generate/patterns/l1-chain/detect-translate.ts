import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawForeign } from '../../pools/chain-foreign.ts'

export const detectTranslate = definePattern({
  key: 'detect_translate',
  name: 'detect-translate',
  level: 'L1_chain',
  published: {
    mended:
      'The published one cuts the text in the prompt, and the language of several texts is taken for another one. Here the text is whole and its language is recognised.',
  },
  tools: ['detect_language', 'translate_text'],
  draw(rng) {
    const foreign = drawForeign(rng)
    const target = rng.pick(['en', 'ja', 'ko', 'ru', 'zh', 'ar'])
    return {
      steps: [
        { tool: 'detect_language', arguments: { text: foreign } },
        {
          tool: 'translate_text',
          arguments: { text: foreign, from_language: from(1, '/language_code'), to_language: target },
        },
      ],
      prompts: [
        `Detect the language of ${quote(foreign)} and translate the text from the language code that was detected to "${target}".`,
        `Somebody left me this note: ${quote(foreign)} Have the language detected, and use its code as the source language to translate the whole note into "${target}".`,
        `I need the text ${quote(foreign)} in the language "${target}". What language was used to write the text has to be detected first; the code found is the source language of the translation.`,
        `Translate into "${target}": ${quote(foreign)} The source language is whatever code language detection reports for that text.`,
      ],
      answer: {
        value: [from(1, '/language_code'), from(2, '/translated_text')],
        gives: 'the code of the source language and the translated text, word for word',
      },
    }
  },
})
