import type { Usage } from '../schema/trace.ts'

/** Tokens of one answer of a model, as libraries report them: left out where the model does not say. */
export interface ReportedTokens {
  input?: number | undefined
  output?: number | undefined
}

/** The sum of what the answers of a model took. */
export const summedUsage = (answers: readonly ReportedTokens[]): Usage => ({
  input_tokens: answers.reduce((sum, { input }) => sum + (input ?? 0), 0),
  output_tokens: answers.reduce((sum, { output }) => sum + (output ?? 0), 0),
  model_calls: answers.length,
})
