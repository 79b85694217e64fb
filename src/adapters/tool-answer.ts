import type { AgentTool, InvokeOptions } from '../schema/agent.ts'
import { dropUndefinedFields, type Json, type JsonObject } from '../shared/json.ts'

/**
 * What a model should read where a tool refused a call, so that it can repair it.
 *
 * @throws The error itself, where it is not a refusal of a tool
 */
export function formatRefusal(error: unknown): string {
  const body = (error as { body?: unknown }).body
  if (body !== undefined) return JSON.stringify({ error: body })
  throw error
}

/** An output as a model reads it: a text as it is, anything else as JSON. */
export const formatOutput = (output: Json): string =>
  typeof output === 'string' ? output : JSON.stringify(output)

/** Calls a tool for a library that hands texts to its model: the output, or the refusal. */
export async function answerText(
  { invoke }: Pick<AgentTool, 'invoke'>,
  args: JsonObject,
  { callId, turn, signal }: { [K in keyof InvokeOptions]: InvokeOptions[K] | undefined },
): Promise<string> {
  try {
    return formatOutput(await invoke(args, dropUndefinedFields({ callId, turn, signal })))
  } catch (error) {
    return formatRefusal(error)
  }
}

/** What a model should read where a call that it asked for could not be made. */
export const formatRefusedCall = (code: 'malformed_arguments' | 'not_found', message: string): string =>
  JSON.stringify({ error: { code, message } })

export const describeUnknownTool = (name: string, tools: readonly Pick<AgentTool, 'name'>[]): string =>
  `unknown tool "${name}"; there are ${tools.map((tool) => tool.name).join(', ')}`
