import type { Agent, AgentRequest, AgentTool } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'
import { readFromAnswers } from '../model-answers.ts'
import { keepMessages, readThreadMessages } from '../thread-messages.ts'
import { answerText } from '../tool-answer.ts'

/** A tool for `client.beta.messages.toolRunner`. */
interface AnthropicTool {
  /** The kind of tool that the SDK runs itself. */
  type: 'custom'
  /** Name that the model calls. */
  name: string
  /** What the model reads about the tool. */
  description: string
  /** JSON Schema of the arguments. */
  input_schema: { type: 'object'; [key: string]: unknown }
  /** Calls the tool and gives its result as JSON text. */
  run(
    args: JsonObject,
    context?: { toolUse?: { id: string }; toolUseBlock?: { id: string } },
  ): Promise<string>
  /** Gives the arguments as they are: the tool checks them. */
  parse(input: unknown): JsonObject
}

/** Tools for the tool runner of Anthropic's SDK that call ours over the wire. A refusal of the tool comes back to the model. */
export const toAnthropicTools = (tools: readonly AgentTool[]): AnthropicTool[] =>
  tools.map(({ name, description, inputSchema, invoke }) => ({
    type: 'custom',
    name,
    description,
    input_schema: { ...inputSchema, type: 'object' },
    run: (args, context) =>
      answerText({ invoke }, args, {
        callId: (context?.toolUse ?? context?.toolUseBlock)?.id,
        turn: undefined,
        signal: undefined,
      }),
    parse: (input) => input as JsonObject,
  }))

/** A message of the conversation, as the SDK takes it. */
interface AnthropicMessage {
  /** Who says it. */
  role: 'user' | 'assistant'
  /** A text, or blocks. */
  content: string | never[]
}

/** What the agent is asked, in the terms of Anthropic's SDK. */
interface AnthropicRequest extends Pick<AgentRequest, 'prompt' | 'signal'> {
  /** The conversation with its tool calls; hand it on as `messages`. */
  messages: AnthropicMessage[]
  /** The tools of the task; hand them on as `tools`. */
  tools: AnthropicTool[]
}

/** An answer of the model: the subset of the SDK's message that is read here. */
interface AnthropicAnswer {
  /** Blocks of text and of tool use. */
  content: readonly { type: string; id?: string; text?: string }[]
  /** Name of the model that answered. */
  model: string
  /** Tokens of the answer. */
  usage: { input_tokens: number; output_tokens: number }
}

/** What `toolRunner` returns: the answers of the model, and with them the conversation so far. */
type AnthropicRunner = AsyncIterable<AnthropicAnswer> & { params?: { messages: readonly unknown[] } }

/** Name and note of the agent. */
export interface AsAnthropicAgentOptions {
  /** Shown in reports. */
  name: string
  /** What reports show next to the name. */
  note?: string
}

/**
 * Connects a loop over Anthropic's SDK. The function returns the tool runner, or every answer of the
 * model in order; turns, usage and the final answer are read from the answers.
 *
 * @example
 * export default fromAnthropic({ name: 'support' }, ({ messages, tools }) =>
 *   client.beta.messages.toolRunner({ model, max_tokens: 1024, messages, tools }),
 * )
 */
export function fromAnthropic(
  { name, note }: AsAnthropicAgentOptions,
  ask: (
    asked: AnthropicRequest,
  ) => AnthropicRunner | readonly AnthropicAnswer[] | Promise<readonly AnthropicAnswer[]>,
): Agent {
  return {
    name,
    ...(note === undefined ? {} : { note }),
    async run({ prompt, tools, signal, thread }) {
      const messages = [
        ...readThreadMessages<AnthropicMessage>(thread),
        { role: 'user' as const, content: prompt },
      ]
      const given = ask({ prompt, messages: [...messages], tools: toAnthropicTools(tools), signal })
      // The runner is thenable: awaited, it becomes the last answer alone.
      const runner = Symbol.asyncIterator in given ? given : await given
      const answers: AnthropicAnswer[] = []
      for await (const answer of runner) answers.push(answer)
      const last = answers.at(-1)
      const said = ('params' in runner ? runner.params?.messages : undefined) ?? messages
      const isKept = (said.at(-1) as { role?: unknown } | undefined)?.role === 'assistant'
      keepMessages(
        thread,
        last === undefined || isKept ? said : [...said, { role: 'assistant', content: last.content }],
      )
      return {
        answer: last?.content.map(({ text = '' }) => text).join('') || null,
        ...readFromAnswers(
          answers.map(({ content, usage, model }) => ({
            calls: content.flatMap(({ type, id }) => (type === 'tool_use' && id !== undefined ? [id] : [])),
            input: usage.input_tokens,
            output: usage.output_tokens,
            model,
          })),
        ),
      }
    },
  }
}
