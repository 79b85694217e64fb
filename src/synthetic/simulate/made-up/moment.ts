import type { Bits } from './bits.ts'

const DAY = 86_400
/** Within so many days of the present; a date within more, since days alone say little. */
const DAYS = { moment: 30, date: 1_100 }

const FUTURE =
  /(?:^|_)(?:expir\w*|estimated|expected|next|due|deadline|scheduled|planned|upcoming|projected|until|eta|renewal|delivery|predicted|follow)(?:_|$)/

/** Whether a name speaks of what is still to come. */
export const isToCome = (name: string, description: string): boolean =>
  FUTURE.test(name) ||
  /\b(?:expires?|will (?:be|appear)|estimated|scheduled for|until when)\b/i.test(description)

const JUST_DONE =
  /\b(?:when|timestamp|time|date)\b.*\b(?:was|were|of (?:the|this)|completed|completion|generated|generation|processed|processing|retrieved|executed|execution|received|verified|performed|created|creation|registered|submitted|submission|scanned|recorded|analysis|update[d]?)\b/i

const OWN =
  /^(?:timestamp|(?!event_|scheduled_|next_|order_|original_|expir|trade_|last_|first_)\w+_timestamp|(?:\w+_)?(?:generation|processing|execution|query|analysis|verification|response|sync|submission|transfer|scan)_(?:timestamp|time|date))$/

/** Whether a moment is that of the call itself, and not one of what it tells of. */
export const isJustDone = (name: string, description: string): boolean =>
  (JUST_DONE.test(description) || OWN.test(name)) &&
  !/(?:^|_)(?:last|first|previous|due|start|end|since|oldest|latest|event|transaction|activity|assigned)(?:_|$)/.test(
    name,
  )

/** An instant in seconds, `2024-05-01T08:30:12Z`, or a date, before the world's present or after it. */
export function momentOf(
  name: string,
  kind: 'moment' | 'date',
  later: boolean,
  bits: Bits,
  isJust = false,
): string {
  if (isJust && kind === 'moment') {
    const ago = bits.figure(name, { min: 1, max: 59, decimals: 0 })
    return `${new Date(bits.now - ago * 1000).toISOString().slice(0, 19)}Z`
  }
  const days = DAYS[kind]
  const range =
    kind === 'date' ? { min: 1, max: days, decimals: 0 } : { min: 60, max: days * DAY, decimals: 0 }
  const away = bits.figure(name, range) * (kind === 'date' ? DAY : 1)
  const text = new Date(bits.now + (later ? 1 : -1) * away * 1000).toISOString()
  return kind === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
}
