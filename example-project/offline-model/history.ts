import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'

/** A call that was made, and what came of it. */
export interface Call {
  id: string
  tool: string
  args: Record<string, unknown>
  ok: boolean
  /** Parsed output, or the text of the error. */
  output: unknown
}

/** What the planner knows of a conversation. */
export interface History {
  prompt: string
  calls: Map<string, Call>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A tool may say that it failed by the status of its message or by an `error` in its output alone. */
function failure(message: ToolMessage, output: unknown): string | undefined {
  if (message.status === 'error') return message.text
  if (typeof output !== 'object' || output === null || !('error' in output)) return undefined
  const others = Object.keys(output).length - 1
  return output.error && others === 0 ? JSON.stringify(output.error) : undefined
}

/** Reads the prompt, the calls and their results off the messages. */
export function readHistory(messages: readonly BaseMessage[]): History {
  const calls = new Map<string, Call>()
  for (const message of messages) {
    if (AIMessage.isInstance(message)) {
      for (const { id, name, args } of message.tool_calls ?? []) {
        if (id) calls.set(id, { id, tool: name, args, ok: false, output: 'no result' })
      }
    } else if (ToolMessage.isInstance(message)) {
      const call = calls.get(message.tool_call_id)
      if (!call) continue
      const output = parsed(message.text)
      const error = failure(message, output)
      calls.set(call.id, { ...call, ok: error === undefined, output: error ?? output })
    }
  }
  return { prompt: messages.find((message) => HumanMessage.isInstance(message))?.text ?? '', calls }
}
