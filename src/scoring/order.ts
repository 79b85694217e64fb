import { type Call, succeeded } from '../schema/trace.ts'

/**
 * Whether a result of `producer` could have been known when `consumer` was issued: the producer succeeded and
 * ended before the consumer started, in an earlier turn where both turns are known.
 */
export function mayFeed(producer: Call, consumer: Call): boolean {
  if (!succeeded(producer) || producer.ended >= consumer.started) return false
  return producer.turn === undefined || consumer.turn === undefined || producer.turn < consumer.turn
}
