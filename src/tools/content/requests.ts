import { z } from 'zod'
import graphs from './requests/graphs.json' with { type: 'json' }
import single from './requests/single-calls.json' with { type: 'json' }

const text = z.string().min(1)
const texts = z.array(text).min(1)

const graphRequestSchema = z.strictObject({
  for: z.enum(['any', 'chain']),
  refers: z.string().includes('{name}').default('the {name}'),
  open: text.exactOptional(),
  first: text,
  more: texts,
  next: texts,
  last: text,
  join: text.exactOptional(),
})
/** A way to put calls that hang together into words; what its parts are is told in `requests/graphs.json`. */
export type GraphRequest = z.infer<typeof graphRequestSchema>

/** Every way to ask for a graph of calls. */
export const graphRequests: readonly GraphRequest[] = graphs.shapes.map((shape) =>
  graphRequestSchema.parse(shape),
)

/** `first`, `second`, ... */
export const ordinals: readonly string[] = graphs.ordinals

/** A text with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A template with its slots filled in; a value may hold braces of its own. */
export const put = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot)

/** Whole requests around a clause. */
export const requestsAround = (clause: string): string[] =>
  single.shapes.map((shape) => put(shape, { clause, Clause: capital(clause) }))
