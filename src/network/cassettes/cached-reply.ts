import type { z } from 'zod'
import { declareLazily } from '../../schema/lazily.ts'
import { parseJsonOr } from '../../shared/parse-json.ts'
import { REDACTED, type Redactor } from '../../shared/redact/redactor.ts'
import { decodeUtf8 } from '../send.ts'
import type { TapedReply } from '../tape.ts'

/** The events of a stream, each with its end: parts that are cut apart by the network are the same text. */
export function splitPieces(text: string, type: string): string[] {
  if (type.includes('event-stream')) return text.split(/(?<=\r?\n\r?\n)(?=[^\r\n])/)
  return text.split(/(?<=\n)(?=.)/s)
}

export const isStream = (type: string): boolean => /event-stream|ndjson|jsonl|json-seq/.test(type)

/** A text of an event that may be a part of a longer one, with where it stands. */
interface Fragment {
  piece: number
  literal: string
  /** Offset of the literal in its piece. */
  from: number
  text: string
}

/** A string in JSON, behind the name of its field. */
const FIELD = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*")/g

/** Number of the block that an event adds to: streams of several blocks may be interleaved. */
const readBlockIndex = (piece: string): string => /"(?:output_)?index"\s*:\s*\d+/g.exec(piece)?.[0] ?? ''

/** The texts of a stream by the field that they add up to. */
function groupFragments(pieces: readonly string[]): Fragment[][] {
  const groups = new Map<string, Fragment[]>()
  for (const [piece, source] of pieces.entries()) {
    for (const match of source.matchAll(FIELD)) {
      const [whole, name = '', literal = ''] = match
      const text = parseJsonOr(literal, undefined) as string | undefined
      if (text === undefined) continue
      const key = `${readBlockIndex(source)} ${name}`
      const from = match.index + whole.length - literal.length
      groups.set(key, [...(groups.get(key) ?? []), { piece, literal, from, text }])
    }
  }
  return [...groups.values()]
}

/** The texts that the pieces of a stream add up to. */
export const joinTexts = (pieces: readonly string[]): string[] =>
  groupFragments(pieces).map((fragments) => fragments.map(({ text }) => text).join(''))

/**
 * Pieces with secrets masked that are spread over several of them: models stream a few letters at a time.
 *
 * @param secretsIn The secrets in a text
 */
function spreadSecretsMasked(
  pieces: readonly string[],
  secretsIn: (text: string) => readonly string[],
): string[] {
  const changed = new Map<Fragment, string>()
  for (const fragments of groupFragments(pieces)) {
    const all = fragments.map(({ text }) => text).join('')
    const stretches = findStretches(all, secretsIn(all))
    let start = 0
    for (const fragment of fragments) {
      const clean = cutStretches(fragment.text, start, stretches)
      if (clean !== fragment.text) changed.set(fragment, clean)
      start += fragment.text.length
    }
  }
  const clean = [...pieces]
  const ordered = [...changed].sort(([a], [b]) => b.from - a.from)
  for (const [{ piece, from, literal }, text] of ordered) {
    const source = clean[piece] ?? ''
    clean[piece] = source.slice(0, from) + JSON.stringify(text) + source.slice(from + literal.length)
  }
  return clean
}

interface Stretch {
  from: number
  to: number
}

/** Where secrets stand in a text, in order; of two that overlap the one that was named first. */
function findStretches(all: string, secrets: readonly string[]): Stretch[] {
  const found: Stretch[] = []
  for (const secret of secrets) {
    for (let at = all.indexOf(secret); at >= 0; at = all.indexOf(secret, at + secret.length)) {
      const to = at + secret.length
      if (found.every((one) => to <= one.from || at >= one.to)) found.push({ from: at, to })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

/**
 * A part of a text without the stretches that reach into it; a mask stands where its stretch begins.
 *
 * @param start Where the part begins
 */
function cutStretches(part: string, start: number, stretches: readonly Stretch[]): string {
  let clean = ''
  let at = 0
  for (const { from, to } of stretches) {
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, part.length)]
    if (first >= last) continue
    clean += part.slice(at, first) + (from >= start ? REDACTED : '')
    at = last
  }
  return clean + part.slice(at)
}

/** A reply as a cassette holds it. Of its headers only the content type is kept. */
export const cachedReplySchema = declareLazily((z) =>
  z.strictObject({
    status: z.int().min(200).max(599),
    /** Content type; a header holds no line break. */
    type: z
      .string()
      .regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/)
      .optional(),
    /** A body that is JSON, which is given again in its shortest form. */
    json: z.json().optional(),
    text: z.string().optional(),
    /** The events of a stream, in their order. */
    events: z.array(z.string()).optional(),
    /** A body that is not text. */
    base64: z.string().optional(),
    /** The connection broke before the end. */
    broken: z.literal(true).optional(),
  }),
)
export type CachedReply = z.infer<ReturnType<typeof cachedReplySchema>>

/** A reply without its secrets, as it is kept. */
export function cacheReply({ status, headers, chunks, body }: TapedReply, redactor: Redactor): CachedReply {
  const bytes = Buffer.concat(chunks)
  const [, type] = headers.find(([name]) => name === 'content-type') ?? []
  const head = { status, ...(type === undefined ? {} : { type }) }
  const end = body === 'ended' ? {} : ({ broken: true } as const)
  const text = decodeUtf8(bytes)
  if (text === undefined) {
    // Bytes cannot be masked in part.
    const hasSecret = redactor.findSecrets(bytes.toString('latin1')).length > 0
    return { ...head, ...(hasSecret ? { text: REDACTED } : { base64: bytes.toString('base64') }), ...end }
  }
  if (text === '') return { ...head, ...end }
  if (isStream(type ?? '')) {
    const pieces = spreadSecretsMasked(splitPieces(text, type ?? ''), (all) => redactor.findSecrets(all))
    return { ...head, events: pieces.map((piece) => maskEvent(piece, redactor)), ...end }
  }
  const clean = redactor.text(text)
  // JavaScript rounds whole numbers of 16 digits and more.
  const json = /\d{16}/.test(clean) ? undefined : parseJsonOr(clean, undefined)
  return { ...head, ...(json === undefined ? { text: clean } : { json }), ...end }
}

/** An event with what is secret in its lines masked; what is JSON in it stays JSON. */
const maskEvent = (piece: string, redactor: Redactor): string =>
  piece
    .split(/(?<=\n)/)
    .map((line) => {
      const [, field = '', value = '', end = ''] = /^(\w+: ?)?(.*?)(\r?\n?)$/s.exec(line) ?? []
      return field + redactor.text(value) + end
    })
    .join('')

const replyText = ({ json, text }: CachedReply): string =>
  json === undefined ? (text ?? '') : JSON.stringify(json)

/** A cached reply as it is given again; a stream comes event by event. */
export function restoreReply(kept: CachedReply): TapedReply {
  const { status, type, events, base64, broken } = kept
  const whole = base64 === undefined ? Buffer.from(replyText(kept)) : Buffer.from(base64, 'base64')
  const chunks = events === undefined ? [whole] : events.map((event) => Buffer.from(event))
  return {
    status,
    statusText: '',
    headers: type === undefined ? [] : [['content-type', type]],
    chunks: chunks.filter((chunk) => chunk.length > 0),
    body: broken === true ? 'broken' : 'ended',
  }
}
