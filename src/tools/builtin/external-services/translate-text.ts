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
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), from_language: z.string(), to_language: z.string() }),
  output: (z) => ({
    original_text: z.string(),
    translated_text: z.string(),
    from_language: z.string(),
    to_language: z.string(),
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
