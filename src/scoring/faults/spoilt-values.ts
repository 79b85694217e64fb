import type { Call, Trace } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import { readValueAt } from '../../shared/pointer.ts'
import { isSameValue, UNTYPED } from '../../tasks/equality.ts'
import { findPlaces, readable } from '../answers/prose.ts'
import { computeEntropyBits, MIN_ENTROPY_BITS } from '../bits.ts'
import { leavesOf } from '../evidence.ts'

/** Whether a value stands in another one: as a leaf, or in a text. */
const holds = (within: Json, value: Json): boolean =>
  leavesOf(within).some(
    (leaf) =>
      isSameValue(value, leaf.value, UNTYPED) ||
      (typeof leaf.value === 'string' &&
        typeof value !== 'boolean' &&
        value !== null &&
        findPlaces(value, readable(leaf.value)).length > 0),
  )

/** What can be told from other values. */
const listDecisiveValues = (value: Json): Json[] =>
  leavesOf(value).flatMap((leaf) =>
    computeEntropyBits(undefined, leaf.value) >= MIN_ENTROPY_BITS ? [leaf.value] : [],
  )

/** Whether the result of a call shows the effect of a write: something telling of what it was given or gave. */
export const finds = (look: Call, { arguments: args, fault }: Call): boolean =>
  look.result !== undefined &&
  [...listDecisiveValues(args), ...listDecisiveValues(fault?.lost ?? null)].some((value) =>
    holds(look.result as Json, value),
  )

/** Whether a call asks after something telling of a write. */
export const asksAfter = (look: Call, { arguments: args, fault }: Call): boolean =>
  [...listDecisiveValues(args), ...listDecisiveValues(fault?.lost ?? null)].some((value) =>
    holds(look.arguments, value),
  )

/** A call that went wrong on purpose. */
export type Hit = Call & { fault: NonNullable<Call['fault']> }

export const isHit = (call: Call): call is Hit => call.fault !== undefined

/** What an attempt left to judge by. */
type AttemptOutput = Pick<Trace, 'calls' | 'final_answer'>

/** Something in an answer that is not what the tool said. */
export interface Spoilt {
  call: Call
  /** What stands there; undefined where it cannot be told by its value. */
  value: Json | undefined
  /** What the tool said. */
  was: Json | undefined
}

/** Calls that were made after another one had ended, in the order in which they began. */
export const listCallsAfter = (call: Call, { calls }: Pick<Trace, 'calls'>): Call[] =>
  calls.filter(({ started }) => started > call.ended).sort((a, b) => a.started - b.started)

/** What a fault spoilt. A renamed field and a short list hold no wrong value, and zero stands in many places. */
export function findSpoilt(call: Hit): Spoilt {
  const { at, was, fault } = call.fault
  const isValue = fault !== 'renamed-field' && fault !== 'missing-page'
  const value =
    isValue && at !== undefined && call.result !== undefined ? readValueAt(call.result, at) : undefined
  return { call, value: value === 0 ? undefined : value, was }
}

/** What an agent said after a call: to tools, and at the end. */
const collectSaidAfter = (call: Call, trace: AttemptOutput): Json[] => [
  ...listCallsAfter(call, trace).map((later) => later.arguments),
  trace.final_answer ?? '',
]

/** Whether the agent went on with what was spoilt: passed it to a tool, or answered it. */
export function isTaken({ call, value, was }: Spoilt, prompt: string, trace: AttemptOutput): boolean {
  if (value === undefined || holds(prompt, value)) return false
  return collectSaidAfter(call, trace).some(
    (said) => holds(said, value) && (was === undefined || holds(value, was) || !holds(said, was)),
  )
}

/** Whether the agent went on with what the tool had said: it found it elsewhere. */
export const isFound = ({ call, was }: Spoilt, trace: AttemptOutput): boolean =>
  was !== undefined && collectSaidAfter(call, trace).some((said) => holds(said, was))
