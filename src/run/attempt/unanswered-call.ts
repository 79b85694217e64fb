import type { Trace } from '../../schema/trace.ts'

/** Why a call of the attempt got neither a result nor a refusal; undefined where every call got one. */
export const findUnansweredCall = ({ calls }: Pick<Trace, 'calls'>): string | undefined =>
  calls.flatMap(({ exceptions = [] }) => exceptions).find(({ name }) => name === 'UnansweredCall')?.message
