import { randomUUID } from 'node:crypto'
import type { BaseMessage } from '@langchain/core/messages'
import { type DynamicStructuredTool, tool } from 'langchain'
import type { Agent, AgentTool } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'
import { keepMessages, threadMessages } from '../thread-messages.ts'
import { answerText } from '../tool-answer.ts'
import { interruptsOf, resumeValue, resumeWith } from './interrupts.ts'

/**
 * LangChain tools that call ours over the wire. A refusal of the tool comes back to the model as its text, so
 * that it can repair the call; anything else that goes wrong is thrown.
 */
export const toLangChainTools = (tools: readonly AgentTool[]): DynamicStructuredTool[] =>
  tools.map(({ name, description, inputSchema, invoke }) =>
    tool(
      async (args, config) => {
        const { toolCall, signal } = (config ?? {}) as { toolCall?: { id?: string }; signal?: AbortSignal }
        return answerText({ invoke }, args as JsonObject, { callId: toolCall?.id, signal })
      },
      { name, description, schema: inputSchema as never },
    ),
  ) as unknown as DynamicStructuredTool[]

/** What `createAgent` gives, as far as it is used here. */
export interface Invokable {
  invoke(
    input: { messages: { role: 'user'; content: string }[] },
    config?: { signal?: AbortSignal; recursionLimit?: number },
  ): Promise<unknown>
}

export interface AsLangChainAgentOptions {
  /** Shown in reports. */
  name: string
  note?: string
  /** Steps of the graph before it gives up; LangGraph counts model and tool steps. @defaultValue `50` */
  recursionLimit?: number
}

/** What is kept from turn to turn. */
interface Kept {
  agent?: Invokable
  /** Thread of the graph, where it has a checkpointer. */
  id?: string
}

/**
 * Makes an agent under test of a LangChain one. The factory gets the task's tools and builds the agent as
 * production does, once an attempt. Turns, usage and the final answer are read from the messages, or the answer is the
 * structured response of its `responseFormat`. In a conversation it goes
 * on from its own messages, and what its graph stops for (an interrupt, a human in the loop) the user answers.
 *
 * @example
 * export default fromLangChain({ name: 'support' }, (tools) => createAgent({ model, tools }))
 */
export function fromLangChain(
  { name, note, recursionLimit = 50 }: AsLangChainAgentOptions,
  make: (tools: DynamicStructuredTool[]) => Invokable | Promise<Invokable>,
): Agent {
  return {
    name,
    ...(note === undefined ? {} : { note }),
    async run({ prompt, tools, signal, thread, user }) {
      const kept = thread as Kept
      kept.agent ??= await make(toLangChainTools(tools))
      kept.id ??= randomUUID()
      const invoke = kept.agent.invoke.bind(kept.agent) as (input: object, config: object) => Promise<unknown>
      const config = { signal, recursionLimit, configurable: { thread_id: kept.id } }
      const before = threadMessages<BaseMessage>(thread)
      let result = await invoke({ messages: [...before, { role: 'user', content: prompt }] }, config)
      for (let asked = interruptsOf(result); asked.length > 0; asked = interruptsOf(result))
        result = await invoke(resumeWith(await resumeValue(asked, user)), config)
      const { messages, structuredResponse: answer } = result as {
        messages: BaseMessage[]
        structuredResponse?: JsonObject
      }
      keepMessages(thread, messages)
      const known = new Set(before.flatMap(({ id }) => id ?? []))
      const said = messages.filter(({ id }) => id === undefined || !known.has(id))
      return { messages: said, ...(answer === undefined ? {} : { answer }) }
    },
  }
}
