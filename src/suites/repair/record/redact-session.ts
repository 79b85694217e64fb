import type { Redactor } from '../../../shared/redact/redactor.ts'
import type { Session } from '../draft/session.ts'

/** A session without its secrets: in prompt, arguments, answers and messages. */
export const redactSession = (session: Session, redactor: Redactor): Session => ({
  ...session,
  prompt: redactor.text(session.prompt),
  answer: session.answer === null ? null : redactor.text(session.answer),
  problems: session.problems.map((text) => redactor.text(text)),
  calls: session.calls.map((call) => ({
    ...call,
    arguments: redactor.arguments(call.arguments),
    body: call.body === undefined ? undefined : redactor.text(call.body),
    ...(call.error == null ? {} : { error: { ...call.error, message: redactor.text(call.error.message) } }),
  })),
})
