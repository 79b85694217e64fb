import { field } from '../../../schema/semantic.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { strip } from '../../../shared/python/text.ts'
import type { Rng } from '../../../shared/rng.ts'
import { LANGUAGES } from '../../content/pools/lists.ts'
import { drawStory, FOREIGN_TEXTS } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const PHRASES = new Map<string, Record<string, string>>([
  [
    'hello',
    {
      fr: 'bonjour',
      es: 'hola',
      de: 'hallo',
      ja: 'こんにちは',
      it: 'ciao',
      pt: 'olá',
      zh: '你好',
      ko: '안녕하세요',
      ru: 'привет',
    },
  ],
  [
    'hello world',
    { fr: 'bonjour le monde', es: 'hola mundo', de: 'hallo welt', ja: 'ハローワールド', it: 'ciao mondo' },
  ],
  [
    'good morning',
    { fr: 'bonjour', es: 'buenos días', de: 'guten morgen', ja: 'おはようございます', it: 'buongiorno' },
  ],
  ['thank you', { fr: 'merci', es: 'gracias', de: 'danke', ja: 'ありがとう', it: 'grazie', pt: 'obrigado' }],
  [
    'how are you',
    { fr: 'comment allez-vous', es: '¿cómo estás?', de: 'wie geht es Ihnen', ja: 'お元気ですか' },
  ],
  ['goodbye', { fr: 'au revoir', es: 'adiós', de: 'auf wiedersehen', ja: 'さようなら', it: 'arrivederci' }],
  [
    'the weather is nice today',
    {
      fr: "le temps est beau aujourd'hui",
      es: 'el clima está agradable hoy',
      de: 'das Wetter ist heute schön',
    },
  ],
])

const LANGUAGE_NAMES: Record<string, string> = {
  en: 'English',
  fr: 'French',
  es: 'Spanish',
  de: 'German',
  ja: 'Japanese',
  it: 'Italian',
  pt: 'Portuguese',
  zh: 'Chinese',
  ko: 'Korean',
  ar: 'Arabic',
  ru: 'Russian',
}

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
