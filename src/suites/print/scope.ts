import type { From } from '../../schema/binding.ts'
import type { Step } from '../../schema/task.ts'
import type { Json } from '../../shared/json.ts'
import { buildBlock, buildMark, buildNotes, type Doc, joinDocs, LINE } from './layout.ts'
import type { ResultName, ResultNames } from './names.ts'

/** Statements between braces. */
export class Level {
  readonly statements: (Block | Line)[] = []
  /** Steps whose result is there. */
  readonly present = new Set<string>()
  /** Variables for what is chosen, by what chooses. */
  readonly chosen = new Map<string, string>()
  /** This level and those around it, the innermost first. */
  readonly chain: readonly Level[]
  /** Variable of the loop. */
  readonly item: string | undefined
  /** Message of the user at which the outermost loop begins; endless outside of loops. */
  readonly turn: number

  constructor(above?: Level, item?: string, turn = Number.POSITIVE_INFINITY) {
    this.chain = [this, ...(above?.chain ?? [])]
    this.item = item ?? above?.item
    this.turn = Math.min(turn, above?.turn ?? turn)
  }

  has(stepId: string): boolean {
    return this.chain.some(({ present }) => present.has(stepId))
  }
}

export interface Line {
  doc?: Doc
  /** Questions above it. */
  notes?: readonly string[]
  /** Step whose result it may declare; null if it returns the answer. */
  step?: string | null
}

/** The value in a gap of a text. */
export interface Gap {
  doc: Doc
  code: string
}

/** A statement with others between its braces, such as a loop. */
export interface Block {
  head: Doc
  body: Level
}

/** How many items a list has in the recorded world. */
export type LengthOf = (list: Pick<From, '$from' | 'at'>) => number | undefined

/** Statements of a function, and which variables they declare and read. */
export class FunctionScope {
  readonly root = new Level()
  /** The level to which statements are added. */
  here = this.root
  /** Where a step stands. */
  readonly places = new Map<string, Level>()
  readonly results: ResultNames
  readonly steps: readonly Step[]
  private readonly helpers: Set<string>
  /** Steps whose result is read. */
  protected readonly used = new Set<string>()
  /** Variables for texts that are written more than once. */
  readonly literals = new Map<string, string>()
  /** Variables for what calls of a run differ in, by the first of them. */
  readonly words = new Map<string, { name: string; words: readonly Json[] }>()
  /** How many items a list has, where this is known. */
  readonly lengthOf: LengthOf

  /** @param helpers Gets the names of what the function imports */
  constructor(steps: readonly Step[], results: ResultNames, helpers: Set<string>, lengthOf: LengthOf) {
    this.lengthOf = lengthOf
    this.steps = steps
    this.results = results
    this.helpers = helpers
  }

  /** Imports a helper. */
  use(helper: string): string {
    this.helpers.add(helper)
    return helper
  }

  protected nameResult(stepId: string): ResultName {
    return this.results.names.get(stepId) ?? { name: stepId }
  }

  /** Name of a result and whether it may be undefined here. */
  read(stepId: string): ResultName & { mayMiss: boolean } {
    this.used.add(stepId)
    return { ...this.nameResult(stepId), mayMiss: !this.here.has(stepId) }
  }

  /** Declares a variable for a value by the first name that is free, and returns the name. */
  declareValue(names: readonly string[], value: Doc): string {
    const free = this.results.findFree(...names)
    this.here.statements.push({ doc: [`const ${free} = `, value] })
    return free
  }

  /** What stands in a gap of a text: a variable that holds it already, a new one if it gets names, else the value. */
  nameGap({ doc, code }: Gap, names: readonly string[]): string {
    const known = this.here.chain.find(({ chosen }) => chosen.has(code))?.chosen.get(code)
    if (known !== undefined || names.length === 0) return known ?? code
    const name = this.declareValue(names, doc)
    this.here.chosen.set(code, name)
    return name
  }

  /** The lines of a level, once all statements stand. */
  buildLines(level = this.root): Doc[] {
    return level.statements.flatMap((statement) =>
      'body' in statement ? this.buildStatement(statement, level) : this.buildLine(statement),
    )
  }

  private buildLine({ doc, notes = [], step }: Line): Doc[] {
    const comments = buildNotes(notes)
    if (doc === undefined) return comments
    if (step === undefined) return [[...comments, doc]]
    if (step === null) return [[...comments, 'return ', buildMark(null, doc)]]
    return [[...comments, buildMark(step, joinDocs(this.declareResult(step, doc), LINE))]]
  }

  /** @param _level The level that the block stands in */
  protected buildStatement({ head, body }: Block, _level: Level): Doc[] {
    return [[head, ' ', buildBlock(this.buildLines(body))]]
  }

  /** A call with its variable. */
  protected declareResult(step: string, doc: Doc): Doc[] {
    if (!this.used.has(step)) return [doc]
    const { name, field } = this.nameResult(step)
    const taken = field === name ? name : `${field}: ${name}`
    return [[`const ${field === undefined ? name : `{ ${taken} }`} = `, doc]]
  }
}
