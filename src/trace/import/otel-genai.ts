import type { ListFormat } from './format.ts'
import { SpanReader } from './otel-reader.ts'
import { httpSpan, isGenAi, isSpan, readSpan } from './otel-span.ts'
import { ImportProblem } from './problem.ts'

/** Spans of the GenAI conventions of OpenTelemetry, among whatever other spans there are. */
export const otelGenAi: ListFormat = {
  name: 'otel-genai',
  fits: isSpan,
  read(list) {
    const spans = list.filter(isSpan).filter(isGenAi).map(readSpan)
    if (spans.length === 0) {
      throw new ImportProblem(
        `none of ${list.length} spans is about a model or a tool. Export those with gen_ai.operation.name.`,
      )
    }
    return new SpanReader(spans, list.filter(isSpan).flatMap(httpSpan)).read()
  },
}
