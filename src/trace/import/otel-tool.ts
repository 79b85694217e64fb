import { textField } from './fields.ts'
import { MODEL_OPERATIONS, type Span } from './otel-span.ts'

/** Operations of models and agents, whose spans may name tools without executing them. */
const SPEAKING = [...MODEL_OPERATIONS, 'invoke_agent']

/** Whether a span is the execution of a tool. */
export const isTool = (span: Span): boolean =>
  span.operation === 'execute_tool' ||
  (!SPEAKING.includes(span.operation) && textField(span.attributes, 'gen_ai.tool.name') !== undefined)

/** Name of the tool that a span executes. */
export const toolOf = (span: Span): string | undefined =>
  textField(span.attributes, 'gen_ai.tool.name') ??
  (span.name.startsWith('execute_tool ') ? span.name.slice('execute_tool '.length) : undefined)

/** Id that the model gave the call. */
export const callIdOf = (span: Span): string | undefined => textField(span.attributes, 'gen_ai.tool.call.id')

/** Without the spans that another layer made of the same call, inside its span. */
export function outermost(tools: readonly Span[], all: readonly Span[]): Span[] {
  const byId = new Map(all.flatMap((span) => (span.id === undefined ? [] : [[span.id, span] as const])))
  const repeats = (span: Span, outer: Span): boolean => {
    const [inside, around] = [callIdOf(span), callIdOf(outer)]
    const isSame = inside === undefined || around === undefined || inside === around
    return isTool(outer) && toolOf(outer) === toolOf(span) && isSame
  }
  return tools.filter((span) => {
    const seen = new Set<Span>([span])
    let outer = span.parent === undefined ? undefined : byId.get(span.parent)
    while (outer !== undefined && !seen.has(outer)) {
      if (repeats(span, outer)) return false
      seen.add(outer)
      outer = outer.parent === undefined ? undefined : byId.get(outer.parent)
    }
    return true
  })
}
