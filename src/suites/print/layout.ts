export const MAX_COLUMNS = 100
/** Columns for code in a comment. */
export const MAX_PROPOSAL_COLUMNS = MAX_COLUMNS - 10
/** Numbers, and texts up to this length, share lines. */
const MAX_FILLED_LENGTH = 40
const NUMBER = /^-?\d[\d.e+-]*$/
const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/

type Part =
  | { kind: 'line' }
  | { kind: 'indent'; doc: Doc }
  /** `flat` if it fits on the line, else `broken`. */
  | { kind: 'choice'; flat: Doc; broken: Doc }
  /** A text, in several pieces if it is too long for a line; a value then begins on a line of its own. */
  | { kind: 'text'; text: string; isValue: boolean }
  /** Items that share lines. */
  | { kind: 'fill'; items: readonly string[] }
  /** A comment above what follows. */
  | { kind: 'note'; note: string }
  /** Code whose lines are wanted. */
  | { kind: 'mark'; mark: string | null; doc: Doc }
/** Code with the places where it may be broken over lines. */
export type Doc = string | Part | readonly Doc[]

const isList = (doc: Doc): doc is readonly Doc[] => Array.isArray(doc)

export const LINE: Doc = { kind: 'line' }
export const buildIndent = (doc: Doc): Doc => ({ kind: 'indent', doc })
export const buildChoice = (flat: Doc, broken: Doc): Doc => ({ kind: 'choice', flat, broken })
/** A text; `isValue` if it follows a key. */
export const buildText = (text: string, isValue = false): Doc => ({ kind: 'text', text, isValue })
export const buildNotes = (notes: readonly string[]): Doc[] => notes.map((note) => ({ kind: 'note', note }))
export const buildMark = (mark: string | null, doc: Doc): Doc => ({ kind: 'mark', mark, doc })

/** Documents with another between each two. */
export const joinDocs = (docs: readonly Doc[], between: Doc): Doc[] =>
  docs.flatMap((doc, i) => (i === 0 ? [doc] : [between, doc]))

/** Lines between braces. */
export const buildBlock = (lines: readonly Doc[]): Doc => [
  '{',
  buildIndent(lines.map((one) => [LINE, one])),
  LINE,
  '}',
]

/** A statement under a condition. */
export const buildIf = (guard: Doc | undefined, doc: Doc): Doc =>
  guard === undefined
    ? doc
    : buildChoice(['if (', guard, ') ', doc], ['if (', guard, ') ', buildBlock([doc])])

/** Items between brackets: on one line if they fit, else one per line, or numbers and short texts filled into lines. */
export function buildGroup(open: string, items: readonly Doc[], close: string): Doc {
  if (items.length === 0) return open.trim() + close.trim()
  const isPlain = items.every((item) =>
    typeof item === 'string'
      ? NUMBER.test(item)
      : !isList(item) && item.kind === 'text' && item.text.length <= MAX_FILLED_LENGTH,
  )
  const lines: Doc = isPlain
    ? [LINE, { kind: 'fill', items: items.map((item) => `${flatten(item)},`) }]
    : items.map((item) => [LINE, item, ','])
  return buildChoice(
    [open, joinDocs(items, ', '), close],
    [open.trimEnd(), buildIndent(lines), LINE, close.trimStart()],
  )
}

/** Operands with an operator between them; broken after the operator. */
export const buildChain = (operator: string, [first = '', ...others]: readonly Doc[]): Doc =>
  others.length === 0
    ? first
    : buildChoice(joinDocs([first, ...others], ` ${operator} `), [
        first,
        buildIndent(others.map((item) => [` ${operator}`, LINE, item])),
      ])

/** A list, then a method on a line of its own if it does not fit. */
export const buildMethod = (list: Doc, method: Doc): Doc =>
  buildChoice([list, method], [list, buildIndent([LINE, method])])

/** In brackets if one of some operators is outermost. */
export const wrapOperand = (doc: Doc, operators = /^ \S+ $/): Doc => {
  const flat = typeof doc === 'object' && !isList(doc) && doc.kind === 'choice' ? doc.flat : []
  const parts = isList(flat) ? flat : []
  return parts.some((part) => typeof part === 'string' && operators.test(part)) ? ['(', doc, ')'] : doc
}

/** Operands with an operator between them, each in brackets if it has an operator itself that does not bind more tightly. */
export const buildOperation = (operator: string, operands: readonly Doc[]): Doc => {
  const wrapped = operands.map((one) => wrapOperand(one, operator === '-' ? /^ [^*/]+ $/ : undefined))
  return buildChain(operator, wrapped)
}

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

/** The keys of a JSON Pointer. */
export const readSegments = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Field access for a JSON Pointer or its keys: `.items[0].id`. */
export function printPath(pointer: string | readonly string[], mayMiss = false): string {
  const keys = typeof pointer === 'string' ? readSegments(pointer) : pointer
  const joined = keys
    .map((key) => {
      if (/^(?:0|[1-9]\d*)$/.test(key)) return `[${key}]`
      return printKey(key) === key ? `.${key}` : `[${quoteText(key)}]`
    })
    .join('')
  if (!mayMiss || joined === '') return joined
  return joined.startsWith('.') ? `?${joined}` : `?.${joined}`
}

/** A field of an object, with notes above it. */
export const buildField = (key: string, value: Doc, notes: readonly Doc[] = []): Doc => {
  if (value === key && PLAIN_KEY.test(key)) return [...notes, key]
  const start = `${printKey(key)}: `
  if (isWhole(value)) return [...notes, buildChoice([start, value], [start, buildIndent([LINE, value])])]
  const isText = typeof value === 'object' && !isList(value) && value.kind === 'text'
  return [...notes, start, isText ? { ...value, isValue: true } : value]
}
/** Whether code cannot be broken. */
const isWhole = (doc: Doc): boolean => typeof doc === 'string' || (isList(doc) && doc.every(isWhole))

export const buildObject = (fields: readonly Doc[]): Doc => buildGroup('{ ', fields, ' }')

const listParts = (doc: Part): readonly Doc[] =>
  doc.kind === 'choice' ? [doc.flat] : doc.kind === 'indent' || doc.kind === 'mark' ? [doc.doc] : []

/** Code on one line; a comment, or a line that has to be broken, becomes the end of a line. */
export function flatten(doc: Doc): string {
  if (typeof doc === 'string') return doc
  if (isList(doc)) return doc.map(flatten).join('')
  if (doc.kind === 'note' || doc.kind === 'line') return '\n'
  return doc.kind === 'text' ? quoteText(doc.text) : listParts(doc).map(flatten).join('')
}

/** Columns up to the first place where a line may end. */
function measureLine(doc: Doc): number {
  const docs = [doc]
  let columns = 0
  for (let next = docs.pop(); next !== undefined; next = docs.pop()) {
    if (typeof next === 'string') columns += next.length
    else if (isList(next)) docs.push(...next.toReversed())
    else if (next.kind === 'line' || (next.kind === 'text' && next.isValue)) return columns
    else if (next.kind === 'text') columns += quoteText(next.text).length
    else docs.push(next.kind === 'choice' ? next.broken : (listParts(next)[0] ?? ''))
  }
  return columns
}

/** Where marked code stands, by lines counted from 1. */
export interface MarkedLines {
  mark: string | null
  from: number
  to: number
}

/** Code on lines of at most 100 columns, or as many as are given, as far as it can be broken. */
export function layOut(root: Doc, marks: MarkedLines[] = [], maxColumns = MAX_COLUMNS): string {
  let text = ''
  const countLines = (): number => text.split('\n').length
  const breakLine = (indent: string): void => {
    text = `${text.trimEnd()}\n${indent}`
  }
  const fits = (doc: Doc, after: Doc): boolean => {
    const flat = flatten(doc)
    const column = text.length - text.lastIndexOf('\n') - 1
    return !flat.includes('\n') && column + flat.length + measureLine(after) <= maxColumns
  }
  const writeText = (value: string, isValue: boolean, indent: string): void => {
    if (isValue) breakLine(indent)
    text += splitText(value, maxColumns - indent.length - 2)
      .map(quoteText)
      .join(` +\n${indent}`)
  }
  const writeNote = (note: string, indent: string): void => {
    for (const line of splitNote(note, maxColumns - indent.length)) {
      text += `// ${line}`
      breakLine(indent)
    }
  }
  /** `after` is what follows on the line. */
  const write = (doc: Doc, indent: string, after: Doc): void => {
    if (typeof doc === 'string') text += doc
    else if (isList(doc)) for (const [i, one] of doc.entries()) write(one, indent, [doc.slice(i + 1), after])
    else if (doc.kind === 'line') breakLine(indent)
    else if (doc.kind === 'indent') write(doc.doc, `${indent}  `, after)
    else if (doc.kind === 'note') writeNote(doc.note, indent)
    else if (doc.kind === 'fill')
      text += fillLines(doc.items, ' ', maxColumns - indent.length).join(`\n${indent}`)
    else if (doc.kind === 'mark') {
      const from = countLines()
      write(doc.doc, indent, after)
      marks.push({ mark: doc.mark, from, to: countLines() })
    } else if (fits(doc, after)) text += flatten(doc)
    else if (doc.kind === 'text') writeText(doc.text, doc.isValue, `${indent}  `)
    else write(doc.broken, indent, after)
  }
  write(root, '', '')
  return text
}

/** What stands before proposed code in a comment. */
const PROPOSED = '\nProposed:'

/** Proposed code for a comment; empty without any. */
export const formatProposal = (code: string): string =>
  code === '' ? '' : `${PROPOSED}${/^.{1,80}$/.test(code) ? ' ' : '\n'}${code}`

/** The lines of a comment. Those of proposed code stay whole, since a line that was broken within a text would be wrong. */
function splitNote(note: string, columns: number): string[] {
  const [words = '', code] = note.split(PROPOSED, 2)
  const lines = words
    .split('\n')
    .flatMap((line) => (line.length <= columns - 3 ? [line] : fillLines(line.split(/ +/), ' ', columns - 3)))
  return code === undefined ? lines : [...lines, ...`${PROPOSED.trim()}${code}`.split('\n')]
}

/** Pieces of a text that end after a word or a field of JSON; a word without end is cut. */
function splitText(text: string, columns: number): string[] {
  const cut = (word: string): string[] => {
    let size = columns
    while (quoteText(word.slice(0, size)).length > columns) size--
    return size >= word.length ? [word] : [word.slice(0, size), ...cut(word.slice(size))]
  }
  return text
    .split(/(?<=\n)(?!\n)/)
    .flatMap((line) =>
      fillLines(
        line.split(/(?<= )(?! )|(?<=,)(?=["{])/).flatMap(cut),
        '',
        columns,
        (one) => quoteText(one).length,
      ),
    )
}

function fillLines(
  pieces: readonly string[],
  between: string,
  columns: number,
  measure: (line: string) => number = ({ length }) => length,
): string[] {
  const lines: string[] = []
  for (const piece of pieces) {
    const joined = `${lines.at(-1)}${between}${piece}`
    if (lines.length > 0 && measure(joined) <= columns) lines[lines.length - 1] = joined
    else lines.push(piece)
  }
  return lines
}
