import { type Call, tookEffect } from '../schema/trace.ts'

/**
 * Whether a result or an effect of `producer` could have been known when `consumer` was issued. The producer
 * succeeded, or its effect was kept though its reply was lost. It ended before the consumer started, in an earlier
 * turn if both turns are known.
 */
export function mayFeed(producer: Call, consumer: Call): boolean {
  if (!tookEffect(producer) || producer.ended >= consumer.started) return false
  return producer.turn === undefined || consumer.turn === undefined || producer.turn < consumer.turn
}
