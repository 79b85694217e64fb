import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { LANGUAGES } from '../../pools/dag-languages.ts'
import { drawNotice } from '../../pools/dag-notices.ts'

export const multiTranslate = definePattern({
  key: 'multi_translate',
  name: 'fan-out-translate',
  level: 'L2_parallel',
  published: {
    mended:
      'It named a parameter that the translation does not have, so no task ever came of it. This one gives both languages, and the three translations are graded.',
  },
  tools: ['translate_text'],
  draw(rng) {
    const text = drawNotice(rng)
    const languages = rng.sample(LANGUAGES, 3)
    const names = listed(languages.map(({ code, name }) => `${name} (${code})`))
    return {
      steps: languages.map(({ code }) => ({
        tool: 'translate_text',
        arguments: { text, from_language: 'en', to_language: code },
      })),
      prompts: [
        `Translate ${quote(text)} from English (en) into ${names}.`,
        `This notice has to go up in three languages, ${names}: ${quote(text)} The original is in en. Have one translation made for each.`,
        `Our visitors do not all read English. Please get ${quote(text)} translated from en, once each into ${names}.`,
        `Three translations of one sentence, please. The sentence: ${quote(text)} Its language: en. The languages wanted: ${names}.`,
      ],
      answer: {
        value: languages.map((_, i) => from(i + 1, '/translated_text')),
        gives: `the ${listed(languages.map(({ name }) => name))} translations, in this order and word for word as they came back`,
      },
    }
  },
})
