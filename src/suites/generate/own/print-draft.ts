import { isFrom } from '../../../schema/binding.ts'
import {
  dropUndefinedFields,
  isObject,
  type Json,
  type JsonObject,
  stringifyStably,
} from '../../../shared/json.ts'
import { plural, singular } from '../../../shared/singular.ts'
import type { AskedAnswer } from '../../../tools/content/answer-request.ts'
import { buildExpectedAnswer } from '../../../tools/content/answer-request.ts'
import { printBest, printData } from '../../print/expressions.ts'
import { type Doc, flatten, layOut, quoteText } from '../../print/layout.ts'
import { printPath, RESERVED } from '../../print/names.ts'
import { readToolAlias } from '../../print/print-suite.ts'
import { camelCase } from '../../print/words.ts'
import { stepId } from '../bind.ts'
import type { Hits, Limit, OwnDraft, OwnStep } from './own-draft.ts'
import type { OwnTool } from './things.ts'

/** A thing that a list finds: `{"$find": list, "where" | "least" | "greatest", "give"}`. */
interface Found {
  $find: { $from: string; at: string }
  where?: { $eq: [{ $item: string }, Json] }
  least?: string
  greatest?: string
  give: string
}

const holdsKey = (value: Json, key: string): value is JsonObject => isObject(value) && key in value
const isFound = (value: Json): value is JsonObject & Found => holdsKey(value, '$find')
const isHits = (value: Json): value is Hits => holdsKey(value, '$hits')

const readAnswer = (answer: AskedAnswer | undefined): Json | undefined =>
  answer && buildExpectedAnswer(answer)

const printPlain = (value: Json): string =>
  typeof value === 'string' ? quoteText(value) : flatten(printData(value))

const printLimit = (value: string, { above, below = null }: Limit): string =>
  above === undefined ? `${value} < ${printPlain(below)}` : `${value} > ${printPlain(above)}`

const printMean = (total: string, hits: string): string => `Number((${total} / ${hits}.length).toFixed(2))`

const indentLines = (text: string): string => text.replaceAll(/^/gm, '  ')

/** Prints the calls of a draft over own tools as the body of a function. */
class DraftPrinter {
  private readonly results = new Map<string, string>()
  private readonly found = new Map<string, string>()
  private readonly taken = new Set<string>()
  private readonly statements: string[] = []
  private item = ''
  private readonly toolsByName: ReadonlyMap<string, OwnTool>

  constructor(tools: readonly OwnTool[]) {
    this.toolsByName = new Map(tools.map((tool) => [tool.name, tool]))
    for (const { name } of tools) this.taken.add(readToolAlias(name))
  }

  print({ steps, answer }: OwnDraft): string {
    const graded = readAnswer(answer)
    const all = JSON.stringify([steps, graded])
    for (const [i, step] of steps.entries())
      this.printStep(step, stepId(i + 1), all.includes(`"$from":"${stepId(i + 1)}"`))
    if (graded !== undefined) this.statements.push(layOut(['return ', this.printValue(graded)]))
    return this.statements.join('\n')
  }

  private printStep(step: OwnStep, id: string, isUsed: boolean): void {
    const { tool, arguments: args, when, turn, each } = step
    if (turn !== undefined) this.statements.push(`await turn(${turn})`)
    if (each !== undefined) {
      this.printLoop(step, each)
      return
    }
    const guard = when === undefined ? '' : `if (${printLimit(flatten(this.printValue(when.value)), when)}) `
    const call = this.printCall(tool, args)
    const name = isUsed ? `const ${this.nameResult(id, tool)} = ` : ''
    this.statements.push(layOut([guard, name, call]))
  }

  private printCall(tool: string, args: JsonObject): Doc {
    const given = Object.keys(args).length > 0 ? this.printValue(args) : ''
    return [`await ${readToolAlias(tool)}(`, given, ')']
  }

  private printLoop({ tool, arguments: args, adds }: OwnStep, each: Hits): void {
    const hits = this.printHits(each)
    this.item = this.choose('one')
    const call = this.printCall(tool, args)
    const body = adds === undefined ? [call] : [['const found = ', call], `total += found${printPath(adds)}`]
    if (adds !== undefined) this.statements.push('let total = 0')
    const lines = body.map((line) => indentLines(layOut(line))).join('\n')
    this.statements.push(`for (const ${this.item} of ${hits}) {\n${lines}\n}`)
  }

  /** The items are chosen once, in a statement before the one that first uses them. */
  private printHits({ $hits, by, above, below }: Hits): string {
    const limit = dropUndefinedFields({ above, below })
    const key = stringifyStably({ $hits, by, ...limit })
    const known = this.found.get(key) ?? this.choose('hits')
    if (!this.found.has(key)) {
      const test = printLimit(`one${printPath(by)}`, limit)
      this.statements.push(layOut([`const ${known} = `, this.printValue($hits), `.filter((one) => ${test})`]))
    }
    this.found.set(key, known)
    return known
  }

  private choose(name: string): string {
    const base = RESERVED.has(name) || name === '' ? `${name}Result` : name
    let chosen = base
    for (let i = 2; this.taken.has(chosen); i++) chosen = `${base}${i}`
    this.taken.add(chosen)
    return chosen
  }

  private nameResult(id: string, tool: string): string {
    const { noun = '', list } = this.toolsByName.get(tool)?.things ?? {}
    const name = this.choose(camelCase(list === undefined ? noun : plural(singular(noun))))
    this.results.set(id, name)
    return name
  }

  private printValue(value: Json): Doc {
    return printData(value, (part) => {
      if (isFrom(part)) return `${this.results.get(part.$from)}${printPath(part.at)}`
      if (holdsKey(part, '$item')) return `${this.item}${printPath(String(part.$item))}`
      if (isHits(part)) return this.printOfHits(part)
      return isFound(part) ? this.printFound(part) : undefined
    })
  }

  /** How many there are, or the mean of a field of theirs or of what was added up. */
  private printOfHits({ mean, ...hits }: Hits): string {
    const name = this.printHits(hits)
    if (mean === undefined) return `${name}.length`
    return mean === ''
      ? printMean('total', name)
      : printMean(`${name}.reduce((sum, one) => sum + one${printPath(mean)}, 0)`, name)
  }

  /** The thing is chosen once, in a statement before the one that first uses it. */
  private printFound({ give, ...choice }: Found): string {
    const key = stringifyStably(choice)
    const known = this.found.get(key) ?? this.addChoice(choice)
    this.found.set(key, known)
    return `${known}${printPath(give)}`
  }

  private addChoice({ $find, where, least, greatest }: Omit<Found, 'give'>): string {
    const list = `${this.results.get($find.$from)}${printPath($find.at)}`
    const name = this.choose(camelCase(singular(this.results.get($find.$from) ?? '')))
    if (where === undefined)
      this.statements.push(
        layOut([`const ${name} = `, printBest(list, least ?? greatest ?? '', least === undefined)]),
      )
    else {
      const [{ $item }, wanted] = where.$eq
      const path = `one${printPath($item)}`
      this.statements.push(`const [${name}] = ${list}.filter((one) => ${path} === ${printPlain(wanted)})`)
    }
    return name
  }
}

export const printDraft = (draft: OwnDraft, tools: readonly OwnTool[]): string =>
  new DraftPrinter(tools).print(draft)
