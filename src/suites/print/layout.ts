export const MAX_COLUMNS = 100
/** Lists of texts up to this length share lines. */
const MAX_FILLED_LENGTH = 40
const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/

/** Items between brackets, on one line where they fit, else one per line with trailing commas. */
interface Group {
  kind: 'group'
  open: string
  items: readonly Doc[]
  close: string
  /** Whether the items have no commas between them. */
  isBare?: boolean
}
/** Operands with an operator between them; broken after the operator. */
interface Chain {
  kind: 'chain'
  operator: string
  items: readonly Doc[]
}
/** A text, in several pieces where it is too long for a line. */
interface LongText {
  kind: 'text'
  text: string
  /** Whether it begins on a line of its own when it is broken. */
  isValue: boolean
}
/** A comment above the line on which something stands. */
interface Noted {
  kind: 'noted'
  note: string
  doc: Doc
}
/** Code with the places where it may be broken over lines. */
export type Doc = string | Chain | Group | LongText | Noted | readonly Doc[]

export const buildGroup = (open: string, items: readonly Doc[], close: string, isBare = false): Group => ({
  kind: 'group',
  ...{ open, items, close, isBare },
})
export const buildChain = (operator: string, items: readonly Doc[]): Doc =>
  items.length === 1 ? (items[0] as Doc) : { kind: 'chain', operator, items }
export const buildNoted = (note: string, doc: Doc): Noted => ({ kind: 'noted', note, doc })

const isList = (doc: Doc): doc is readonly Doc[] => Array.isArray(doc)
const isKind = <K extends 'chain' | 'group' | 'noted' | 'text'>(
  doc: Doc,
  kind: K,
): doc is Extract<Doc, { kind: K }> => typeof doc === 'object' && !isList(doc) && doc.kind === kind

/** In brackets where an operator follows or precedes that binds closer. */
export const wrapOperand = (doc: Doc): Doc => (isKind(doc, 'chain') || isTernary(doc) ? ['(', doc, ')'] : doc)
const isTernary = (doc: Doc): boolean => isList(doc) && doc[1] === ' ? '

/** A text as a literal, in the quotes that need fewer escapes. Vitest takes `@vitest-environment` for a comment of its own. */
export function quoteText(text: string): string {
  const isDouble = text.split("'").length > text.split('"').length
  const quote = isDouble ? '"' : "'"
  const body = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', isDouble ? '\\"' : '"')
  const escaped = isDouble ? body : body.replaceAll("'", "\\'")
  return quote + escaped.replaceAll(ENVIRONMENT_COMMENT, '\\u0040').replaceAll(LINE_ENDS, escapeUnit) + quote
}
const ENVIRONMENT_COMMENT = /@(?=(?:vitest|jest)-environment)/g
const LINE_ENDS = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The fixed text of a template literal. */
export const escapeTemplate = (text: string): string =>
  quoteText(`"${text}`).slice(2, -1).replaceAll("\\'", "'").replaceAll('`', '\\`').replaceAll('${', '\\${')

export const printKey = (key: string): string => (PLAIN_KEY.test(key) ? key : quoteText(key))

/** A text; `isValue` where it follows a key. */
export const buildText = (text: string, isValue = false): LongText => ({ kind: 'text', text, isValue })

export const buildObject = (entries: readonly (readonly [string, Doc])[]): Doc =>
  entries.length === 0
    ? '{}'
    : buildGroup(
        '{ ',
        entries.map(([key, value]): Doc => {
          if (value === key && PLAIN_KEY.test(key)) return key
          if (isKind(value, 'noted')) return buildNoted(value.note, buildField(key, value.doc))
          return buildField(key, value)
        }),
        ' }',
      )
const buildField = (key: string, value: Doc): Doc => [
  `${printKey(key)}: `,
  isKind(value, 'text') ? { ...value, isValue: true } : value,
]

/** Code on one line. */
export function flatten(doc: Doc): string {
  if (typeof doc === 'string') return doc
  if (isList(doc)) return doc.map(flatten).join('')
  if (doc.kind === 'noted') return flatten(doc.doc)
  if (doc.kind === 'text') return quoteText(doc.text)
  if (doc.kind === 'chain') return doc.items.map(flatten).join(` ${doc.operator} `)
  return doc.open + doc.items.map(flatten).join(', ') + doc.close
}

const holdsNote = (doc: Doc): boolean => {
  if (typeof doc === 'string') return false
  if (isList(doc)) return doc.some(holdsNote)
  if (doc.kind === 'group' || doc.kind === 'chain') return doc.items.some(holdsNote)
  return doc.kind === 'noted'
}

/** A call on what precedes it, such as `.reduce((a, b) => ...)`. */
const isMethod = (doc: Doc): boolean => typeof doc === 'string' && /^\.\w+\(./.test(doc)

const isBreakable = (doc: Doc): boolean =>
  isList(doc)
    ? doc.some(isBreakable)
    : typeof doc === 'object' && (doc.kind !== 'group' || doc.items.length > 0)

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)

/**
 * Code on lines of at most 100 columns, as far as it can be broken.
 *
 * @param before What stands on the line already, with its indent
 * @param after Columns that have to stay free at the end
 */
export function layOut(doc: Doc, indent: string, before: string, after = 0): string {
  const flat = flatten(doc)
  if (!holdsNote(doc) && before.length + flat.length + after <= MAX_COLUMNS && !flat.includes('\n'))
    return flat
  if (typeof doc === 'string') return doc
  const inner = `${indent}  `
  if (isList(doc)) {
    const noted = doc.findLastIndex(holdsNote)
    const method = noted < 0 ? doc.findLastIndex(isMethod) : -1
    if (method > 0) {
      const [start, end] = [doc.slice(0, method), doc.slice(method)]
      return `${layOut(start, indent, before)}\n${inner}${layOut(end, inner, inner, after)}`
    }
    const broken = noted < 0 ? doc.findLastIndex(isBreakable) : noted
    return doc.reduce<string>((text, part, i) => {
      const rest =
        after +
        doc
          .slice(i + 1)
          .map(flatten)
          .join('').length
      const printed = i === broken ? layOut(part, indent, lastLine(before + text), rest) : flatten(part)
      return (printed.startsWith('\n') ? text.trimEnd() : text) + printed
    }, '')
  }
  if (doc.kind === 'noted') return layOut(doc.doc, indent, before, after)
  if (doc.kind === 'text') return breakText(doc, indent, before)
  if (doc.kind === 'chain')
    return doc.items
      .map((item, i) => layOut(item, inner, i === 0 ? before : inner, doc.operator.length + 1))
      .join(` ${doc.operator}\n${inner}`)
  const isPlain = doc.items.every((item) => isKind(item, 'text') && item.text.length <= MAX_FILLED_LENGTH)
  if (isPlain) {
    const filled = fillLines(
      doc.items.map((item) => `${flatten(item)}, `),
      MAX_COLUMNS - inner.length,
    )
    return `${doc.open}\n${filled.map((line) => `${inner}${line.trimEnd()}\n`).join('')}${indent}${doc.close}`
  }
  const lines = doc.items.map((item) => {
    const note = isKind(item, 'noted') ? printNote(item.note, inner) : ''
    return `${note}${inner}${layOut(item, inner, inner, 1)}${doc.isBare ? '' : ','}\n`
  })
  return `${doc.open.trimEnd()}\n${lines.join('')}${indent}${doc.close.trimStart()}`
}

/** A comment of one or more lines. */
export function printNote(note: string, indent: string): string {
  const lines = note.split('\n').flatMap((line) => splitWords(line, MAX_COLUMNS - indent.length - 3))
  return lines.map((line) => `${indent}// ${line.trim()}\n`).join('')
}

function breakText({ text, isValue }: LongText, indent: string, before: string): string {
  const inner = `${indent}  `
  const width = MAX_COLUMNS - inner.length - 4
  const pieces = text
    .split(/(?<=\n)(?!\n)/)
    .flatMap((line) => splitWords(line, width - (line.split(/["'\n]/).length - 1)))
  if (pieces.length === 1 && before.length <= inner.length + 2) return quoteText(text)
  return (isValue ? `\n${inner}` : '') + pieces.map(quoteText).join(` +\n${inner}`)
}

/** Pieces of a text that end after a word. */
const splitWords = (text: string, width: number): string[] => fillLines(text.split(/(?<= )(?! )/), width)

function fillLines(pieces: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    if (last !== undefined && (last + piece).length <= width) lines[lines.length - 1] = last + piece
    else lines.push(piece)
  }
  return lines
}
