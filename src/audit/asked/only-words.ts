import type { PromptText } from './prompt-text.ts'
import plain from './words/function-words.json' with { type: 'json' }

const PLAIN: ReadonlySet<string> = new Set(plain.words)
/** Words from which on a prompt is long enough to tell. */
const ENOUGH = 5
/** Share of words that hold a sentence together, at least. */
const SHARE = 0.1

/** A prompt that names things and makes no sentence of them. */
export function sentenceProblems({ sentences }: PromptText): string[] {
  const words = sentences.flatMap(({ tokens }) => tokens.map(({ word }) => word))
  const holding = words.filter((word) => PLAIN.has(word))
  if (words.length < ENOUGH || holding.length >= SHARE * words.length) return []
  return [
    `the prompt lists words and makes no request of them: ${holding.length} of its ${words.length} words are such as "the", "to", "of", "and"`,
  ]
}
