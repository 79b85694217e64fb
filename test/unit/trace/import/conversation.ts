import { join } from 'node:path'
import {
  type BaseMessage,
  mapStoredMessagesToChatMessages,
  type StoredMessage,
} from '@langchain/core/messages'
import { expect } from 'vitest'
import type { Call, Trace } from '../../../../src/schema/trace.ts'
import { readRows } from '../../../support/json-lines.ts'

const shapes = readRows<{ name: string; format: string; value: unknown }>(
  join(import.meta.dirname, 'shapes.jsonl'),
)
const shapeOf = <T>(wanted: string): T => shapes.find(({ name }) => name === wanted)?.value as T

/** Two calls at once, of which one is refused, then one that takes a result on, then the answer. */
export const { calls: CALLS, final_answer: FINAL_ANSWER } = shapeOf<Trace>('a trace of ours')
/** The calls without the turn of the user, which some shapes do not show. Where one does, it is the first. */
export const withoutTurn = (calls: readonly Call[]): Call[] =>
  calls.map(({ user_turn = 1, ...call }) => {
    expect(user_turn).toBe(1)
    return call
  })
export const PROMPT = 'How warm is it in Oslo, in fahrenheit?'
/** What the formats report that carry tokens: 10 and 2 an answer. */
export const USAGE = { input_tokens: 30, output_tokens: 6, model_calls: 3 }

export const langChainMessages = (): BaseMessage[] =>
  mapStoredMessagesToChatMessages(shapeOf<StoredMessage[]>('LangChain dictionaries'))

/** The spans as the SDK has them, whose context is what a function gives. */
const sdkSpans = (): unknown =>
  shapeOf<{ spanContext: object }[]>('OpenTelemetry spans').map(({ spanContext, ...span }) => ({
    ...span,
    spanContext: () => spanContext,
  }))

/** The same conversation in every shape, with the format that it is taken for. */
export const SHAPES: [name: string, format: string, value: () => unknown][] = [
  ...shapes.map(({ name, format, value }): (typeof SHAPES)[number] => [name, format, () => value]),
  ['LangChain messages', 'langchain', langChainMessages],
  ['a state of LangGraph', 'langchain', () => ({ messages: langChainMessages() })],
  ['OpenTelemetry spans of the SDK', 'otel-genai', sdkSpans],
]
