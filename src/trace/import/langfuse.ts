import { type ListFormat, tokensOf } from './conversation.ts'
import { offeredTools } from './offered-tools.ts'
import { readSpans, type Span, spanMessages, timesOf } from './spans.ts'
import { type Fields, isFields, parseText, textField } from './values.ts'

const TYPES = [
  'SPAN',
  'GENERATION',
  'EVENT',
  'AGENT',
  'TOOL',
  'CHAIN',
  'RETRIEVER',
  'EVALUATOR',
  'EMBEDDING',
  'GUARDRAIL',
]
const KINDS: Readonly<Record<string, Span['kind']>> = { GENERATION: 'model', TOOL: 'tool', AGENT: 'agent' }

const parsed = (value: unknown): unknown => (typeof value === 'string' ? parseText(value) : value)

function spanOf(observation: Fields): Span {
  const name = textField(observation, 'name') ?? ''
  const kind = KINDS[observation.type as string]
  const input = parsed(observation.input)
  const start = observation.startTime
  return {
    id: textField(observation, 'id'),
    parent: textField(observation, 'parentObservationId'),
    name,
    kind,
    // An event has no end.
    ...timesOf(name, start, observation.endTime ?? (observation.type === 'EVENT' ? start : undefined)),
    tool: name,
    arguments: isFields(input) ? input : undefined,
    result: observation.output,
    failure:
      observation.level === 'ERROR'
        ? (textField(observation, 'statusMessage') ?? 'the call failed')
        : undefined,
    told: spanMessages(observation.input),
    said: spanMessages(observation.output),
    offered: offeredTools(isFields(input) ? input.tools : undefined),
    tokens: tokensOf(observation.usageDetails) ?? tokensOf(observation.usage),
  }
}

/** Observations of one trace of Langfuse. A plain span that is named as a call that a model asked for is that call. */
export const langfuse: ListFormat = {
  name: 'langfuse',
  fits: (item) =>
    isFields(item) &&
    TYPES.includes(item.type as string) &&
    'startTime' in item &&
    ('traceId' in item || 'parentObservationId' in item),
  read(list) {
    const spans = list.map(spanOf)
    const asked = new Set(spans.flatMap(({ said }) => said?.calls.map(({ name }) => name) ?? []))
    return readSpans(
      spans.map((span) =>
        span.kind === undefined && asked.has(span.name) ? { ...span, kind: 'tool' } : span,
      ),
      'Trace tools as observations of type TOOL, with input and output',
    )
  },
}
