import type { From } from '../schema/binding.ts'
import type { Lineage } from '../schema/score.ts'
import type { Call } from '../schema/trace.ts'
import type { Json } from '../shared/json.ts'
import { resolve } from './bindings.ts'
import { bitsOf, ENOUGH } from './bits.ts'
import { type LeafSchema, leafTypeOf, sameValue } from './equality.ts'
import type { Evidence } from './evidence.ts'
import { carries } from './tokens.ts'

/** Where a value came from, and how one would say it. */
export interface Origin {
  lineage: Lineage
  note?: string
}

/** What a binding gives when another call stands for its producer. */
const valueFrom = (from: From, output: Json): Json | undefined =>
  resolve({ ...from } as unknown as Json, () => output)

/**
 * Whether the value was taken from an earlier of several equal reads although a later one, which could have
 * been used, says something else.
 */
function isStale(
  actual: Json,
  from: From,
  producer: Call,
  reads: readonly Call[],
  schema: LeafSchema | undefined,
): boolean {
  if (reads.length < 2) return false
  const latest = reads.reduce((last, call) => (call.ended > last.ended ? call : last), producer)
  const type = leafTypeOf(schema)
  const gives = (call: Call): boolean => {
    const value = call.result === undefined ? undefined : valueFrom(from, call.result)
    return value !== undefined && sameValue(value, actual, type)
  }
  return !gives(latest) && reads.some((call) => call !== latest && gives(call))
}

/**
 * Lineage of an actual leaf for the bound value `expected`; see section 5 of the verdict. `expected` is
 * undefined where the producer has no output that this call could have used.
 */
export function lineageOf(
  actual: Json,
  expected: Json | undefined,
  context: {
    from: From | undefined
    /** Calls that the value is taken from; the first one is that of a plain `$from`. */
    producers: readonly Call[]
    /** Whether to find out where a wrong value came from; false where only right or wrong matters. */
    explain: boolean
    consumer: Call | null
    evidence: Evidence
    schema: LeafSchema | undefined
    /** Schema of the producer's output at the binding's pointer. */
    sourceSchema: LeafSchema | undefined
  },
): Origin {
  const { from, producers, consumer, evidence, schema, sourceSchema, explain } = context
  const [producer] = producers
  const type = leafTypeOf(schema)
  if (
    from !== undefined &&
    producer !== undefined &&
    isStale(actual, from, producer, evidence.readsLike(producer, consumer), schema)
  ) {
    return {
      lineage: 'stale',
      note: `it is an earlier answer of ${producer.tool_name}, which has changed since`,
    }
  }
  const equal = expected !== undefined && sameValue(expected, actual, type)
  if (!explain) return { lineage: equal ? 'grounded' : 'fabricated' }
  const known = evidence.before(consumer)
  if (equal) {
    const isElsewhere = (): boolean =>
      known
        .filter(({ call }) => !producers.some((other) => evidence.isSame(call, other)))
        .some(({ leaves }) => leaves.some((leaf) => sameValue(leaf.value, actual, type)))
    const isGuessable = bitsOf(sourceSchema, expected) < ENOUGH
    const isAmbiguous = isGuessable || carries(evidence.prompt, expected as Json) || isElsewhere()
    return { lineage: isAmbiguous ? 'ambiguous' : 'grounded' }
  }
  for (const { call, leaves } of known) {
    const leaf = leaves.find(({ value }) => value !== '' && value !== null && sameValue(value, actual, type))
    if (leaf !== undefined && typeof leaf.value !== 'boolean') {
      return { lineage: 'wrong-source', note: `it is ${call.tool_name}'s ${nameOf(leaf.pointer)}` }
    }
  }
  if (carries(evidence.prompt, actual)) return { lineage: 'wrong-source', note: 'it stands in the prompt' }
  return { lineage: 'fabricated' }
}

/** A JSON Pointer as a reader would say it: `results.0.url`. */
export const nameOf = (pointer: string): string =>
  pointer === ''
    ? 'output'
    : pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')

/** The part of a schema that a pointer leads to. */
export function schemaAt(schema: LeafSchema | undefined, pointer: string): LeafSchema | undefined {
  let here = schema
  for (const key of pointer.split('/').slice(1)) {
    here = /^\d+$/.test(key) && here?.items !== undefined ? here.items : here?.properties?.[key]
  }
  return here
}
