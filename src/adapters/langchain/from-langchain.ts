import { randomUUID } from 'node:crypto'
import type { BaseMessage } from '@langchain/core/messages'
import { type DynamicStructuredTool, tool } from 'langchain'
import type { Agent, AgentRequest, AgentTool, Approval } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'
import { markHanded } from '../handed-tools.ts'
import { keepMessages, readThreadMessages } from '../thread-messages.ts'
import { answerText } from '../tool-answer.ts'

/** What a graph stopped for, as LangGraph gives it. */
interface Interrupt {
  id?: string
  value?: unknown
}

/** A call that LangChain's human in the loop is to decide on. */
interface ActionRequest {
  name: string
  args?: JsonObject
  /** Its name before LangChain 1.0. */
  arguments?: JsonObject
}

/** What a graph stopped for; nothing where it came to its end. */
export function readInterrupts(result: unknown): readonly Interrupt[] {
  const { __interrupt__: interrupts } = (result ?? {}) as { __interrupt__?: unknown }
  return Array.isArray(interrupts) ? interrupts : []
}

const readActions = (value: unknown): readonly ActionRequest[] | undefined => {
  const { actionRequests } = (value ?? {}) as { actionRequests?: unknown }
  return Array.isArray(actionRequests) ? actionRequests : undefined
}

const buildDecision = ({ approved, say }: Approval): object =>
  approved ? { type: 'approve' } : { type: 'reject', ...(say === undefined ? {} : { message: say }) }

/** What the user says to one interrupt: decisions where LangChain's middleware asks for them, else their words, yes or no. */
async function answerInterrupt({ value }: Interrupt, user: AgentRequest['user']): Promise<unknown> {
  const actions = readActions(value)
  if (actions === undefined) {
    const { approved, say } = await user.approve({ question: value })
    return say ?? (approved ? 'yes' : 'no')
  }
  const decisions: object[] = []
  for (const { name, args, arguments: given } of actions)
    decisions.push(
      buildDecision(await user.approve({ tool: name, arguments: args ?? given ?? {}, question: value })),
    )
  return { decisions }
}

/** What the user says to all that a graph stopped for, as it is resumed with. */
export async function resumeValue(
  interrupts: readonly Interrupt[],
  user: AgentRequest['user'],
): Promise<unknown> {
  const answers: [id: string | undefined, answer: unknown][] = []
  for (const interrupt of interrupts) answers.push([interrupt.id, await answerInterrupt(interrupt, user)])
  const [first] = answers
  if (answers.length === 1 || answers.some(([id]) => id === undefined)) return first?.[1]
  return Object.fromEntries(answers as [string, unknown][])
}

/**
 * LangGraph's command to resume, as plain data. Graphs know a command by its name; its class is in a package that who uses
 * LangChain alone cannot import.
 */
const resumeWith = (resume: unknown): object => ({
  lg_name: 'Command',
  [Symbol.for('langgraph.command')]: { resume },
  resume,
  goto: [],
})

/**
 * LangChain tools that call ours over the wire. A refusal of the tool comes back to the model as its text, so
 * that it can repair the call; anything else that goes wrong is thrown.
 */
export const toLangChainTools = (tools: readonly AgentTool[]): DynamicStructuredTool[] =>
  tools.map(({ name, description, inputSchema, invoke }) =>
    markHanded(
      tool(
        async (args, config) => {
          const { toolCall, signal } = (config ?? {}) as { toolCall?: { id?: string }; signal?: AbortSignal }
          return answerText({ invoke }, args as JsonObject, { callId: toolCall?.id, signal })
        },
        { name, description, schema: inputSchema as never },
      ),
    ),
  ) as unknown as DynamicStructuredTool[]

/** What `createAgent` gives, as far as it is used here. */
export interface Invokable {
  /** Runs the agent on the messages of a conversation. */
  invoke(
    input: { messages: { role: 'user'; content: string }[] },
    config?: { signal?: AbortSignal; recursionLimit?: number },
  ): Promise<unknown>
}

/** Name and note of the agent. */
export interface AsLangChainAgentOptions {
  /** Shown in reports. */
  name: string
  /** What reports show next to the name. */
  note?: string
  /** Steps of the graph before it gives up; LangGraph counts model and tool steps. @defaultValue `50` */
  recursionLimit?: number
}

interface KeptAgent {
  agent?: Invokable
  /** Thread of the graph, where it has a checkpointer. */
  id?: string
}

/**
 * Connects a LangChain agent. The factory gets the task's tools and builds the agent as
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
      const kept = thread as KeptAgent
      kept.agent ??= await make(toLangChainTools(tools))
      kept.id ??= randomUUID()
      const invoke = kept.agent.invoke.bind(kept.agent) as (input: object, config: object) => Promise<unknown>
      const config = { signal, recursionLimit, configurable: { thread_id: kept.id } }
      const before = readThreadMessages<BaseMessage>(thread)
      let result = await invoke({ messages: [...before, { role: 'user', content: prompt }] }, config)
      for (let asked = readInterrupts(result); asked.length > 0; asked = readInterrupts(result))
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
