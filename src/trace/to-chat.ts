import type { Task } from '../schema/task.ts'
import type { Tools } from '../schema/tools.ts'
import type { Call, Trace } from '../schema/trace.ts'
import { groupBy } from '../shared/group.ts'

/** Calls of one assistant turn; a call whose turn is unknown is a turn of its own. */
const listTurns = (calls: readonly Call[]): Call[][] => [
  ...groupBy(
    calls.toSorted((a, b) => a.started - b.started),
    ({ turn, id }) => turn ?? id,
  ).values(),
]

const formatTurn = (calls: readonly Call[]): object[] => [
  {
    role: 'assistant',
    tool_calls: calls.map(({ id, tool_name: name, arguments: args }) => ({
      ...{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } },
    })),
  },
  ...calls.map(({ id, result, error }) => ({
    ...{ role: 'tool', tool_call_id: id, content: JSON.stringify(error ? { error } : (result ?? null)) },
  })),
]

/**
 * A trace of a task with one user turn as chat messages with tools, in the form that chat models are trained on
 * (`{messages, tools}` of OpenAI's chat completions). Undefined for a conversation of several user turns.
 */
export function traceToChat(
  { prompt, turns, available_tools }: Task,
  { calls, final_answer, structured_answer }: Trace,
  registry: Pick<Tools, 'get'>,
): object | undefined {
  if (turns !== undefined && turns.length > 0) return undefined
  const answer = structured_answer === undefined ? final_answer : JSON.stringify(structured_answer)
  return {
    messages: [
      { role: 'user', content: prompt },
      ...listTurns(calls).flatMap(formatTurn),
      ...(answer === null ? [] : [{ role: 'assistant', content: answer }]),
    ],
    tools: available_tools.flatMap((name) => {
      const tool = registry.get(name)
      if (tool === undefined) return []
      const { description, inputSchema: parameters } = tool
      return [{ type: 'function', function: { name, description, parameters } }]
    }),
  }
}
