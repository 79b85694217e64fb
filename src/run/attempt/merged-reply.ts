import type { AgentReply } from '../../schema/agent.ts'
import type { Usage } from '../../schema/trace.ts'
import { answerFields, callIdsOf, modelsOf, usageOf } from '../../trace/messages.ts'

/** What an agent said in a reply, in words. */
export const lastAnswerIn = (reply: AgentReply): string | null => answerFields(reply).final_answer

const COUNTS = ['input_tokens', 'output_tokens', 'model_calls'] as const satisfies readonly (keyof Usage)[]

function summedUsage(replies: readonly AgentReply[]): Usage {
  const usages = replies.map(({ messages = [], usage }) => ({ ...usageOf(messages), ...usage }))
  const sum = { input_tokens: 0, output_tokens: 0, model_calls: 0 }
  for (const usage of usages) for (const count of COUNTS) sum[count] += usage[count]
  return sum
}

/** The replies of a conversation as one: its last answer, and everything that was done on the way. */
export function mergedReply(replies: readonly AgentReply[]): AgentReply {
  const [only, ...more] = replies
  const last = replies.at(-1)
  if (only === undefined || last === undefined) return {}
  if (more.length === 0) return only
  return {
    answer: typeof last.answer === 'object' ? last.answer : lastAnswerIn(last),
    messages: replies.flatMap(({ messages = [] }) => messages),
    usage: summedUsage(replies),
    ...(replies.some(({ turns }) => turns !== undefined)
      ? { turns: replies.flatMap(({ turns, messages = [] }) => turns ?? callIdsOf(messages)) }
      : {}),
    ...(replies.some(({ models }) => models !== undefined)
      ? {
          models: [
            ...new Set(replies.flatMap(({ models, messages = [] }) => models ?? modelsOf(messages))),
          ].sort(),
        }
      : {}),
  }
}
