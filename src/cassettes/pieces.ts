import { REDACTED } from '../shared/redact/redactor.ts'

/** The events of a stream, each with its end: parts that are cut apart by the network are the same text. */
export function piecesOf(text: string, type: string): string[] {
  if (type.includes('event-stream')) return text.split(/(?<=\r?\n\r?\n)(?=[^\r\n])/)
  return text.split(/(?<=\n)(?=.)/s)
}

/** Whether a content type is of a stream of events or lines. */
export const isStream = (type: string): boolean => /event-stream|ndjson|jsonl|json-seq/.test(type)

/** A text of an event that may be a part of a longer one, with where it stands. */
interface Fragment {
  piece: number
  /** JSON text of the string, with its quotes. */
  literal: string
  /** Offset of the literal in its piece. */
  from: number
  text: string
}

/** A string in JSON, behind the name of its field. */
const FIELD = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*")/g

/** Number of the block that an event adds to: streams of several blocks may be interleaved. */
const blockOf = (piece: string): string => /"(?:output_)?index"\s*:\s*\d+/g.exec(piece)?.[0] ?? ''

/** The texts of a stream by the field that they add up to. */
function fragmentsOf(pieces: readonly string[]): Fragment[][] {
  const groups = new Map<string, Fragment[]>()
  for (const [piece, source] of pieces.entries()) {
    for (const match of source.matchAll(FIELD)) {
      const [whole, name = '', literal = ''] = match
      let text: string
      try {
        text = JSON.parse(literal) as string
      } catch {
        continue
      }
      const key = `${blockOf(source)} ${name}`
      const from = match.index + whole.length - literal.length
      groups.set(key, [...(groups.get(key) ?? []), { piece, literal, from, text }])
    }
  }
  return [...groups.values()]
}

/**
 * Pieces with secrets masked that are spread over several of them: models stream a few letters at a time.
 *
 * @param secretsIn The secrets in a text
 */
export function spreadSecretsMasked(
  pieces: readonly string[],
  secretsIn: (text: string) => readonly string[],
): string[] {
  const changed = new Map<Fragment, string>()
  for (const fragments of fragmentsOf(pieces)) {
    const starts: number[] = []
    let all = ''
    for (const { text } of fragments) {
      starts.push(all.length)
      all += text
    }
    for (const secret of secretsIn(all)) {
      for (let at = all.indexOf(secret); at >= 0; at = all.indexOf(secret, at + secret.length))
        cut(fragments, starts, { from: at, to: at + secret.length }, changed)
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

/** Takes a stretch out of the fragments that it is spread over; the first of them has the mask in its place. */
function cut(
  fragments: readonly Fragment[],
  starts: readonly number[],
  { from, to }: { from: number; to: number },
  changed: Map<Fragment, string>,
): void {
  const touched = fragments.flatMap((fragment, i) => {
    const start = starts[i] ?? 0
    const [first, last] = [Math.max(from, start), Math.min(to, start + fragment.text.length)]
    return first < last ? [{ fragment, first: first - start, last: last - start }] : []
  })
  if (touched.length < 2) return
  for (const [i, { fragment, first, last }] of touched.entries()) {
    const rest = fragment.text.slice(0, first) + (i === 0 ? REDACTED : '') + fragment.text.slice(last)
    changed.set(fragment, rest)
  }
}
