import { field } from '../../../schema/semantic.ts'
import { MONTH_ABBREVIATIONS } from '../../../shared/english.ts'
import { countCodePoints, WORD } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import {
  createFinder,
  findEmails,
  findPhones,
  type Match,
  SPACE_RANGES,
  WORD_END,
  WORD_START,
} from './patterns.ts'

const NUMERIC_DATE = '\\p{Nd}{1,2}[/-]\\p{Nd}{1,2}[/-]\\p{Nd}{2,4}'
const WRITTEN_DATE = `(?:${MONTH_ABBREVIATIONS.join('|')})[${WORD}]*[${SPACE_RANGES}]+\\p{Nd}{1,2},?[${SPACE_RANGES}]*\\p{Nd}{4}`
const GROUPED_NUMBER = '\\p{Nd}{1,3}(?:,\\p{Nd}{3})*(?:\\.\\p{Nd}+)?'
const CAPITALIZED = '[A-Z][a-z]+'

const TYPES = ['email', 'url', 'phone', 'date', 'number', 'capitalized_phrase'] as const

/** One pass a type, in the order in which entities are listed. */
const PASSES: Record<(typeof TYPES)[number], (text: string) => Match[]> = {
  email: findEmails,
  url: createFinder(`https?://[^${SPACE_RANGES}<>"{}|\\\\^\`\\[\\]]+`),
  phone: findPhones,
  date: createFinder(`${WORD_START}(?:${NUMERIC_DATE}|${WRITTEN_DATE})${WORD_END}`),
  // Numbers of four digits and more are found with thousands separators only.
  number: createFinder(`\\$[\\p{Nd},.]+|${WORD_START}${GROUPED_NUMBER}${WORD_END}`),
  capitalized_phrase: createFinder(
    `${WORD_START}${CAPITALIZED}(?:[${SPACE_RANGES}]+${CAPITALIZED})+${WORD_END}`,
  ),
}

export const extractEntities = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({
    text_length: z.int(),
    entities: z.array(
      z.strictObject({
        text: field(z.string(), 'text', 'The entity as it is written in the text.'),
        type: field(z.enum(TYPES), 'category', 'Kind of entity.'),
      }),
    ),
    entity_count: z.int(),
  }),
  run({ text }) {
    const entities = TYPES.flatMap((type) =>
      [...new Set(PASSES[type](text).map((match) => match.text))].map((match) => ({ text: match, type })),
    )
    return { text_length: countCodePoints(text), entities, entity_count: entities.length }
  },
})
