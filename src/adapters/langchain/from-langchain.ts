import type { BaseMessage } from '@langchain/core/messages'
import type { DynamicStructuredTool } from 'langchain'
import type { Agent } from '../../schema/agent.ts'
import { toLangChainTools } from './to-langchain-tools.ts'

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
  /** Steps of the graph before it gives up; LangGraph counts model and tool steps. Default 50. */
  recursionLimit?: number
}

/**
 * Makes an agent under test of a LangChain one. The factory gets the task's tools and builds the agent as
 * production does; turns, usage and the final answer are read from the messages.
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
    async run({ prompt, tools, signal }) {
      const agent = await make(toLangChainTools(tools))
      const result = await agent.invoke(
        { messages: [{ role: 'user', content: prompt }] },
        { signal, recursionLimit },
      )
      return { messages: (result as { messages: BaseMessage[] }).messages }
    },
  }
}
