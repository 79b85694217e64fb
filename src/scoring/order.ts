import { type Call, hasTakenEffect, precedes } from '../schema/trace.ts'

/**
 * Whether a result or an effect of `producer` could have been known when `consumer` was issued. The producer
 * succeeded, or its effect was kept though its reply was lost. It ended before the consumer started, in an earlier
 * turn if both turns are known.
 */
export const mayFeed = (producer: Call, consumer: Call): boolean =>
  hasTakenEffect(producer) && precedes(producer, consumer)
