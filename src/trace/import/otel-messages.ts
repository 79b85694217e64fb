import { type Fields, isFields, listField } from './fields.ts'
import type { OtelSpan } from './otel-span.ts'

/** What a model was told or said, as its span carries it. */
export interface SpanMessages {
  text: string
  calls: { id: unknown; name: unknown; arguments: unknown }[]
  /** Answers of tools, by the id of the call. */
  answers: Map<string, unknown>
}

function listOf(value: unknown): Fields[] | undefined {
  let list = value
  if (typeof value === 'string') {
    try {
      list = JSON.parse(value)
    } catch {
      // Attributes are cut to a length that the exporter sets.
      return undefined
    }
  }
  return Array.isArray(list) ? list.filter(isFields) : undefined
}

function messagesOf(span: OtelSpan, attribute: string): SpanMessages | undefined {
  const list = listOf(span.attributes[attribute])
  if (list === undefined) return undefined
  const messages: SpanMessages = { text: '', calls: [], answers: new Map() }
  for (const part of list.flatMap((message) => listField(message, 'parts'))) {
    if (part.type === 'text' && typeof part.content === 'string') messages.text += part.content
    else if (part.type === 'tool_call') {
      messages.text = ''
      messages.calls.push({ id: part.id, name: part.name, arguments: part.arguments })
    } else if (part.type === 'tool_call_response' && typeof part.id === 'string')
      messages.answers.set(part.id, part.response ?? part.result ?? null)
  }
  return messages
}

/** What the model said; undefined where the span does not carry it, or only a part of it. */
export const otelOutputOf = (span: OtelSpan): SpanMessages | undefined =>
  messagesOf(span, 'gen_ai.output.messages')

/** What the model was told; undefined where the span does not carry it. */
export const inputMessagesOf = (span: OtelSpan): SpanMessages | undefined =>
  messagesOf(span, 'gen_ai.input.messages')

/** What the user said, of what a model was told. */
export function promptsOfSpan(span: OtelSpan): string[] {
  const list = listOf(span.attributes['gen_ai.input.messages']) ?? []
  return list
    .filter(({ role }) => role === 'user')
    .map((message) =>
      listField(message, 'parts')
        .map(({ type, content }) => (type === 'text' && typeof content === 'string' ? content : ''))
        .join(''),
    )
    .filter((text) => text.trim() !== '')
}

/** Whether the model stopped in order to call tools; undefined where the span does not say why it stopped. */
export function stoppedForTools(span: OtelSpan): boolean | undefined {
  const reasons = span.attributes['gen_ai.response.finish_reasons']
  if (!Array.isArray(reasons) || reasons.length === 0) return undefined
  return reasons.some((reason) => /tool|function/i.test(String(reason)))
}
