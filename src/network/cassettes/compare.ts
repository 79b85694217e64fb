import { isObject, type Json, stableJson } from '../../shared/json.ts'
import { below } from '../../shared/pointer.ts'
import type { KeptRequest } from './canonical.ts'
import type { AttemptRecording } from './cassette-file.ts'
import { STAMP, sameButForTime } from './stamps.ts'

const MASK = /<redacted(?: (\d+))?>/

const hasMask = (text: string): boolean => MASK.test(text)

/**
 * A recorded text with what stands now in the places of its masks; undefined where the rest is another text. Dates and
 * times in it may be others.
 *
 * @param known What masks with a number stand for; those that are met for the first time are added
 */
function filledMasks(recorded: string, now: string, known: Map<string, string>): string | undefined {
  // Literal texts at even places, numbers of masks (undefined for one without) at odd ones.
  const parts = recorded.split(MASK)
  let filled = ''
  let at = 0
  for (let i = 0; i < parts.length; i += 2) {
    const literal = parts[i] ?? ''
    const number = i === 0 ? undefined : parts[i - 1]
    const value = number === undefined ? undefined : known.get(number)
    const isLast = i === parts.length - 1
    const from = at + (value?.length ?? 0)
    if (value !== undefined && !now.startsWith(value, at)) return undefined
    const isFree = i > 0 && value === undefined
    const found = findLiteral(now, literal, from, { isFree, isLast })
    if (found === undefined) return undefined
    if (i > 0) {
      const there = now.slice(at, found.start)
      // What was masked was something.
      if (there === '') return undefined
      if (number !== undefined) known.set(number, there)
      filled += there
    }
    filled += literal
    at = found.end
  }
  return at === now.length ? filled : undefined
}

/** Where a text stands, at a place or anywhere after it; its dates may be others. */
function findLiteral(
  text: string,
  literal: string,
  from: number,
  { isFree, isLast }: { isFree: boolean; isLast: boolean },
): { start: number; end: number } | undefined {
  const pieces = literal.split(STAMP)
  if (pieces.length === 1) {
    if (isLast && isFree) {
      const start = text.length - literal.length
      return start >= from && text.endsWith(literal) ? { start, end: text.length } : undefined
    }
    const start = isFree ? text.indexOf(literal, from) : from
    return start >= 0 && text.startsWith(literal, start) ? { start, end: start + literal.length } : undefined
  }
  const [first = '', ...rest] = pieces
  const start = isFree ? text.indexOf(first, from) : from
  if (start < 0 || !text.startsWith(first, start)) return undefined
  let end = start + first.length
  for (const [i, piece] of rest.entries()) {
    const isEnd = isLast && i === rest.length - 1
    const next = isEnd ? text.length - piece.length : text.indexOf(piece, end)
    if (next < end || !text.startsWith(piece, next)) return undefined
    end = next + piece.length
  }
  return { start, end }
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

function* differencesIn(
  recorded: Json | undefined,
  now: Json | undefined,
  at: string,
  times: Times,
  known: Map<string, string>,
): Generator<RequestDifference> {
  if (typeof recorded === 'string' && isScalar(now) && (typeof now === 'string' || hasMask(recorded))) {
    const filled = hasMask(recorded) ? filledMasks(recorded, String(now), known) : recorded
    const same =
      filled !== undefined &&
      sameButForTime({ text: filled, at: times.recorded }, { text: String(now), at: times.now })
    if (!same) yield { at, recorded, now }
    return
  }
  if (isObject(recorded) && isObject(now)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].sort()
    for (const key of keys) yield* differencesIn(recorded[key], now[key], below(at, key), times, known)
    return
  }
  if (Array.isArray(recorded) && Array.isArray(now)) {
    for (let i = 0; i < Math.max(recorded.length, now.length); i++)
      yield* differencesIn(recorded[i], now[i], `${at}/${i}`, times, known)
    return
  }
  const isMissing = (recorded === undefined) !== (now === undefined)
  if (isMissing || stableJson(recorded) !== stableJson(now)) yield { at, recorded, now }
}

const isScalar = (value: Json | undefined): boolean => value !== undefined && typeof value !== 'object'

/**
 * Where two requests differ, the most telling places first: what was said before what comes with it. What is masked in the
 * recorded one may be anything.
 *
 * @param known What stands in the places of masks with a number; what is met for the first time is added
 */
export function* requestDifferences(
  recorded: KeptRequest,
  now: KeptRequest,
  times: Times,
  known: Map<string, string> = new Map(),
): Generator<RequestDifference> {
  if (recorded.method !== now.method) yield { at: 'method', recorded: recorded.method, now: now.method }
  const url = hasMask(recorded.url) ? filledMasks(recorded.url, now.url, known) : recorded.url
  if (url !== now.url) yield { at: 'url', recorded: recorded.url, now: now.url }
  yield* differencesIn(recorded.body, now.body, '', times, known)
}

/**
 * Whether two requests ask the same.
 *
 * @param known What stands in the places of masks with a number; what is new is added where they do
 */
export function isSameRequest(
  recorded: KeptRequest,
  now: KeptRequest,
  times: Times,
  known: Map<string, string> = new Map(),
): boolean {
  const found = new Map(known)
  const isSame = requestDifferences(recorded, now, times, found).next().done === true
  if (isSame) for (const [number, value] of found) known.set(number, value)
  return isSame
}

const AROUND = 30
const MAX_TEXT_LENGTH = 80

/** A text from shortly before where it differs from another one. */
function excerpt(text: string, other: string): string {
  let at = 0
  while (at < text.length && text[at] === other[at]) at++
  const from = Math.max(0, at - AROUND)
  const cut = text.slice(from, from + MAX_TEXT_LENGTH)
  return JSON.stringify(`${from > 0 ? '…' : ''}${cut}${from + MAX_TEXT_LENGTH < text.length ? '…' : ''}`)
}

function shown(value: Json | undefined, other: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const [text, others] = [value, other].map((one) =>
    typeof one === 'string' ? one : (JSON.stringify(one) ?? ''),
  ) as [string, string]
  return typeof value === 'string' || text.length > MAX_TEXT_LENGTH ? excerpt(text, others) : text
}

const differenceText = ({ at, recorded, now }: RequestDifference): string =>
  `${at === '' ? 'the body' : at}: recorded ${shown(recorded, now)}, now ${shown(now, recorded)}`

/** What parts a request from every one that was recorded: the nearest of them and where it differs first. */
export function whyMissed(now: KeptRequest, recording: AttemptRecording | undefined, times: Times): string {
  if (recording === undefined) return 'the attempt was not recorded'
  if (recording.exchanges.length === 0) return 'every recorded request was already used'
  const nearest = recording.exchanges
    .map(({ request }, i) => ({ number: i + 1, found: [...requestDifferences(request, now, times)] }))
    .reduce((best, one) => (one.found.length < best.found.length ? one : best))
  const [first] = nearest.found
  if (first === undefined) {
    return `it repeats the recorded request ${nearest.number}, which was recorded once`
  }
  return `the nearest recorded request, ${nearest.number}, differs at ${differenceText(first)}`
}
