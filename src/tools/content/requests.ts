import { z } from 'zod'
import graphs from './requests/graphs.json' with { type: 'json' }
import ownTools from './requests/own-tools.json' with { type: 'json' }
import single from './requests/single-calls.json' with { type: 'json' }
import { listed } from './wording.ts'

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
  join: z.string().exactOptional(),
})
/** A way to put calls that hang together into words; what its parts are is told in `requests/graphs.json`. */
export type GraphRequest = z.infer<typeof graphRequestSchema>

/** Every way to ask for a graph of calls. */
export const graphRequests: readonly GraphRequest[] = graphs.shapes.map((shape) =>
  graphRequestSchema.parse(shape),
)

/** The same over imported tools, whose things are spoken of by noun and id. */
export const thingRequests: readonly GraphRequest[] = ownTools.graphs.map((shape) =>
  graphRequestSchema.parse(shape),
)

export const ordinals: readonly string[] = graphs.ordinals

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A template with its slots filled in; a value may hold braces of its own. */
export const put = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot)

export const requestsAround = (clause: string): string[] =>
  single.shapes.map((shape) => put(shape, { clause, Clause: capital(clause) }))

const inFull = (gives: readonly string[]): string => listed(gives.map((one) => `the ${one}`))

/** A sentence that asks for values. */
export const tellingAlone = (gives: readonly string[]): string =>
  put(ownTools.tellAlone, { gives: inFull(gives) })

/** Whole requests that ask for values and for nothing else. */
export const askingAlone = (gives: readonly string[]): string[] =>
  ownTools.askAlone.map((shape) => put(shape, { gives: inFull(gives) }))

/** A request that asks for values, with them at the end of its last sentence: `... and tell me the price`. */
export const telling = (request: string, gives: readonly string[]): string =>
  gives.length === 0
    ? request
    : request.replace(/[.?]$/, (mark) => `${put(ownTools.tell, { gives: inFull(gives) })}${mark}`)

export const requestsTelling = (clause: string, gives: readonly string[]): string[] =>
  ownTools.requests.map((shape) => {
    const asked = telling(`${clause}.`, gives).slice(0, -1)
    return put(shape, { clause: asked, Clause: capital(asked) })
  })
