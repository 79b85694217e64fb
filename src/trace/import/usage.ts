import type { Usage } from '../../schema/trace.ts'
import { type Fields, isFields } from './fields.ts'

/** Tokens of one answer of a model. */
export interface Tokens {
  input: number
  output: number
}

function count(usage: Fields, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = usage[name]
    const tokens = isFields(value) ? value.total : value
    if (typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0) return tokens
  }
  return undefined
}

/** Tokens under any of the names that the known formats give them; undefined where none are reported. */
export function tokensOf(usage: unknown): Tokens | undefined {
  if (!isFields(usage)) return undefined
  const input = count(usage, ['input_tokens', 'inputTokens', 'prompt_tokens', 'promptTokens'])
  const output = count(usage, ['output_tokens', 'outputTokens', 'completion_tokens', 'completionTokens'])
  return input === undefined && output === undefined ? undefined : { input: input ?? 0, output: output ?? 0 }
}

/** The sum of what single answers took. */
export const importedUsage = (tokens: readonly Tokens[], modelCalls: number): Usage => ({
  input_tokens: tokens.reduce((sum, { input }) => sum + input, 0),
  output_tokens: tokens.reduce((sum, { output }) => sum + output, 0),
  model_calls: modelCalls,
})
