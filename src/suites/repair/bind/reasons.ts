import type { LeafSchema } from '../../../scoring/equality.ts'
import type { Json } from '../../../shared/json.ts'

const MIN_PREFIX_LENGTH = 15

/** The longest beginning of a text that a prompt shows before three dots; empty where it shows none. */
export function shownBeginning(prompt: string, text: string): string {
  for (let length = text.length - 1; length >= MIN_PREFIX_LENGTH; length--) {
    const beginning = text.slice(0, length)
    const at = prompt.indexOf(beginning)
    if (at >= 0 && /^\s*(?:\.\.\.|…)/.test(prompt.slice(at + length))) return beginning
  }
  return ''
}

/** Why nothing explains a frozen value. */
export function reasonFor(value: Json, schema: LeafSchema | undefined, prompt: string): string {
  if (typeof value !== 'string') return 'a number without a source'
  if (shownBeginning(prompt, value) !== '') return 'the prompt shows only its beginning'
  if (schema?.enum?.includes(value)) return 'the prompt does not name this member of the enum'
  return /^(?:sample_|item_)/.test(value) ? 'a placeholder without a source' : 'a text without a source'
}
