import type { Trace } from '../schema/trace.ts'

/**
 * Thrown by a simulator that has no answer to a call: neither a result nor a refusal. Its attempt has no verdict, since
 * nothing is known of the agent.
 */
export class UnansweredCall extends Error {
  override readonly name = 'UnansweredCall'
}

/** Also of another copy of this module: the built-in tools may be loaded apart from what calls them. */
export const isUnansweredCall = (thrown: unknown): thrown is UnansweredCall =>
  thrown instanceof Error && thrown.name === 'UnansweredCall'

/** Why a call of the attempt got neither a result nor a refusal; undefined where every call got one. */
export const findUnansweredCall = ({ calls }: Pick<Trace, 'calls'>): string | undefined =>
  calls.flatMap(({ exceptions = [] }) => exceptions).find(({ name }) => name === 'UnansweredCall')?.message
