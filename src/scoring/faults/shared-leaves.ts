import type { Call } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import { placesOf, readable } from '../answers/prose.ts'
import { entropyBitsOf, MIN_ENTROPY_BITS } from '../bits.ts'
import { sameValue, UNTYPED } from '../equality.ts'
import { leavesOf } from '../evidence.ts'

/** Whether a value stands in another one: as a leaf, or in a text. */
export const holds = (within: Json, value: Json): boolean =>
  leavesOf(within).some(
    (leaf) =>
      sameValue(value, leaf.value, UNTYPED) ||
      (typeof leaf.value === 'string' &&
        typeof value !== 'boolean' &&
        value !== null &&
        placesOf(value, readable(leaf.value)).length > 0),
  )

/** What can be told from other values. */
const telling = (value: Json): Json[] =>
  leavesOf(value).flatMap((leaf) =>
    entropyBitsOf(undefined, leaf.value) >= MIN_ENTROPY_BITS ? [leaf.value] : [],
  )

/** Whether the result of a call shows the effect of a write: something telling of what it was given or gave. */
export const finds = (look: Call, { arguments: args, fault }: Call): boolean =>
  look.result !== undefined &&
  [...telling(args), ...telling(fault?.lost ?? null)].some((value) => holds(look.result as Json, value))

/** Whether a call asks after something telling of a write. */
export const asksAfter = (look: Call, { arguments: args, fault }: Call): boolean =>
  [...telling(args), ...telling(fault?.lost ?? null)].some((value) => holds(look.arguments, value))
