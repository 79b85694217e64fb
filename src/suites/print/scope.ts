import type { From } from '../../schema/binding.ts'
import type { Step } from '../../schema/task.ts'
import { plural } from '../../shared/singular.ts'
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

/** A loop, a condition or an attempt, with its statements. */
export interface Block {
  kind: 'for' | 'if' | 'try'
  head: Doc
  body: Level
  /** What holds within: the condition as a text, and that of `other`. */
  key?: string
  otherKey?: string
  /** Statements of `else` or `catch`. */
  other?: Level
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
  private readonly used = new Set<string>()
  /** Levels that have to declare the variable of a step, and the list of a repeated one, since they are read there. */
  private readonly hoisted = new Map<string, Level>()
  private readonly listed = new Map<string, Level>()
  private readonly lists = new Map<string, string>()
  /** Variables for texts that are written more than once. */
  readonly literals = new Map<string, string>()
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

  private nameResult(stepId: string): ResultName {
    return this.results.names.get(stepId) ?? { name: stepId }
  }

  /** Name of a result and whether it may be undefined here. */
  read(stepId: string): ResultName & { mayMiss: boolean } {
    this.used.add(stepId)
    const declared = this.places.get(stepId)
    if (declared !== undefined && !this.here.chain.includes(declared)) this.hoist(stepId, this.hoisted)
    return { ...this.nameResult(stepId), mayMiss: !this.here.has(stepId) }
  }

  /** Name of the list with the results of a repeated step. */
  readList(stepId: string): string {
    this.hoist(stepId, this.listed)
    return this.nameList(stepId)
  }

  /** Declares a variable where both the step and its reader see it. */
  private hoist(stepId: string, into: Map<string, Level>): void {
    const readers = [this.here, into.get(stepId) ?? this.here]
    const isShared = (level: Level): boolean => readers.every(({ chain }) => chain.includes(level))
    into.set(stepId, this.places.get(stepId)?.chain.find(isShared) ?? this.root)
  }

  private nameList(stepId: string): string {
    const { name } = this.nameResult(stepId)
    const list =
      this.lists.get(stepId) ?? this.results.findFree(plural(name) === name ? `${name}List` : plural(name))
    this.lists.set(stepId, list)
    return list
  }

  /** Declares a variable for a value by the first name that is free, and returns the name. */
  declareValue(names: readonly string[], value: Doc): string {
    const free = this.results.findFree(...names)
    this.here.statements.push({ doc: [`const ${free} = `, value] })
    return free
  }

  /** The variable for what a key means, if there is one. */
  findDeclared(key: string, level = this.here): string | undefined {
    return level.chain.find(({ chosen }) => chosen.has(key))?.chosen.get(key)
  }

  /** The variable for what a key means: one that is there, else a new one by the first name that is free. */
  declareOnce(
    key: string,
    names: readonly string[],
    print: () => Doc,
    level = this.here,
    printNotes: (name: string) => string[] = () => [],
  ): string {
    const known = this.findDeclared(key, level)
    if (known !== undefined) return known
    const { here } = this
    const name = this.results.findFree(...names)
    level.chosen.set(key, name)
    this.here = level
    const notes = printNotes(name)
    const doc: Doc = [`const ${name} = `, print()]
    level.statements.push({ doc, notes })
    this.here = here
    return name
  }

  /** The lines of a level, once all statements stand. */
  buildLines(level = this.root): Doc[] {
    return level.statements.flatMap((statement) =>
      'body' in statement ? this.buildBlock(statement, level) : this.buildLine(statement),
    )
  }

  private buildLine({ doc, notes = [], step }: Line): Doc[] {
    const comments = buildNotes(notes)
    if (doc === undefined) return comments
    if (step === undefined) return [[...comments, doc]]
    if (step === null) return [[...comments, 'return ', buildMark(null, doc)]]
    return [[...comments, buildMark(step, joinDocs(this.declareResult(step, doc), LINE))]]
  }

  private buildBlock({ kind, head, body, other }: Block, level: Level): Doc[] {
    const lines = buildBlock(this.buildLines(body))
    const others = other === undefined ? [] : this.buildLines(other)
    const declared = this.declareBefore([body, other], level)
    if (kind === 'for') return [...declared, [head, ' ', lines]]
    if (kind === 'try') {
      const caught = buildBlock(['if (!(error instanceof Refused)) throw error', ...others])
      return [...declared, ['try ', lines, ' catch (error) ', caught]]
    }
    const start = buildChoice(['if (', head, ')'], ['if (', buildIndent([LINE, head]), LINE, ')'])
    return [...declared, [start, ' ', lines, ...(other === undefined ? [] : [' else ', buildBlock(others)])]]
  }

  /** Lines before a block that declare what is assigned further in. */
  private declareBefore(inner: readonly (Level | undefined)[], level: Level): string[] {
    const isInside = ({ step_id }: Step): boolean =>
      this.places.get(step_id)?.chain.some((one) => inner.includes(one)) === true
    return this.steps
      .filter(isInside)
      .flatMap(({ step_id }) => [
        ...(this.hoisted.get(step_id) === level ? [`let ${this.nameResult(step_id).name}`] : []),
        ...(this.listed.get(step_id) === level ? [`const ${this.nameList(step_id)} = []`] : []),
      ])
  }

  /** A call with its variable, and the list that its result goes to. */
  private declareResult(step: string, doc: Doc): Doc[] {
    const isListed = this.listed.has(step)
    const list = isListed ? this.nameList(step) : ''
    if (!this.used.has(step)) return [isListed ? [`${list}.push(`, doc, ')'] : doc]
    const { name, field } = this.nameResult(step)
    const taken = field === name ? name : `${field}: ${name}`
    const assigned: Doc = this.hoisted.has(step)
      ? [`${name} = `, ...(field === undefined ? [doc] : ['(', doc, `).${field}`])]
      : [`const ${field === undefined ? name : `{ ${taken} }`} = `, doc]
    return isListed ? [assigned, `${list}.push(${name})`] : [assigned]
  }
}
