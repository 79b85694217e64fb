import { quoteValue } from '../quote-value.ts'
import { MAX_CALLS } from './closure.ts'
import type { KnownCall, Origin } from './known-values.ts'

/** A call as it is written: `get_weather {"city":"Oslo"}`. */
export const describeCall = ({ tool, arguments: args }: Pick<KnownCall, 'tool' | 'arguments'>): string =>
  `${tool} ${quoteValue(args)}`

/** Where a known value comes from, as the end of a sentence. */
export function describeOrigin(origin: Origin): string {
  if (origin.from === 'start') return origin.what
  if (origin.from === 'parts') return `what is known of ${origin.what}`
  return `${origin.from === 'step' ? origin.step : describeCall(origin.call)} ${origin.pointer}`
}

/** Why a question about a task stays open. */
export const describeUndecided = (question: string, tool: string): string =>
  `${question} is undecided: known values allow more than ${MAX_CALLS} calls, among them calls of ${tool}`
