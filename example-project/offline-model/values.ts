import { CURRENCY_PATTERN, currencyCode, isTimezone, LANGUAGE_PATTERN, UNIT_PATTERN } from './vocabulary.ts'

/** What a stretch of text looks like. */
export type Kind =
  | 'currency'
  | 'date'
  | 'datetime'
  | 'domain'
  | 'email'
  | 'expression'
  | 'identifier'
  | 'ip'
  | 'json'
  | 'language'
  | 'list'
  | 'name'
  | 'number'
  | 'option'
  | 'path'
  | 'phone'
  | 'phrase'
  | 'quoted'
  | 'symbol'
  | 'time'
  | 'timezone'
  | 'unit'
  | 'url'

/** A value that a text states. `value` is its JSON form, `text` the way it is written. */
export interface Value {
  kinds: Kind[]
  value: unknown
  text: string
  start: number
  end: number
  /** Members of a list. */
  items?: Value[]
}

type Recogniser = [kind: Kind, pattern: RegExp, read?: (text: string) => unknown]

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const CALENDAR_WORD = new RegExp(`^(?:${MONTH}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$`)
const readNumber = (text: string): unknown => Number(text.replace(/[$€£¥,%]/g, ''))
const readName = (text: string): unknown =>
  CALENDAR_WORD.test(text) ? undefined : text.replace(/['’]s$/, '')

/** In order of precedence: what one recogniser takes, the later ones do not see. */
const RECOGNISERS: Recogniser[] = [
  ['url', /https?:\/\/[^\s"'<>,;)]*[^\s"'<>,;).?!]/g],
  ['email', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
  [
    'datetime',
    /\b\d{4}-\d\d-\d\d(?:T| at | )\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?/g,
    (t) => t.replace(' at', ''),
  ],
  ['date', /\b\d{4}[-/]\d\d[-/]\d\d\b|\b\d{1,2}[-/]\d{1,2}[-/]\d{4}\b/g],
  ['date', new RegExp(`\\b${MONTH} \\d{1,2},? \\d{4}\\b|\\b\\d{1,2} ${MONTH} \\d{4}\\b`, 'g')],
  ['phone', /\+\d[\d ()-]{6,}\d|\b\d{3}-\d{3}-\d{4}\b/g],
  [
    'timezone',
    /\b[A-Z][A-Za-z]+(?:\/[A-Z][\w+-]+)+|\bUTC\b|\bGMT\b/g,
    (t) => (isTimezone(t) ? t : undefined),
  ],
  ['ip', /\b\d{1,3}(?:\.\d{1,3}){3}\b/g],
  ['path', /(?<![\w/])\.{0,2}\/[\w.-]+(?:\/[\w.-]+)*(?<![.])/g],
  ['domain', /\b(?:[a-z\d-]+\.)+(?:com|org|net|io|dev|ai|app|edu|gov|[a-z]{2})\b/g],
  ['expression', /(?:sqrt\(|[(\d-])[\d\s.()]*(?:[+\-*/^%]\s*(?:sqrt)?[\d(][\d\s.()]*)+(?<=[\d)])/g],
  ['time', /\b\d{1,2}:\d\d(?::\d\d)?\b/g],
  [
    'number',
    /(?<![\w.])-?[$€£¥]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,])|(?<![\w.])-?[$€£¥]?\d+(?:\.\d+)?(?=%|(?![\w]))/g,
    readNumber,
  ],
  ['currency', /\b[A-Z]{3}\b/g, currencyCode],
  ['currency', new RegExp(CURRENCY_PATTERN, 'gi'), currencyCode],
  ['unit', new RegExp(UNIT_PATTERN, 'gi'), (t) => t.toLowerCase()],
  ['symbol', /\b[A-Z]{2,5}(?:[.-][A-Z])?\b/g],
  ['identifier', /\b[A-Za-z]+(?:[_-][A-Za-z\d]+)*[_-]\d[\w-]*|\b[a-z\d]+(?:_[a-z\d]+)+\b/g],
  ['language', new RegExp(LANGUAGE_PATTERN, 'gi'), (t) => (/^[A-Z]/.test(t) ? t : undefined)],
  ['name', /\p{Lu}[\p{L}'’-]*\p{Ll}(?: (?:d[aeo]s? |of |el )?\p{Lu}[\p{L}'’-]*\p{Ll})*/gu, readName],
]

const blank = (text: string, start: number, end: number): string =>
  text.slice(0, start) + '\u0000'.repeat(end - start) + text.slice(end)

/** End of the JSON array or object that begins at an index, where there is one. */
function jsonEnd(text: string, start: number): number | undefined {
  const tokens = /"(?:[^"\\]|\\.)*"|[[\]{}]/g
  tokens.lastIndex = start
  let depth = 0
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (/^[[{]/.test(token[0])) depth++
    else if (/^[\]}]/.test(token[0]) && --depth === 0) {
      try {
        JSON.parse(text.slice(start, tokens.lastIndex))
        return tokens.lastIndex
      } catch {
        return undefined
      }
    }
  }
  return undefined
}

function jsonValues(text: string): Value[] {
  const found: Value[] = []
  for (let at = 0; at < text.length; at++) {
    const end = text[at] === '[' || text[at] === '{' ? jsonEnd(text, at) : undefined
    if (end === undefined) continue
    const raw = text.slice(at, end)
    found.push({ kinds: ['json'], value: JSON.parse(raw), text: raw, start: at, end })
    at = end - 1
  }
  return found
}

/** Numbers of a numbered list are no values. */
const LIST_MARKER = /(?<=^|\s)\d{1,2}[.)](?=\s)/g

const QUOTED = /"([^"]*)"|“([^”]*)”|`([^`]*)`|(?<![\w])'((?:[^']|'(?=\w))*)'(?!\w)/g

/** Kinds of a text that stands alone, for example the content of quotes or a field of a tool's output. */
export function kindsOf(text: string): Kind[] {
  return RECOGNISERS.filter(([, pattern, read]) => {
    const [match] = text.matchAll(pattern)
    return match?.[0] === text && (read === undefined || read(text) !== undefined)
  }).map(([kind]) => kind)
}

/** Takes off the first word of a name where its capital only marks the beginning of a sentence. */
function skipSentenceStart(match: RegExpMatchArray, text: string): void {
  const at = match.index as number
  if (!/(?:^|[.!?\n])\s*$/.test(text.slice(0, at))) return
  const rest = match[0].replace(/^\S+\s*/, '')
  match.index = at + match[0].length - rest.length
  match[0] = rest
}

/** The values in a text, in order, and the text with a filler in their place. */
export function findValues(text: string): { values: Value[]; rest: string } {
  const values = jsonValues(text)
  let rest = values.reduce((left, value) => blank(left, value.start, value.end), text)
  const take = (match: RegExpMatchArray, kinds: Kind[], value: unknown, raw: string): void => {
    const start = match.index as number
    values.push({ kinds, value, text: raw, start, end: start + match[0].length })
    rest = blank(rest, start, start + match[0].length)
  }
  for (const match of rest.matchAll(QUOTED)) {
    const raw = text.slice(match.index + 1, match.index + match[0].length - 1)
    // JSON in quotes is a value already, and blanked in the rest.
    if (values.some(({ text: json }) => json === raw.trim())) continue
    take(match, ['quoted', ...kindsOf(raw)], raw, raw)
  }
  for (const { 0: marker, index } of rest.matchAll(LIST_MARKER))
    rest = blank(rest, index, index + marker.length)
  for (const [kind, pattern, read = (raw: string): unknown => raw] of RECOGNISERS) {
    for (const match of rest.matchAll(pattern)) {
      if (kind === 'name') skipSentenceStart(match, rest)
      const value = match[0] === '' ? undefined : read(match[0])
      if (value !== undefined) take(match, [kind], value, match[0])
    }
  }
  return { values: values.sort((a, b) => a.start - b.start), rest }
}
