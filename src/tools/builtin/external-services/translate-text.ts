import { strip } from '../../../shared/python/text.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

const PHRASES = new Map<string, Record<string, string>>(Object.entries(tables.translations))

const LANGUAGE_NAMES = tables.language_names

const readOwnEntry = (record: Record<string, string> | undefined, key: string): string | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined

function normalizePhrase(text: string): string {
  const key = strip(text.toLowerCase())
  let end = key.length
  while (end > 0 && key[end - 1] === '.') end--
  return key.slice(0, end)
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
    const language = readOwnEntry(LANGUAGE_NAMES, to_language) ?? to_language.toUpperCase()
    return {
      original_text: text,
      translated_text:
        readOwnEntry(PHRASES.get(normalizePhrase(text)), to_language) ?? `${text} (${language} translation)`,
      from_language,
      to_language,
    }
  },
})
