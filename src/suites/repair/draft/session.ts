import type { Effect } from '../../../schema/tool.ts'
import type { Call } from '../../../schema/trace.ts'
import type { Redactor } from '../../../shared/redact/redactor.ts'

export interface SessionCall extends Omit<Call, 'result'> {
  body: string | undefined
  /** Content type of the answer; undefined where the call was not a request. */
  type: string | undefined
  /** Whether the recording leaves it out: a simulator answered, or the arguments reached no tool. */
  isLeftOut?: boolean
}

export interface SessionTool {
  name: string
  /** Undefined where nothing says what a call does to the world. */
  effect: Effect | undefined
  description: string
  /** Addresses whose requests are calls of it. */
  on?: readonly string[]
  inputSchema?: Record<string, unknown>
  /** Whether a simulator of the user answers where nothing was recorded: then the recording holds the tool only if it was called. */
  isSimulated?: true
}

/** What an agent did once, from which a task is drafted. */
export interface Session {
  task_id: string
  prompt: string
  /** What the user said after the replies. */
  turns?: readonly string[]
  tools: readonly SessionTool[]
  /** Whether the agent's own tools ran, in place of requests. */
  isOwn?: boolean
  calls: readonly SessionCall[]
  answer: string | null
  /** What kept the session from being whole, in words. */
  problems: readonly string[]
}

/** A session without its secrets: in prompt, arguments, answers and messages. */
export const redactSession = (session: Session, redactor: Redactor): Session => ({
  ...session,
  prompt: redactor.text(session.prompt),
  ...(session.turns && { turns: session.turns.map((text) => redactor.text(text)) }),
  answer: session.answer === null ? null : redactor.text(session.answer),
  problems: session.problems.map((text) => redactor.text(text)),
  calls: session.calls.map((call) => ({
    ...call,
    arguments: redactor.arguments(call.arguments),
    body: call.body === undefined ? undefined : redactor.text(call.body),
    ...(call.error == null ? {} : { error: { ...call.error, message: redactor.text(call.error.message) } }),
  })),
})
