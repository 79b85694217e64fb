import { DATE_LIKE, NAME_LIKE } from '../../schema/semantic.ts'
import { type LeafSchema, leafTypeOf, leavesEqual } from '../../scoring/equality.ts'
import { carries } from '../../scoring/tokens.ts'
import type { Json } from '../../shared/json.ts'
import { usualNames } from './usual-names.ts'

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

/** Whether a prompt names a member of an enum, whatever its case and punctuation: SHA-256 for sha256. */
function namesMember(prompt: string, member: string): boolean {
  const squeeze = (text: string): string => lettersOf(text).replaceAll(' ', '')
  if (` ${lettersOf(prompt)} `.includes(` ${lettersOf(member).trim()} `)) return true
  return /\d/.test(member) && squeeze(prompt).includes(squeeze(member))
}

/** Words that a date may be written in at most: `Saturday, 3 May 2031 14:30`. */
const LONGEST_DATE = 5

/** Whether some words of a prompt in a row are a date that equals a value. */
function statesDate(prompt: string, value: string, schema: LeafSchema | undefined): boolean {
  const words = prompt.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  return words.some((_, start) =>
    Array.from({ length: LONGEST_DATE }, (_, i) => words.slice(start, start + i + 1).join(' ')).some((text) =>
      leavesEqual(value, text, leafTypeOf(schema)),
    ),
  )
}

/** Whether a prompt states a value of an argument, so that an agent can give it exactly. */
export function isStated(prompt: string, value: Json, schema: LeafSchema | undefined): boolean {
  if (carries(prompt, value)) return true
  if (schema?.default !== undefined && leavesEqual(schema.default, value, leafTypeOf(schema))) return true
  if (value === '') return prompt.includes('""')
  if (typeof value !== 'string') return false
  if (schema?.enum?.includes(value)) return namesMember(prompt, value)
  const { semantic = '' } = leafTypeOf(schema)
  const lower = prompt.toLowerCase()
  if (usualNames(value, semantic).some((name) => carries(lower, name.toLowerCase()))) return true
  if (NAME_LIKE.has(semantic)) return carries(lower, value.toLowerCase())
  return DATE_LIKE.has(semantic) && statesDate(prompt, value, schema)
}
