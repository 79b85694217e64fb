import type { AgentReply } from '../schema/agent.ts'

/** An answer of a model, read from what a library reports. */
export interface ModelAnswer {
  /** Ids of the calls that it asks for. */
  calls: readonly string[]
  /** Tokens: left out, or NaN, where the model does not say. */
  input?: number | undefined
  output?: number | undefined
  /** Name of the model, where it is told. */
  model?: string | undefined
}

const readCount = (count: number | undefined): number => (Number.isFinite(count) ? (count as number) : 0)

/** What the answers of one turn of an agent, in their order, say of it. */
export const readFromAnswers = (
  answers: readonly ModelAnswer[],
): Required<Pick<AgentReply, 'turns' | 'usage' | 'models'>> => ({
  turns: answers.map(({ calls }) => calls),
  usage: {
    input_tokens: answers.reduce((sum, { input }) => sum + readCount(input), 0),
    output_tokens: answers.reduce((sum, { output }) => sum + readCount(output), 0),
    model_calls: answers.length,
  },
  models: [...new Set(answers.flatMap(({ model }) => model ?? []))].sort(),
})
