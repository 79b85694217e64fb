import { isObject, type Json, stringifyStably } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { REDACTED } from '../../shared/redact/redactor.ts'
import type { KeptRequest } from './canonical.ts'
import type { AttemptRecording } from './cassette-file.ts'
import { isSameButForTime, STAMP } from './stamps.ts'

const hasMask = (text: string): boolean => text.includes(REDACTED)

/** Stands for a date or time while texts are compared. */
const STAMPED = '\0'

/**
 * A recorded text with what stands now in the places of its masks; undefined where the rest is another text. Dates and
 * times in it may be others.
 */
function fillMasks(recorded: string, now: string): string | undefined {
  const literals = recorded.replace(STAMP, STAMPED).split(REDACTED)
  const text = now.replace(STAMP, STAMPED)
  const [stampsThen, stampsNow] = [recorded.match(STAMP) ?? [], now.match(STAMP) ?? []]
  const fillStamps = (part: string, stamps: string[]): string =>
    part.replaceAll(STAMPED, () => stamps.shift() ?? '')
  let filled = ''
  let at = 0
  for (const [i, literal] of literals.entries()) {
    // What was masked was something.
    const from = i === 0 ? 0 : at + 1
    const isLast = i === literals.length - 1
    const start = i === 0 ? 0 : isLast ? text.length - literal.length : text.indexOf(literal, from)
    if (start < from || !text.startsWith(literal, start)) return undefined
    filled += fillStamps(text.slice(at, start), stampsNow) + fillStamps(literal, stampsThen)
    fillStamps(literal, stampsNow)
    at = start + literal.length
  }
  return filled
}

export interface RequestDifference {
  /** JSON Pointer into the body, or `method`, `url`. */
  at: string
  recorded: Json | undefined
  now: Json | undefined
}

/** When the two requests of a comparison were made, in milliseconds. */
export interface Times {
  recorded: number
  now: number
}

function* findDifferences(
  recorded: Json | undefined,
  now: Json | undefined,
  at: string,
  times: Times,
): Generator<RequestDifference> {
  if (typeof recorded === 'string' && isScalar(now) && (typeof now === 'string' || hasMask(recorded))) {
    const filled = hasMask(recorded) ? fillMasks(recorded, String(now)) : recorded
    const same =
      filled !== undefined &&
      isSameButForTime({ text: filled, at: times.recorded }, { text: String(now), at: times.now })
    if (!same) yield { at, recorded, now }
    return
  }
  if (isObject(recorded) && isObject(now)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].sort()
    for (const key of keys) yield* findDifferences(recorded[key], now[key], appendKey(at, key), times)
    return
  }
  if (Array.isArray(recorded) && Array.isArray(now)) {
    for (let i = 0; i < Math.max(recorded.length, now.length); i++)
      yield* findDifferences(recorded[i], now[i], `${at}/${i}`, times)
    return
  }
  const isMissing = (recorded === undefined) !== (now === undefined)
  if (isMissing || stringifyStably(recorded) !== stringifyStably(now)) yield { at, recorded, now }
}

const isScalar = (value: Json | undefined): boolean => value !== undefined && typeof value !== 'object'

/**
 * Where two requests differ, the most telling places first: what was said before what comes with it. What is masked in the
 * recorded one may be anything.
 */
export function* listDifferences(
  recorded: KeptRequest,
  now: KeptRequest,
  times: Times,
): Generator<RequestDifference> {
  if (recorded.method !== now.method) yield { at: 'method', recorded: recorded.method, now: now.method }
  const url = hasMask(recorded.url) ? fillMasks(recorded.url, now.url) : recorded.url
  if (url !== now.url) yield { at: 'url', recorded: recorded.url, now: now.url }
  yield* findDifferences(recorded.body, now.body, '', times)
}

export const isSameRequest = (recorded: KeptRequest, now: KeptRequest, times: Times): boolean =>
  listDifferences(recorded, now, times).next().done === true

const AROUND = 30
const MAX_TEXT_LENGTH = 80

/** A text from shortly before where it differs from another one. */
function cutExcerpt(text: string, other: string): string {
  let at = 0
  while (at < text.length && text[at] === other[at]) at++
  const from = Math.max(0, at - AROUND)
  const cut = text.slice(from, from + MAX_TEXT_LENGTH)
  return JSON.stringify(`${from > 0 ? '…' : ''}${cut}${from + MAX_TEXT_LENGTH < text.length ? '…' : ''}`)
}

function formatValue(value: Json | undefined, other: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const [text, others] = [value, other].map((one) =>
    typeof one === 'string' ? one : (JSON.stringify(one) ?? ''),
  ) as [string, string]
  return typeof value === 'string' || text.length > MAX_TEXT_LENGTH ? cutExcerpt(text, others) : text
}

const formatDifference = ({ at, recorded, now }: RequestDifference): string =>
  `${at === '' ? 'the body' : at}: recorded ${formatValue(recorded, now)}, now ${formatValue(now, recorded)}`

/** What parts a request from every one that was recorded: the nearest of them and where it differs first. */
export function explainMiss(now: KeptRequest, recording: AttemptRecording | undefined, times: Times): string {
  if (recording === undefined) return 'the attempt was not recorded'
  if (recording.exchanges.length === 0) return 'every recorded request was already used'
  const nearest = recording.exchanges
    .map(({ request }, i) => ({ number: i + 1, found: [...listDifferences(request, now, times)] }))
    .reduce((best, one) => (one.found.length < best.found.length ? one : best))
  const [first] = nearest.found
  if (first === undefined) {
    return `it repeats the recorded request ${nearest.number}, which was recorded once`
  }
  return `the nearest recorded request, ${nearest.number}, differs at ${formatDifference(first)}`
}
