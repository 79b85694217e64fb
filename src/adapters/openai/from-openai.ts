import type { ChatCompletion } from 'openai/resources/chat/completions'
import type { Response } from 'openai/resources/responses/responses'
import type { Agent, AgentRequest } from '../../schema/agent.ts'
import { type ReportedTokens, summedUsage } from '../summed-usage.ts'

/** What the agent is asked. Its tools are turned into the library's own by `toChatTools` and the like. */
export type OpenAIAsked = Pick<AgentRequest, 'prompt' | 'messages' | 'tools' | 'signal'>

/** What `chat.completions.runTools` gives, as far as it is used here. */
export interface OpenAIRunner {
  done(): Promise<void>
  allChatCompletions(): ChatCompletion[]
}

/** Every answer of the model in its order, or the runner that made them. */
export type OpenAIAnswers = readonly (ChatCompletion | Response)[] | OpenAIRunner

export interface AsOpenAIOptions {
  /** Shown in reports. */
  name: string
  note?: string
}

/** An answer of the model, whichever of the two interfaces gave it. */
interface Read {
  calls: string[]
  text: string | null
  tokens: ReportedTokens
}

function read(answer: ChatCompletion | Response): Read {
  if ('choices' in answer) {
    const message = answer.choices[0]?.message
    return {
      calls: (message?.tool_calls ?? []).map(({ id }) => id),
      text: message?.content ?? message?.refusal ?? null,
      tokens: { input: answer.usage?.prompt_tokens, output: answer.usage?.completion_tokens },
    }
  }
  return {
    calls: answer.output.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : [])),
    text: answer.output_text,
    tokens: { input: answer.usage?.input_tokens, output: answer.usage?.output_tokens },
  }
}

async function answersOf(given: OpenAIAnswers): Promise<readonly (ChatCompletion | Response)[]> {
  if (!('allChatCompletions' in given)) return given
  await given.done()
  return given.allChatCompletions()
}

/**
 * Makes an agent under test of a loop over the `openai` client. The function gives every completion or response that
 * the model gave, in order, or the runner of `runTools`; turns, usage and the final answer are read from them.
 *
 * @example
 * export default fromOpenAI({ name: 'support' }, ({ prompt, tools }) =>
 *   client.chat.completions.runTools({
 *     model,
 *     messages: [{ role: 'user', content: prompt }],
 *     tools: toRunnableTools(tools),
 *   }),
 * )
 */
export function fromOpenAI(
  { name, note }: AsOpenAIOptions,
  ask: (asked: OpenAIAsked) => OpenAIAnswers | Promise<OpenAIAnswers>,
): Agent {
  return {
    name,
    ...(note === undefined ? {} : { note }),
    async run({ prompt, messages, tools, signal }) {
      const answers = await answersOf(await ask({ prompt, messages, tools, signal }))
      const told = answers.map(read)
      return {
        answer: told.at(-1)?.text ?? null,
        turns: told.map(({ calls }) => calls),
        usage: summedUsage(told.map(({ tokens }) => tokens)),
        models: [...new Set(answers.map(({ model }) => model))].sort(),
      }
    },
  }
}
