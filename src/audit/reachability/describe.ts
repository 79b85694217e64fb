import { quoteValue } from '../quote-value.ts'
import type { KnownFrom, PossibleCall } from './known-values.ts'
import { MAX_CALLS } from './limits.ts'

/** A call as it is written: `get_weather {"city":"Oslo"}`. */
export const describeCall = ({ tool, arguments: args }: Pick<PossibleCall, 'tool' | 'arguments'>): string =>
  `${tool} ${quoteValue(args)}`

/** Where a known value comes from, as the end of a sentence. */
export function describeOrigin(origin: KnownFrom): string {
  if (origin.from === 'start') return origin.what
  if (origin.from === 'parts') return `what is known of ${origin.what}`
  return `${describeCall(origin.call)} ${origin.pointer}`
}

/** Why a question about a task stays open. */
export const describeUndecided = (question: string, tool: string): string =>
  `${question} is undecided: known values allow more than ${MAX_CALLS} calls, most of them of ${tool}`
