import { memoizeByString, memoizeOnce } from '../../shared/memoize.ts'
import { stripEnclosing } from './values.ts'

/** A part of a template: text as it stands, or a gap that says whether a text fills it. */
export type TemplatePart = string | ((text: string) => boolean)

/** Literal parts whose patterns are kept. */
const MAX_LITERALS = 1000

/** Marks that change how a text looks and not what it says. */
const EMPHASIS = String.raw`(?:[*_\x60]|<\/?(?:b|strong|i|em|p|code|u)>)*`
const BULLET = String.raw`(?:(?:[-*\u2022]|\d{1,2}[.)])[ \t]+)?`
/** Characters that stand for each other. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/^(?:\u2192|.>)$/u, String.raw`(?:[-=\u2013\u2014]>|\u2192)`],
  [/^["'\u2018\u2019\u201c-\u201e\u00ab\u00bb]$/u, String.raw`["'\u2018\u2019\u201c-\u201e\u00ab\u00bb]`],
  [/^[-\u2010-\u2015\u2212]$/u, String.raw`[-\u2010-\u2015\u2212]`],
  [/^[*_`]$/, ''],
]
/** One run of blanks, one arrow, one word or one other character of a literal. */
const TOKEN = /\s+|[-=\u2013\u2014]>|\u2192|[\p{L}\p{M}\p{Nd}]+|[\s\S]/gu

const buildTokenPattern = (token: string): string =>
  ALIKE.find(([form]) => form.test(token))?.[1] ?? token.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** What a literal part matches: case, blanks, emphasis, kinds of quotes and dashes aside. */
export function buildLiteralPattern(literal: string, isFirst = false, isLast = false): RegExp {
  const text = literal.normalize('NFC')
  const tokens = [...text.matchAll(TOKEN)].map(([token], i, all) => {
    if (!/^\s/.test(token)) return buildTokenPattern(token)
    // Beside a gap blanks may be missing, "5 km/h" as "5km/h", unless nothing else parts two gaps.
    const isEdge = text.trim() !== '' && (i === 0 || i === all.length - 1)
    return String.raw`\s${isEdge ? '*' : '+'}${token.includes('\n') ? BULLET : ''}`
  })
  const start = isFirst ? String.raw`\s*${BULLET}` : ''
  const end = isLast ? String.raw`${/\.\s*$/.test(text) ? '?' : String.raw`\.?`}${EMPHASIS}\s*$` : ''
  return new RegExp(`${start}${EMPHASIS}${tokens.join(EMPHASIS)}${end}`, 'imuy')
}

/** The pattern of a literal part, for a place and for the next place: a task's templates meet hundreds of replies. */
const buildLiteralSearch = memoizeByString(MAX_LITERALS, (key) => {
  const here = buildLiteralPattern(key.slice(2), key[0] === '1', key[1] === '1')
  return { here, next: new RegExp(here.source, 'gimu') }
})

/** Parts with literals that follow each other as one, so that a gap ends where all of them stand. */
function mergeLiterals(parts: readonly TemplatePart[]): TemplatePart[] {
  const all: TemplatePart[] = []
  for (const part of parts) {
    const isLiteral = typeof part === 'string' && typeof all.at(-1) === 'string'
    all.push(isLiteral ? `${all.pop()}${part}` : part)
  }
  return all
}

/** What the pattern of the literal before it may take of a value: blanks, emphasis or a bullet at its beginning. */
const TAKEN = /^(?:[\s*_\x60<]|(?:[-\u2022]|\d{1,2}[.)])[ \t])/

/**
 * Whether a text has the literals of a template as they stand, as most right answers do, and right values between them.
 * It then needs no patterns: compiling them takes longer than all else of the judgement.
 */
function isDividedAsWritten(parts: readonly TemplatePart[], text: string, i = 0): boolean {
  const [part, next = ''] = parts.slice(i, i + 2)
  if (part === undefined) return text === ''
  if (typeof part === 'string')
    return text.startsWith(part) && isDividedAsWritten(parts, text.slice(part.length), i + 1)
  if (typeof next === 'function') return false
  const isLast = i + 2 >= parts.length
  if (isLast && !text.endsWith(next)) return false
  const end = isLast ? text.length - next.length : text.indexOf(next)
  const given = text.slice(0, end)
  if (end < 0 || TAKEN.test(given) || !part(given)) return false
  return isDividedAsWritten(parts, text.slice(end), i + 1)
}

/** A value with emphasis that begins in its gap and ends behind it, or the reverse, and with a full stop. */
const HALF_EMPHASIS = /^[*_`]*([^*_`]*?)[*_`]*\.?[*_`]*$/

/** Longest value between two gaps that nothing parts. */
const MAX_UNPARTED = 200

/**
 * Whether a text can be divided among the parts of a template so that every gap holds what fits it.
 *
 * @param isAround Whether lines may stand before or behind the template.
 */
function divide(parts: readonly TemplatePart[], text: string, isAround: (lines: string) => boolean): boolean {
  if (isDividedAsWritten(parts, text)) return true
  const searches = parts.map((part, i) =>
    typeof part === 'string'
      ? buildLiteralSearch(`${Number(i === 0)}${Number(i === parts.length - 1)}${part}`)
      : undefined,
  )
  const isEnd = (at: number): boolean => at === text.length || (text[at] === '\n' && isAround(text.slice(at)))
  /** Where the literal at a place ends that begins there. */
  const findEnd = (i: number, at: number): number | undefined => {
    const { here: pattern } = searches[i] as NonNullable<(typeof searches)[number]>
    pattern.lastIndex = at
    return pattern.test(text) ? pattern.lastIndex : undefined
  }
  /** The first place from one on where a part may begin, or the text may end behind the last part. */
  const findNextStart = (i: number, from: number): number | undefined => {
    const search = searches[i]?.next
    if (search !== undefined) {
      search.lastIndex = from
      return search.exec(text)?.index
    }
    if (i < parts.length) return from
    let at = from
    while (at <= text.length && !isEnd(at)) at++
    return at <= text.length ? at : undefined
  }
  const seen = new Set<string>()
  const divideFrom = (i: number, at: number): boolean => {
    const part = parts[i]
    if (part === undefined) return isEnd(at)
    if (seen.has(`${i} ${at}`)) return false
    seen.add(`${i} ${at}`)
    if (typeof part === 'string') {
      const end = findEnd(i, at)
      return end !== undefined && divideFrom(i + 1, end)
    }
    const isUnparted = typeof parts[i + 1] === 'function'
    const last = isUnparted ? Math.min(text.length, at + MAX_UNPARTED) : text.length
    let end = findNextStart(i + 1, at)
    for (; end !== undefined && end <= last; end = findNextStart(i + 1, end + 1)) {
      const given = text.slice(at, end)
      const readings = new Set([given, given.trim().replace(HALF_EMPHASIS, '$1')])
      if ([...readings].some(part) && divideFrom(i + 1, end)) return true
    }
    return false
  }
  const starts = [...text.matchAll(/(?<=\n)/g)].map(({ index }) => index)
  return [0, ...starts.filter((at) => isAround(text.slice(0, at)))].some((at) => divideFrom(0, at))
}

/** A text as it stands, trimmed, and without the fence, the quotes or the bold type around all of it. */
function* unwrapText(text: string): Generator<string, void> {
  const bare = text.trim()
  yield* [text, bare]
  const inner = stripEnclosing(bare)
  if (inner !== bare) yield* unwrapText(inner)
}

/** Whether a reply follows a template, with what may stand around it: a fence, quotes, and lines of greeting. */
export function divideReply(parts: readonly TemplatePart[], reply: string, hasLinesAround: boolean): boolean {
  const listLiterals = memoizeOnce(() =>
    parts.flatMap((part) =>
      typeof part === 'string' && /\p{L}{2}/u.test(part) ? [part.trim().toLowerCase()] : [],
    ),
  )
  const isAround = (lines: string): boolean =>
    hasLinesAround && !/\d/.test(lines) && !listLiterals().some((part) => lines.toLowerCase().includes(part))
  const merged = mergeLiterals(parts)
  for (const text of unwrapText(reply.normalize('NFC'))) if (divide(merged, text, isAround)) return true
  return false
}
