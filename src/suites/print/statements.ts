import { buildChain, buildGroup, type Doc, layOut, MAX_COLUMNS, printNote } from './layout.ts'

/** Statements between braces. */
export class Level {
  readonly statements: (Block | Line)[] = []
  /** Steps whose result is there. */
  readonly present = new Set<string>()
  /** Variables for found items, by what is found. */
  readonly found = new Map<string, string>()
  readonly above: Level | undefined
  /** Variable of the loop. */
  readonly item: string | undefined
  /** Message of the user at which the outermost loop begins; endless outside of loops. */
  readonly turn: number

  constructor(above?: Level, item?: string, turn = Number.POSITIVE_INFINITY) {
    this.above = above
    this.item = item ?? above?.item
    this.turn = Math.min(turn, above?.turn ?? turn)
  }

  /** This level and those around it, the innermost first. */
  get chain(): Level[] {
    return [this, ...(this.above?.chain ?? [])]
  }

  has(stepId: string): boolean {
    return this.chain.some(({ present }) => present.has(stepId))
  }

  /** Blocks that stand last, from this level on inwards; a loop may stand anywhere. */
  get open(): Block[] {
    return this.statements.filter(
      (one, i): one is Block => 'body' in one && (i === this.statements.length - 1 || one.kind === 'for'),
    )
  }
}

export interface Line {
  doc: Doc
  /** Questions above it. */
  notes?: readonly string[]
  /** Variable that it declares, by step; assigned only where a `let` stands further out. */
  step?: string
  /** Whether it returns the answer. */
  isAnswer?: boolean
}

/** A condition, a loop or an attempt, with its statements. */
export interface Block {
  kind: 'for' | 'if' | 'try'
  head: Doc
  body: Level
  /** What holds within: the condition as a text, and that of `other`. */
  key: string
  otherKey: string
  /** Statements of `else` or `catch`. */
  other?: Level
}

/** What is known once all statements stand: which variables are read where. */
export interface LevelReader {
  /** Lines before a statement that declare what is assigned further in. */
  declareBefore(statement: Block | Line, level: Level): readonly string[]
  /** A call with its variable. */
  declare(line: Line): readonly Doc[]
  /** Takes note of the code that a line became. */
  notePrinted(line: Line, code: string): void
}

export function printLevel(level: Level, indent: string, reader: LevelReader): string {
  const printed = level.statements.map((statement) => {
    const declared = reader.declareBefore(statement, level).map((line) => `${indent}${line}\n`)
    const text =
      'body' in statement ? printBlock(statement, indent, reader) : printLine(statement, indent, reader)
    return declared.join('') + text
  })
  return printed.join('')
}

function printLine(line: Line, indent: string, reader: LevelReader): string {
  const notes = (line.notes ?? []).map((note) => printNote(note, indent))
  const docs = line.doc === '' ? [] : reader.declare(line)
  const code = docs.map((doc) => `${indent}${layOut(doc, indent, indent)}\n`).join('')
  reader.notePrinted(line, code)
  return notes.join('') + code
}

function printBlock({ kind, head, body, other }: Block, indent: string, reader: LevelReader): string {
  const inner = `${indent}  `
  const text = printLevel(body, inner, reader)
  const otherText = other === undefined ? '' : printLevel(other, inner, reader)
  if (kind === 'try')
    return `${indent}try {\n${text}${indent}} catch (error) {\n${inner}if (!(error instanceof Refused)) throw error\n${otherText}${indent}}\n`
  const start = layOut(kind === 'for' ? head : buildGroup('if (', [head], ')', true), indent, indent, 2)
  const short = `${indent}${start} ${text.trim()}\n`
  const isShort =
    body.statements.length === 1 && /^ *(?:await|return) .*\n$/.test(text) && short.length <= MAX_COLUMNS
  if (kind === 'if' && other === undefined && isShort) return short
  const rest = other === undefined ? '' : ` else {\n${otherText}${indent}}`
  return `${indent}${start} {\n${text}${indent}}${rest}\n`
}

/** All conditions at once. */
export const joinConditions = (parts: readonly Doc[]): Doc => buildChain('&&', parts)
