import type { From } from '../../schema/binding.ts'
import type { Step } from '../../schema/task.ts'
import { plural } from '../../shared/singular.ts'
import {
  buildBlock,
  buildChoice,
  buildIf,
  buildIndent,
  buildMark,
  buildNotes,
  type Doc,
  joinDocs,
  LINE,
} from './layout.ts'
import { FIRST, type ResultName, type ResultNames } from './names.ts'

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

  /** Whether its statements are one expression under a condition, which cannot declare variables. */
  readonly isGuarded: boolean

  constructor(
    above?: Level,
    {
      item,
      turn = Number.POSITIVE_INFINITY,
      isGuarded = false,
    }: Partial<Pick<Level, 'item' | 'turn' | 'isGuarded'>> = {},
  ) {
    this.chain = [this, ...(above?.chain ?? [])]
    this.item = item ?? above?.item
    this.turn = Math.min(turn, above?.turn ?? turn)
    this.isGuarded = isGuarded
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
  /** What has to hold for it. */
  guard?: Doc | undefined
  /** Whether its tool may refuse the call. */
  isTried?: boolean
}

/** A loop with its statements. */
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
  private readonly used = new Set<string>()
  /** Levels that have to declare the list of a repeated step. */
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

  /** The noun of the tool of a step. */
  readNoun(stepId: string): string[] {
    const step = this.steps.find(({ step_id }) => step_id === stepId)
    return this.results.readNoun(step?.tool_name ?? '')
  }

  private nameResult(stepId: string): ResultName {
    return this.results.names.get(stepId) ?? { name: stepId }
  }

  /** Name of a result and whether it may be undefined here. */
  read(stepId: string): ResultName & { mayMiss: boolean } {
    this.used.add(stepId)
    return { ...this.nameResult(stepId), mayMiss: !this.here.has(stepId) }
  }

  /** Name of the list with the results of a repeated step, which both the step and its reader see. */
  readList(stepId: string): string {
    const readers = [this.here, this.listed.get(stepId) ?? this.here]
    const isShared = (level: Level): boolean => readers.every(({ chain }) => chain.includes(level))
    this.listed.set(stepId, this.places.get(stepId)?.chain.find(isShared) ?? this.root)
    return this.nameList(stepId)
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
    return level.statements.flatMap((statement): Doc[] => {
      if (!('body' in statement)) return this.buildLine(statement)
      const { head, body } = statement
      const lists = [...this.listed].flatMap(([id, at]) =>
        at === level && this.places.get(id)?.chain.includes(body) ? [`const ${this.nameList(id)} = []`] : [],
      )
      return [...lists, [head, ' ', buildBlock(this.buildLines(body))]]
    })
  }

  private buildLine({ doc, notes = [], step, guard, isTried = false }: Line): Doc[] {
    const comments = buildNotes(notes)
    if (doc === undefined) return comments
    if (step === undefined) return [[...comments, doc]]
    if (step === null) return [[...comments, buildIf(guard, ['return ', buildMark(null, doc)])]]
    const handler = buildBlock(['if (!(error instanceof Refused)) throw error'])
    const call = isTried ? [doc, '.catch((error) => ', handler, ')'] : doc
    const lines = this.declareResult(step, call, guard, isTried)
    return [[...comments, buildMark(step, joinDocs(lines, LINE))]]
  }

  /** A call with its variable, and the list that its result goes to. */
  private declareResult(step: string, doc: Doc, guard: Doc | undefined, isTried: boolean): Doc[] {
    const list = this.listed.has(step) ? this.nameList(step) : undefined
    if (!this.used.has(step)) return [buildIf(guard, list === undefined ? doc : [`${list}.push(`, doc, ')'])]
    const { name, field } = this.nameResult(step)
    const isFirst = field === FIRST
    const taken = isFirst ? `[${name}]` : `{ ${field === name ? name : `${field}: ${name}`} }`
    const path = isFirst ? `${isTried ? '?.' : ''}[0]` : `${isTried ? '?' : ''}.${field}`
    const value: Doc = field === undefined ? doc : ['(', doc, `)${path}`]
    const declared: Doc =
      guard !== undefined
        ? buildAssignment(`const ${name} =`, [guard, ' ? ', value, ' : undefined'])
        : isTried || field === undefined
          ? [`const ${name} = `, value]
          : [`const ${taken} = `, doc]
    return list === undefined ? [declared] : [declared, buildIf(guard, `${list}.push(${name})`)]
  }
}

/** A value on the line of its name, else on a line of its own. */
const buildAssignment = (start: string, value: Doc): Doc =>
  buildChoice([start, ' ', value], [start, buildIndent([LINE, value])])
