import { type From, isFrom } from '../../../schema/binding.ts'
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
import { printBest, printData, printOverItems, printRound, readItem } from '../../print/expressions.ts'
import {
  buildBlock,
  buildChain,
  buildIf,
  buildMethod,
  buildObject,
  type Doc,
  flatten,
  joinDocs,
  LINE,
  layOut,
  MAX_COLUMNS,
  printKey,
  printPath,
  quoteText,
  readSegments,
} from '../../print/layout.ts'
import { RESERVED } from '../../print/names.ts'
import { readToolAlias } from '../../print/print-suite.ts'
import { readFields } from '../../print/rows.ts'
import { camelCase } from '../../print/words.ts'
import { stepId } from '../bind.ts'
import type { Hits, Limit, OwnDraft, OwnStep } from './own-draft.ts'
import type { OwnTool } from './things.ts'

/** Columns before a statement of a function. */
const INDENT = 2

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

/** Prints the calls of a draft over own tools as the body of a function. */
class DraftPrinter {
  private readonly results = new Map<string, { name: string; field: string }>()
  private readonly found = new Map<string, string>()
  private readonly taken = new Set<string>()
  private readonly statements: Doc[] = []
  private item = ''
  private readonly toolsByName: ReadonlyMap<string, OwnTool>

  constructor(tools: readonly OwnTool[]) {
    this.toolsByName = new Map(tools.map((tool) => [tool.name, tool]))
    for (const { name } of tools) this.taken.add(readToolAlias(name))
  }

  print({ steps, answer }: OwnDraft): string {
    const graded = readAnswer(answer)
    const fields = readFields([...steps, graded])
    for (const [i, step] of steps.entries()) this.printStep(step, stepId(i + 1), fields.get(stepId(i + 1)))
    if (graded !== undefined) this.statements.push(['return ', this.printValue(graded)])
    return layOut(joinDocs(this.statements, LINE), [], MAX_COLUMNS - INDENT)
  }

  private printStep(step: OwnStep, id: string, fields: ReadonlySet<string> | undefined): void {
    const { tool, arguments: args, when, turn, each } = step
    if (turn !== undefined) this.statements.push(`await turn(${turn})`)
    if (each !== undefined) {
      this.printLoop(step, each)
      return
    }
    const guard = when && printLimit(flatten(this.printValue(when.value)), when)
    const call = this.printCall(tool, args)
    this.statements.push(
      buildIf(guard, fields === undefined ? call : [`const ${this.nameResult(id, tool, fields)} = `, call]),
    )
  }

  private printCall(tool: string, args: JsonObject): Doc {
    const given = Object.keys(args).length > 0 ? this.printValue(args) : ''
    return [`await ${readToolAlias(tool)}(`, given, ')']
  }

  private printLoop({ tool, arguments: args, adds }: OwnStep, each: Hits): void {
    const hits = this.printHits(each)
    this.item = this.choose(this.nameItem(each.$hits))
    const call = this.printCall(tool, args)
    const lines = [call]
    if (adds !== undefined) {
      const result = this.choose(camelCase(this.toolsByName.get(tool)?.things.noun ?? ''))
      lines.splice(0, 1, [`const ${result} = `, call], `total += ${result}${printPath(adds)}`)
      this.statements.push('let total = 0')
    }
    this.statements.push([`for (const ${this.item} of ${hits}) `, buildBlock(lines)])
  }

  private printHits({ $hits, by, above, below }: Hits): string {
    const limit = dropUndefinedFields({ above, below })
    const [parameter, value] = readItem(by, this.nameItem($hits))
    const filter = `.filter((${parameter}) => ${printLimit(value, limit)})`
    return this.declareOnce({ $hits, by, ...limit }, 'matching', (name) => [
      `const ${name} = `,
      buildMethod(this.printValue($hits), filter),
    ])
  }

  /** What is chosen is declared in a statement before the one that first uses it. */
  private declareOnce(choice: object, name: string, print: (name: string) => Doc): string {
    const key = stringifyStably(choice)
    const known = this.found.get(key) ?? this.choose(name)
    if (!this.found.has(key)) this.statements.push(print(known))
    this.found.set(key, known)
    return known
  }

  private nameItem(list: Json): string {
    return isFrom(list) ? singular(this.results.get(list.$from)?.name ?? '') : 'item'
  }

  private choose(name: string): string {
    const base = RESERVED.has(name) || name === '' ? `${name}Result` : name
    let chosen = base
    for (let i = 2; this.taken.has(chosen); i++) chosen = `${base}${i}`
    this.taken.add(chosen)
    return chosen
  }

  /** What stands before the call: a name, or the only field of a list that is read. */
  private nameResult(id: string, tool: string, fields: ReadonlySet<string>): string {
    const { noun = '', list } = this.toolsByName.get(tool)?.things ?? {}
    const name = this.choose(camelCase(list === undefined ? noun : plural(singular(noun))))
    const [field = '', ...others] = fields
    const isItems = list !== undefined && others.length === 0 && field !== ''
    this.results.set(id, { name, field: isItems ? field : '' })
    return isItems ? flatten(buildObject([field === name ? name : [`${printKey(field)}: ${name}`]])) : name
  }

  private read({ $from, at }: From): string {
    const { name, field } = this.results.get($from) ?? { name: $from, field: '' }
    return name + printPath(field === '' ? at : readSegments(at).slice(1))
  }

  private printValue(value: Json): Doc {
    return printData(value, (part) => {
      if (isFrom(part)) return this.read(part)
      if (holdsKey(part, '$item')) return `${this.item}${printPath(String(part.$item))}`
      if (isHits(part)) return this.printOfHits(part)
      return isFound(part) ? this.printFound(part) : undefined
    })
  }

  /** How many there are, or the mean of a field of theirs or of what was added up. */
  private printOfHits({ mean, ...hits }: Hits): Doc {
    const name = this.printHits(hits)
    if (mean === undefined) return `${name}.length`
    return printRound(
      mean === '' ? buildChain('/', ['total', `${name}.length`]) : printOverItems('mean', name, mean),
      2,
    )
  }

  private printFound({ give, ...choice }: Found): string {
    const { $find, where, least, greatest } = choice
    const list = this.read($find)
    const noun = this.nameItem($find)
    const known = this.declareOnce(choice, noun, (name) => {
      if (where === undefined)
        return [`const ${name} = `, printBest(list, least ?? greatest ?? '', least === undefined)]
      const [{ $item }, wanted] = where.$eq
      const [parameter, value] = readItem($item, noun)
      return [
        `const [${name}] = `,
        buildMethod(list, `.filter((${parameter}) => ${value} === ${printPlain(wanted)})`),
      ]
    })
    return known + printPath(give)
  }
}

export const printDraft = (draft: OwnDraft, tools: readonly OwnTool[]): string =>
  new DraftPrinter(tools).print(draft)
