import { type Json, stableJson } from '../../shared/json.ts'
import type { ForkLeaf, ForkOther } from './result.ts'

/** A leaf that an agent wrote: a scalar of an argument, or the final answer. */
export interface WrittenLeaf {
  step_id?: string
  /** Id of the call whose argument it is; null for the final answer. */
  call: string | null
  pointer: string
  /** Undefined where the argument is missing. */
  actual: Json | undefined
  /** What the task says of a bound leaf. */
  bound?: {
    expected: Json
    right: boolean
    /** Steps that the value comes from. */
    sources: readonly string[]
  }
}

/** Leaves by a key that names the same place in every continuation. */
export type View = ReadonlyMap<string, WrittenLeaf>

/** How one treated continuation compares with the controls. */
export interface Comparison {
  /** Leaves that should have followed. */
  leaves: Omit<ForkLeaf, 'continuation'>[]
  /** Leaves that changed although they are none of those. */
  others: ForkOther[]
}

/** What a leaf should hold in a treated continuation; undefined where it has nothing to do with the fork. */
export type Following = (key: string, leaf: WrittenLeaf) => { expected: Json; follows: boolean } | undefined

const same = (a: Json | undefined, b: Json | undefined): boolean => stableJson(a) === stableJson(b)

/** The value that a leaf has in all controls; undefined where it is not always there, or not always the same. */
function settledValue(key: string, controls: readonly View[]): Json | undefined {
  const [first, ...rest] = controls.map((control) => control.get(key)?.actual)
  return first !== undefined && rest.every((value) => same(value, first)) ? first : undefined
}

/**
 * Holds a treated continuation against the controls.
 *
 * @param isDownstream Whether the changed value may reach a leaf that does not have to follow it
 */
export function compareContinuation(
  treated: View,
  controls: readonly View[],
  following: Following,
  isDownstream: (leaf: WrittenLeaf) => boolean,
): Comparison {
  const leaves: Comparison['leaves'] = []
  const others: ForkOther[] = []
  for (const [key, leaf] of treated) {
    const { step_id, call, pointer, actual } = leaf
    const due = following(key, leaf)
    if (due !== undefined) {
      leaves.push({
        ...(step_id === undefined ? {} : { step_id }),
        call,
        pointer,
        expected: due.expected,
        ...(actual === undefined ? {} : { actual }),
        follows: due.follows,
      })
      continue
    }
    const before = settledValue(key, controls)
    if (before === undefined || same(before, actual)) continue
    others.push({ call, pointer, before, after: actual ?? null, downstream: isDownstream(leaf) })
  }
  return { leaves, others }
}
