import { field } from '../../../schema/semantic.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { strip } from '../../../shared/python/text.ts'
import type { Rng } from '../../../shared/rng.ts'
import { LANGUAGES } from '../../content/pools/lists.ts'
import { drawStory, FOREIGN_TEXTS } from '../../content/pools/texts.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

const PHRASES = new Map<string, Record<string, string>>(Object.entries(tables.translations))

const LANGUAGE_NAMES = tables.language_names

const own = (record: Record<string, string> | undefined, key: string): string | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined

function phraseKey(text: string): string {
  const key = strip(text.toLowerCase())
  let end = key.length
  while (end > 0 && key[end - 1] === '.') end--
  return key.slice(0, end)
}

const CODES = LANGUAGES.map(({ code }) => code)

function drawForeign(rng: Rng): JsonObject {
  const [from_language, sentences] = rng.pick(Object.entries(FOREIGN_TEXTS))
  const text = rng.sample(sentences, rng.int(1, 2)).join(' ')
  const to_language = rng.pick(['en', ...CODES].filter((code) => code !== from_language))
  return { text, from_language, to_language }
}

export const translateText = defineBuiltIn({
  name: 'translate_text',
  category: 'external_services',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Translates a text into another language, named by its two-letter code. A few common English phrases get a real translation; any other text comes back unchanged with a note that names the target language. To find out which language a text is in use language detection.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to translate.'),
    from_language: field(z.string(), 'language', 'Code of the language of the text, for example "en".'),
    to_language: field(z.string(), 'language', 'Code of the language wanted, lower case, for example "fr".'),
  }),
  output: (z) => ({
    original_text: field(z.string(), 'text', 'Text as it was given.'),
    translated_text: field(z.string(), 'text', 'Text in the language wanted.'),
    from_language: field(z.string(), 'language', 'Code of the language of the text.'),
    to_language: field(z.string(), 'language', 'Code of the language wanted.'),
  }),
  run({ text, from_language, to_language }) {
    const language = own(LANGUAGE_NAMES, to_language) ?? to_language.toUpperCase()
    return {
      original_text: text,
      translated_text: own(PHRASES.get(phraseKey(text)), to_language) ?? `${text} (${language} translation)`,
      from_language,
      to_language,
    }
  },
  drawArguments: (rng) =>
    rng.int(0, 2) === 0
      ? drawForeign(rng)
      : { text: drawStory(rng, rng.int(1, 2)), from_language: 'en', to_language: rng.pick(CODES) },
})
