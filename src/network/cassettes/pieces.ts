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
const FIELD = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*")/g

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

/** The texts that the pieces of a stream add up to. */
export const joinedTexts = (pieces: readonly string[]): string[] =>
  fragmentsOf(pieces).map((fragments) => fragments.map(({ text }) => text).join(''))

/**
 * Pieces with secrets masked that are spread over several of them: models stream a few letters at a time.
 *
 * @param secretsIn The secrets in a text, each with its mask
 */
export function spreadSecretsMasked(
  pieces: readonly string[],
  secretsIn: (text: string) => readonly (readonly [secret: string, mask: string])[],
): string[] {
  const changed = new Map<Fragment, string>()
  for (const fragments of fragmentsOf(pieces)) {
    const all = fragments.map(({ text }) => text).join('')
    const stretches = stretchesOf(all, secretsIn(all))
    let start = 0
    for (const fragment of fragments) {
      const clean = withoutStretches(fragment.text, start, stretches)
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
  mask: string
}

/** Where secrets stand in a text, in order; of two that overlap the one that was named first. */
function stretchesOf(all: string, secrets: readonly (readonly [secret: string, mask: string])[]): Stretch[] {
  const found: Stretch[] = []
  for (const [secret, mask] of secrets) {
    for (let at = all.indexOf(secret); at >= 0; at = all.indexOf(secret, at + secret.length)) {
      const to = at + secret.length
      if (found.every((one) => to <= one.from || at >= one.to)) found.push({ from: at, to, mask })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

/**
 * A part of a text without the stretches that reach into it; a mask stands where its stretch begins.
 *
 * @param start Where the part begins
 */
function withoutStretches(part: string, start: number, stretches: readonly Stretch[]): string {
  let clean = ''
  let at = 0
  for (const { from, to, mask } of stretches) {
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, part.length)]
    if (first >= last) continue
    clean += part.slice(at, first) + (from >= start ? mask : '')
    at = last
  }
  return clean + part.slice(at)
}
