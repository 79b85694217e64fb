import { isFrom } from '../../../schema/binding.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { plural, singular } from '../../../shared/singular.ts'
import type { AskedAnswer } from '../../../tools/content/answer-request.ts'
import { buildExpectedAnswer } from '../../../tools/content/answer-request.ts'
import { printBest, printData } from '../../print/expressions.ts'
import { type Doc, flatten, layOut, quoteText } from '../../print/layout.ts'
import { camelCase, printPath, RESERVED } from '../../print/names.ts'
import { readToolAlias } from '../../print/print-suite.ts'
import { stepId } from '../bind.ts'
import type { Draft } from '../pattern.ts'
import type { OwnTool } from './things.ts'

/** A thing that a list finds: `{"$find": list, "where" | "least" | "greatest", "give"}`. */
interface Found {
  $find: { $from: string; at: string }
  where?: { $eq: [{ $item: string }, Json] }
  least?: string
  greatest?: string
  give: string
}

const isFound = (value: Json): value is JsonObject & Found => isObject(value) && '$find' in value

const holdsFound = (value: Json): boolean =>
  isFound(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some((part) => holdsFound(part)))

const readAnswer = (answer: AskedAnswer | undefined): Json | undefined =>
  answer && buildExpectedAnswer(answer)

/** Whether a draft has a list find a thing, so that its trace is a function. */
export const isDeciding = ({ steps, answer }: Draft): boolean =>
  holdsFound([...steps.map((step) => step.arguments), readAnswer(answer) ?? null])

/** Prints the calls of a draft over own tools as the body of a function. */
class DraftPrinter {
  private readonly results = new Map<string, string>()
  private readonly found = new Map<string, string>()
  private readonly taken = new Set<string>()
  private readonly statements: string[] = []
  private readonly toolsByName: ReadonlyMap<string, OwnTool>

  constructor(tools: readonly OwnTool[]) {
    this.toolsByName = new Map(tools.map((tool) => [tool.name, tool]))
    for (const { name } of tools) this.taken.add(readToolAlias(name))
  }

  print({ steps, answer }: Draft): string {
    const graded = readAnswer(answer)
    const all: Json = [...steps.map((step) => step.arguments), graded ?? null]
    for (const [i, { tool, arguments: args }] of steps.entries()) {
      const id = stepId(i + 1)
      const call: Doc = [
        `await ${readToolAlias(tool)}(`,
        Object.keys(args).length > 0 ? this.printValue(args) : '',
        ')',
      ]
      if (!JSON.stringify(all).includes(`"$from":"${id}"`)) this.statements.push(layOut(call))
      else this.statements.push(layOut([`const ${this.nameResult(id, tool)} = `, call]))
    }
    if (graded !== undefined) this.statements.push(layOut(['return ', this.printValue(graded)]))
    return this.statements.join('\n')
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
      return isFound(part) ? this.printFound(part) : undefined
    })
  }

  /** The thing is chosen once, in a statement before the one that first uses it. */
  private printFound({ give, ...choice }: Found): string {
    const key = stringifyStably(choice as unknown as Json)
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
      const text = typeof wanted === 'string' ? quoteText(wanted) : flatten(printData(wanted))
      this.statements.push(`const [${name}] = ${list}.filter((one) => ${path} === ${text})`)
    }
    return name
  }
}

export const printDraft = (draft: Draft, tools: readonly OwnTool[]): string =>
  new DraftPrinter(tools).print(draft)
