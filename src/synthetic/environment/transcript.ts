import { type Call, succeeded, type Trace } from '../../schema/trace.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { SUBMIT } from './submit-tool.ts'

/** One thing that happened in an environment; `turn` counts the calls, from 1. */
export type TranscriptEvent =
  | { turn: number; event: 'call'; tool: string; args: JsonObject }
  | { turn: number; event: 'attempt'; calls: Json; message?: Json }
  | { turn: number; event: 'response'; status: number; result?: Json; error?: JsonObject }
  | { turn: number; event: 'verdict'; verdict: Json; attempts_left: Json }
  | { turn: number; event: 'message'; text: string | null; failure?: string }

function asked({ tool_name: tool, arguments: args }: Call, turn: number): TranscriptEvent {
  if (tool !== SUBMIT || args.calls === undefined) return { turn, event: 'call', tool, args }
  const { calls, message } = args
  return { turn, event: 'attempt', calls, ...(message === undefined ? {} : { message }) }
}

function answered(call: Call, turn: number): TranscriptEvent {
  const { result, error, status, tool_name } = call
  if (tool_name === SUBMIT && succeeded(call) && typeof result === 'object' && result !== null) {
    const { verdict = null, attempts_left = null } = result as JsonObject
    return { turn, event: 'verdict', verdict, attempts_left }
  }
  return {
    turn,
    event: 'response',
    status,
    ...(result === undefined ? {} : { result }),
    ...(error == null ? {} : { error: { ...error } as JsonObject }),
  }
}

/** What happened, in the order in which calls were begun, with the last message at the end. */
export function transcriptOf({ calls, final_answer, failure }: Trace): TranscriptEvent[] {
  return [
    ...calls.flatMap((call, i) => [asked(call, i + 1), answered(call, i + 1)]),
    {
      turn: calls.length,
      event: 'message' as const,
      text: final_answer,
      ...(failure === undefined ? {} : { failure }),
    },
  ]
}

/** A transcript as JSON Lines. */
export const transcriptText = (events: readonly TranscriptEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')
