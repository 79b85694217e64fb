import type { ChatCompletion, ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import type { FunctionTool, Response } from 'openai/resources/responses/responses'
import type { Agent, AgentRequest, AgentTool } from '../../schema/agent.ts'
import { answerToolCall } from '../call-tool.ts'
import { type ModelAnswer, readFromAnswers } from '../model-answers.ts'

/** Definitions of the tools for `chat.completions.create`. */
export const toChatTools = (tools: readonly AgentTool[]): ChatCompletionFunctionTool[] =>
  tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))

/** Definitions of the tools for `responses.create`. A strict schema would have to name every property as required. */
export const toResponsesTools = (tools: readonly AgentTool[]): FunctionTool[] =>
  tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    parameters: inputSchema,
    strict: false,
  }))

/** A tool for `chat.completions.runTools`. */
interface RunnableTool {
  /** The kind of tool that the SDK runs itself. */
  type: 'function'
  /** Name, description, JSON Schema of the arguments, and what runs it and gives the result as JSON text. */
  function: {
    name: string
    description: string
    parameters: Record<string, unknown>
    function: (
      args: string,
      runner: { messages: readonly { role: string }[]; controller: AbortController },
    ) => Promise<string>
  }
}

/**
 * Tools for `chat.completions.runTools`. It does not tell them the id of a call, so the turn is read from the runner's
 * messages: those of the first runner that calls one, since turns of two conversations cannot be compared.
 */
export function toRunnableTools(tools: readonly AgentTool[]): RunnableTool[] {
  let first: unknown
  return tools.map((tool) => ({
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters: tool.inputSchema,
      function(args, runner) {
        first ??= runner
        const turn = runner.messages.filter(({ role }) => role === 'assistant').length - 1
        const { signal } = runner.controller
        return answerToolCall(tool, args, { signal, ...(runner === first && turn >= 0 ? { turn } : {}) })
      },
    },
  }))
}

/** The prompt for the agent. Its tools are turned into the library's own by `toChatTools` and the like. */
type OpenAIRequest = Pick<AgentRequest, 'prompt' | 'messages' | 'tools' | 'signal'>

/** What `chat.completions.runTools` gives, as far as it is used here. */
interface OpenAIRunner {
  /** Settles when the conversation is over. */
  done(): Promise<void>
  /** Answers of the model, in order. */
  allChatCompletions(): ChatCompletion[]
}

/** Every answer of the model in its order, or the runner that made them. */
type OpenAIAnswers = readonly (ChatCompletion | Response)[] | OpenAIRunner

/** Name and note of the agent. */
export interface AsOpenAIOptions {
  /** Shown in reports. */
  name: string
  /** What reports show next to the name. */
  note?: string
}

/** An answer of the model, whichever of the two interfaces gave it. */
function read(answer: ChatCompletion | Response): ModelAnswer & { text: string | null } {
  const { model } = answer
  if ('choices' in answer) {
    const message = answer.choices[0]?.message
    return {
      calls: (message?.tool_calls ?? []).map(({ id }) => id),
      text: message?.content ?? message?.refusal ?? null,
      input: answer.usage?.prompt_tokens,
      output: answer.usage?.completion_tokens,
      model,
    }
  }
  return {
    calls: answer.output.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : [])),
    text: answer.output_text,
    input: answer.usage?.input_tokens,
    output: answer.usage?.output_tokens,
    model,
  }
}

async function readAnswers(given: OpenAIAnswers): Promise<readonly (ChatCompletion | Response)[]> {
  if (!('allChatCompletions' in given)) return given
  await given.done()
  return given.allChatCompletions()
}

/**
 * Connects a loop over the `openai` client. The function gives every completion or response that
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
  ask: (asked: OpenAIRequest) => OpenAIAnswers | Promise<OpenAIAnswers>,
): Agent {
  return {
    name,
    ...(note === undefined ? {} : { note }),
    async run({ prompt, messages, tools, signal }) {
      const answers = (await readAnswers(await ask({ prompt, messages, tools, signal }))).map(read)
      return { answer: answers.at(-1)?.text ?? null, ...readFromAnswers(answers) }
    },
  }
}
