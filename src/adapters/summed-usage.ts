import type { Usage } from '../schema/trace.ts'

/** Tokens of one answer of a model, as libraries report them: left out, or NaN, where the model does not say. */
export interface ReportedTokens {
  input?: number | undefined
  output?: number | undefined
}

const told = (count: number | undefined): number => (Number.isFinite(count) ? (count as number) : 0)

export const summedUsage = (answers: readonly ReportedTokens[]): Usage => ({
  input_tokens: answers.reduce((sum, { input }) => sum + told(input), 0),
  output_tokens: answers.reduce((sum, { output }) => sum + told(output), 0),
  model_calls: answers.length,
})
