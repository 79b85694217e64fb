import type { From } from '../schema/binding.ts'
import type { Provenance } from '../schema/provenance.ts'
import type { ToolTable } from '../schema/tools.ts'
import type { Call } from '../schema/trace.ts'
import type { Json } from '../shared/json.ts'
import type { OutputOf } from '../tasks/bindings.ts'
import { isRoundedTo, isSameValue, type LeafSchema, type LeafType } from '../tasks/equality.ts'
import { describeResult } from '../tasks/naming.ts'
import { computeEntropyBits, MIN_ENTROPY_BITS } from './bits.ts'
import type { Evidence } from './evidence.ts'
import { carries } from './tokens.ts'
import type { IndexedLeaf } from './value-index.ts'

/** What is said of a wrong number that is the expected one with fewer digits. */
export const MAYBE_ROUNDED = 'it may be rounded, which the task does not ask for'

/** Where a value came from, and how one would say it. */
export interface Origin {
  provenance: Provenance
  note?: string
}

/**
 * Of which values to find out where they came from: of none, so that only right or wrong is known. Of right ones, whether
 * they could have come from elsewhere as well; or of all.
 */
export type Explained = 'none' | 'right' | 'all'

/** What the producers of a binding said last before a call, and what they had said before. */
export interface Readings {
  latest: OutputOf
  /** Every way in which one producer could be taken at an earlier answer, the others at their latest one. */
  earlier: readonly { call: Call; outputOf: OutputOf }[]
}

/** An answer that has changed since, and what the producers said last. */
export interface StaleAnswer {
  call: Call
  latest: OutputOf
}

/** The earlier answer that a value was taken from although the latest one, which could have been used, says something else. */
export function findStale(
  readings: Readings | undefined,
  fits: (outputOf: OutputOf) => boolean,
): StaleAnswer | undefined {
  if (readings === undefined || fits(readings.latest)) return undefined
  const earlier = readings.earlier.find(({ outputOf }) => fits(outputOf))
  return earlier && { call: earlier.call, latest: readings.latest }
}

/** What a read answers changes; a call that may write was made again. */
export const writeStaleNote = ({ call: { tool_name, committed } }: StaleAnswer): string =>
  `it is an earlier answer of ${tool_name}, which ${committed === false ? 'has changed since' : 'was called again since'}`

/** What is known of a value that an agent passed on. */
interface ValueFacts {
  /** Calls that it is taken from; the first one is that of a plain `$from`. */
  producers?: readonly Call[]
  consumer: Call | null
  evidence: Evidence
  type: LeafType
  /** Schema of the producer's output at the binding's pointer. */
  sourceSchema?: LeafSchema | undefined
}

/** Whether a right value could have come from elsewhere as well, or be a lucky guess. */
export function isAmbiguous(
  value: Json,
  { producers = [], consumer, evidence, type, sourceSchema }: ValueFacts,
  /** Where the value appears in the result of its producer; undefined where it was computed. */
  pointer: string | undefined,
): boolean {
  if (computeEntropyBits(sourceSchema, value) < MIN_ENTROPY_BITS || carries(evidence.prompt, value))
    return true
  return evidence.appears(value, type, consumer, ({ call, leaf }) => {
    const isProducer = producers.some((other) => evidence.isSame(call, other))
    return !isProducer || (pointer !== undefined && leaf.pointer !== pointer)
  })
}

/** The result that a wrong value was taken from: the first that holds it, unless it holds it as a boolean first. */
function findWrongSource(
  actual: Json,
  type: LeafType,
  consumer: Call | null,
  evidence: Evidence,
): IndexedLeaf | undefined {
  let passedOver: Call | undefined
  for (const place of evidence.findPlaces(actual, type, consumer)) {
    const { call, leaf } = place
    if (leaf.value === '' || leaf.value === null || call === passedOver) continue
    if (typeof leaf.value !== 'boolean') return place
    passedOver = call
  }
  return undefined
}

/**
 * Provenance of an actual leaf for the bound value `expected`; see docs/scoring.md#provenance. `expected` is
 * undefined where the producer has no output that this call could have used.
 */
export function classifyProvenance(
  actual: Json,
  expected: Json | undefined,
  context: ValueFacts & {
    /** The binding, where it takes the value as it is. */
    from?: From | undefined
    /** The earlier answer that the value was taken from; see {@link findStale}. */
    stale?: StaleAnswer | undefined
    explain: Explained
  },
): Origin {
  const { from, stale, consumer, evidence, type, explain } = context
  if (stale !== undefined) return { provenance: 'stale', note: writeStaleNote(stale) }
  const equal = expected !== undefined && isSameValue(expected, actual, type)
  if (equal) {
    if (explain === 'none') return { provenance: 'grounded' }
    const pointer = from?.via === undefined ? from?.at : undefined
    return { provenance: isAmbiguous(expected as Json, context, pointer) ? 'ambiguous' : 'grounded' }
  }
  if (explain !== 'all') return { provenance: 'fabricated' }
  const source = findWrongSource(actual, type, consumer, evidence)
  if (source !== undefined) {
    return { provenance: 'wrong-source', note: `it is ${describeResult(source.call, source.leaf.pointer)}` }
  }
  if (carries(evidence.prompt, actual)) return { provenance: 'wrong-source', note: 'it is in the prompt' }
  const isRounded =
    typeof expected === 'number' && typeof actual === 'number' && isRoundedTo(expected, actual, 1)
  return { provenance: 'fabricated', ...(isRounded ? { note: MAYBE_ROUNDED } : {}) }
}

/** What a tool says of its input or its output; undefined where it is not known. */
export const schemaOf = (
  tools: ToolTable,
  name: string,
  which: 'inputSchema' | 'outputSchema',
): LeafSchema | undefined => tools.get(name)?.[which] as LeafSchema | undefined

export function schemaAt(schema: LeafSchema | undefined, pointer: string): LeafSchema | undefined {
  let here = schema
  for (let start = 1; here !== undefined && start <= pointer.length; ) {
    const slash = pointer.indexOf('/', start)
    const end = slash < 0 ? pointer.length : slash
    const key = pointer.slice(start, end)
    here = here.items !== undefined && /^\d+$/.test(key) ? here.items : here.properties?.[key]
    start = end + 1
  }
  return here
}
