import {
  buildBlock,
  buildChoice,
  buildIndent,
  buildMark,
  buildNotes,
  type Doc,
  joinDocs,
  LINE,
} from './layout.ts'

/** Statements between braces. */
export class Level {
  readonly statements: (Block | Line)[] = []
  /** Steps whose result is there. */
  readonly present = new Set<string>()
  /** Variables for what is chosen, by what chooses. */
  readonly chosen = new Map<string, string>()
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
  doc?: Doc
  /** Questions above it. */
  notes?: readonly string[]
  /** Step whose result it may declare; null if it returns the answer. */
  step?: string | null
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
  /** Lines before a block that declare what is assigned further in. */
  declareBefore(block: Block, level: Level): readonly string[]
  /** A call with its variable. */
  declare(step: string, doc: Doc): Doc[]
}

/** The lines of a level. */
export const buildLines = (level: Level, reader: LevelReader): Doc[] =>
  level.statements.flatMap((statement) =>
    'body' in statement
      ? [...reader.declareBefore(statement, level), buildStatement(statement, reader)]
      : buildLine(statement, reader),
  )

function buildLine({ doc, notes = [], step }: Line, reader: LevelReader): Doc[] {
  const comments = buildNotes(notes)
  if (doc === undefined) return comments
  if (step === undefined) return [[...comments, doc]]
  if (step === null) return [[...comments, 'return ', buildMark(null, doc)]]
  return [[...comments, buildMark(step, joinDocs(reader.declare(step, doc), LINE))]]
}

function buildStatement({ kind, head, body, other }: Block, reader: LevelReader): Doc {
  const lines = buildLines(body, reader)
  const others = other === undefined ? [] : buildLines(other, reader)
  if (kind === 'try') {
    const rest = ['if (!(error instanceof Refused)) throw error', ...others]
    return ['try ', buildBlock(lines), ' catch (error) ', buildBlock(rest)]
  }
  if (kind === 'for') return [head, ' ', buildBlock(lines)]
  const start = buildChoice(['if (', head, ')'], ['if (', buildIndent([LINE, head]), LINE, ')'])
  const whole: Doc = [
    start,
    ' ',
    buildBlock(lines),
    ...(other === undefined ? [] : [' else ', buildBlock(others)]),
  ]
  const [only] = body.statements
  const isCall =
    only !== undefined && !('body' in only) && only.step !== undefined && body.statements.length === 1
  const isPlain = isCall && (only.step === null || reader.declare(only.step as string, '').join('') === '')
  return isPlain && other === undefined ? buildChoice([start, ' ', ...lines], whole) : whole
}
