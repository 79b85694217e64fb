import type { Call, Trace, Usage } from '../../schema/trace.ts'
import type { Fields } from './fields.ts'
import type { OfferedTool } from './offered-tools.ts'

/** Shapes that a trace can be read from. */
export type TraceFormat =
  | 'tracewright'
  | 'openai-chat'
  | 'openai-responses'
  | 'langchain'
  | 'ai-sdk'
  | 'otel-genai'
  | 'call-list'

/** A trace, what it was read from, and what was not known about it. */
export interface ImportedTrace {
  trace: Trace
  format: TraceFormat
  /** Ids of calls whose outcome was not stored. */
  unknown: string[]
  /** True where nothing says when calls were made: each is taken as a turn of its own. */
  bare: boolean
  /** What the user said, message by message; empty where the conversation does not show it. */
  prompts: string[]
  /** Tools that the agent was offered, as far as it is told; empty where it is not. */
  tools: OfferedTool[]
}

/** What a format tells of an agent's work. */
export interface ImportReading {
  calls: Call[]
  unknown: string[]
  bare: boolean
  final_answer: string | null
  usage?: Usage
  prompts?: string[]
  tools?: OfferedTool[]
}

/** A format whose traces are lists: of messages, items, steps, spans or calls. */
export interface ListFormat {
  name: TraceFormat
  /** Whether one item can be of this format. Some items, such as a user's message, fit several. */
  fits(item: unknown): boolean
  /**
   * Reads a list of which every item fits.
   *
   * @param usage Tokens of the whole, where the list came with them; for lists that do not tell their own.
   */
  read(list: readonly Fields[], usage?: unknown): ImportReading
}
