import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import {
  type AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { Throttle } from '../../../models/throttle.ts'
import type { AgentReply, AgentRequest, AgentTool } from '../../../schema/agent.ts'
import { messageOf } from '../../../shared/errors.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { keepMessages, threadMessages } from '../../thread-messages.ts'
import { answerText, refusedCall, unknownTool } from '../../tool-answer.ts'
import { readTextSaid, type TextCall, textProtocol, unreadable } from './text-protocol.ts'

/** A model at work, and how it is asked. */
export interface ModelLoop {
  readonly model: BaseChatModel
  readonly throttle: Throttle
  readonly system: string | undefined
  /** Messages of the model after which it is ended. */
  readonly maxTurns: number
}

type Ask = (messages: BaseMessage[]) => Promise<AIMessage>

/** A message that the model wrote ended the turns that it has. */
const tooLong = (maxTurns: number): Error => new Error(`the model did not finish within ${maxTurns} messages`)

const asker =
  (model: Pick<BaseChatModel, 'invoke'>, { throttle }: ModelLoop, signal: AbortSignal): Ask =>
  (messages) =>
    throttle.request(() => model.invoke(messages, { signal }), signal) as Promise<AIMessage>

/** What a model is asked first: in a conversation after all that was said before. */
function opening(
  { system }: ModelLoop,
  { prompt, thread }: Pick<AgentRequest, 'prompt' | 'thread'>,
  also = '',
): { messages: BaseMessage[]; before: number } {
  const before = threadMessages<BaseMessage>(thread)
  if (before.length > 0) return { messages: [...before, new HumanMessage(prompt)], before: before.length }
  const said = [system ?? '', also].filter(Boolean).join('\n\n')
  return {
    messages: [...(said === '' ? [] : [new SystemMessage(said)]), new HumanMessage(prompt)],
    before: 0,
  }
}

/** Whether a provider refused the request since the model takes no tools. */
export const takesNoTools = (error: unknown): boolean =>
  /(?:not|n't) support (?:the use of )?(?:tools|function|tool)|tools? (?:calling |use )?(?:is|are) not supported/i.test(
    messageOf(error),
  )

const functionOf = ({ name, description, inputSchema: parameters }: AgentTool) => ({
  type: 'function' as const,
  function: { name, description, parameters },
})

/** Lets a model with tool calling work until it calls no more tool. */
export async function converseByTools(
  loop: ModelLoop,
  { prompt, tools, signal, thread }: AgentRequest,
): Promise<AgentReply> {
  const { model, maxTurns } = loop
  const bound = model.bindTools?.(tools.map(functionOf)) ?? model
  const ask = asker(bound as BaseChatModel, loop, signal)
  const { messages, before } = opening(loop, { prompt, thread })
  for (let turn = 0; turn < maxTurns; turn++) {
    const said = await ask(messages)
    const calls = said.tool_calls ?? []
    // Some providers give calls no ids; results have to name theirs.
    for (const [i, call] of calls.entries()) call.id ??= `call_${before + turn}_${i}`
    messages.push(said)
    const broken = said.invalid_tool_calls ?? []
    if (calls.length + broken.length === 0) {
      keepMessages(thread, messages)
      return { messages: messages.slice(before) }
    }
    const results = await Promise.all(
      calls.map(async ({ id = '', name, args }) => {
        const tool = tools.find((one) => one.name === name)
        const content =
          tool === undefined
            ? refusedCall('not_found', unknownTool(name, tools))
            : await answerText(tool, args as JsonObject, { callId: id, turn, signal })
        return new ToolMessage({ content, tool_call_id: id, name })
      }),
    )
    messages.push(
      ...results,
      ...broken.map(
        ({ id = '', error = 'the arguments are not a JSON object' }) =>
          new ToolMessage({ content: refusedCall('malformed_arguments', error), tool_call_id: id }),
      ),
    )
  }
  throw tooLong(maxTurns)
}

/** This many messages in a row that cannot be read end the conversation. */
const UNREADABLE_IN_A_ROW = 3

/** Lets a model without tool calling work by the text protocol until it gives its answer. */
export async function converseByText(
  loop: ModelLoop,
  { prompt, tools, signal, thread }: AgentRequest,
): Promise<AgentReply> {
  const { model, maxTurns } = loop
  const ask = asker(model, loop, signal)
  const { messages, before } = opening(loop, { prompt, thread }, textProtocol(tools))
  const turns: string[][] = []
  const reply = (answer: string): AgentReply => {
    keepMessages(thread, messages)
    return { answer, messages: messages.slice(before), turns }
  }
  let unread = 0
  for (let turn = 0; turn < maxTurns; turn++) {
    const message = await ask(messages)
    messages.push(message)
    const said = readTextSaid(message.text, tools)
    if ('answer' in said) return reply(said.answer)
    if ('problems' in said) {
      turns.push([])
      if (++unread >= UNREADABLE_IN_A_ROW)
        throw new Error(`the model does not keep to the text protocol: ${said.problems.join('; ')}`)
      messages.push(new HumanMessage(unreadable(said.problems)))
      continue
    }
    unread = 0
    const ids = said.calls.map((_, i) => `call_${before + turn}_${i}`)
    turns.push(ids)
    const results = await Promise.all(
      said.calls.map((call, i) => resultOf(call, tools, ids[i] ?? '', turn, signal)),
    )
    messages.push(new HumanMessage(JSON.stringify({ results })))
  }
  throw tooLong(maxTurns)
}

async function resultOf(
  { tool: name, args }: TextCall,
  tools: readonly AgentTool[],
  callId: string,
  turn: number,
  signal: AbortSignal,
): Promise<JsonObject> {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) return { tool: name, error: `unknown tool "${name}"` }
  const said = JSON.parse(await answerText(tool, args, { callId, turn, signal })) as Json
  const error = typeof said === 'object' && said !== null && !Array.isArray(said) ? said.error : undefined
  const isRefusal = error !== undefined && Object.keys(said as JsonObject).length === 1
  return isRefusal ? { tool: name, error } : { tool: name, result: said }
}
