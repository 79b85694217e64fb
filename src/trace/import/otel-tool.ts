import { textField } from './fields.ts'
import { MODEL_OPERATIONS, type OtelSpan } from './otel-span.ts'

/** Operations of models and agents, whose spans may name tools without executing them. */
const SPEAKING = [...MODEL_OPERATIONS, 'invoke_agent']

/** Whether a span is the execution of a tool. */
export const isTool = (span: OtelSpan): boolean =>
  span.operation === 'execute_tool' ||
  (!SPEAKING.includes(span.operation) && textField(span.attributes, 'gen_ai.tool.name') !== undefined)

/** Name of the tool that a span executes. */
export const toolOf = (span: OtelSpan): string | undefined =>
  textField(span.attributes, 'gen_ai.tool.name') ??
  (span.name.startsWith('execute_tool ') ? span.name.slice('execute_tool '.length) : undefined)

/** Id that the model gave the call. */
export const callIdOf = (span: OtelSpan): string | undefined =>
  textField(span.attributes, 'gen_ai.tool.call.id')

/** Without the spans that another layer made of the same call, inside its span. */
export function outermost(tools: readonly OtelSpan[], all: readonly OtelSpan[]): OtelSpan[] {
  const byId = new Map(all.flatMap((span) => (span.id === undefined ? [] : [[span.id, span] as const])))
  const repeats = (span: OtelSpan, outer: OtelSpan): boolean => {
    const [inside, around] = [callIdOf(span), callIdOf(outer)]
    const isSame = inside === undefined || around === undefined || inside === around
    return isTool(outer) && toolOf(outer) === toolOf(span) && isSame
  }
  return tools.filter((span) => {
    const seen = new Set<OtelSpan>([span])
    let outer = span.parent === undefined ? undefined : byId.get(span.parent)
    while (outer !== undefined && !seen.has(outer)) {
      if (repeats(span, outer)) return false
      seen.add(outer)
      outer = outer.parent === undefined ? undefined : byId.get(outer.parent)
    }
    return true
  })
}
