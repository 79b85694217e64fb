import type { AgentTool, InvokeOptions } from '../schema/agent.ts'
import { defined, type Json, type JsonObject } from '../shared/json.ts'

/**
 * What a model should read where a tool refused a call, so that it can repair it.
 *
 * @throws The error itself, where it is not a refusal of a tool
 */
export function refusalText(error: unknown): string {
  const body = (error as { body?: unknown }).body
  if (body !== undefined) return JSON.stringify({ error: body })
  throw error
}

/** An output as a model reads it: a text as it is, anything else as JSON. */
export const outputText = (output: Json): string =>
  typeof output === 'string' ? output : JSON.stringify(output)

/** Calls a tool for a library that hands texts to its model: the output, or the refusal. */
export async function answerText(
  { invoke }: Pick<AgentTool, 'invoke'>,
  args: JsonObject,
  { callId, turn, signal }: { [K in keyof InvokeOptions]: InvokeOptions[K] | undefined },
): Promise<string> {
  try {
    return outputText(await invoke(args, defined({ callId, turn, signal })))
  } catch (error) {
    return refusalText(error)
  }
}

/** What a model should read where a call that it asked for could not be made. */
export const refusedCall = (code: 'malformed_arguments' | 'not_found', message: string): string =>
  JSON.stringify({ error: { code, message } })

export const unknownTool = (name: string, tools: readonly Pick<AgentTool, 'name'>[]): string =>
  `unknown tool "${name}"; there are ${tools.map((tool) => tool.name).join(', ')}`
