import { nameWords, pluralizeNoun } from '../../../../shared/english.ts'
import { readSchemaType } from '../../../../shared/schema-value.ts'
import { isPlural } from '../../../../shared/singular.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import verbs from '../../../../tools/imported/words/verbs.json' with { type: 'json' }
import type { ImportedParameter, KnownThings } from './known-things.ts'
import { buildClause, chooseVerb, speakName, speakParameter } from './labels.ts'

const PREPOSITION = '(?:of|in|for|from|by|to|with|on|as|at) '

/**
 * Where a clause names a thing that a parameter stands for: `cancel a late booking` is `cancel booking 7`, `send a patient a
 * message` is `send patient-3 a message`, and `start an account transfer` is about no account.
 */
const buildLabelPattern = (label: string, before: string): RegExp =>
  new RegExp(
    `(?<= ${before})(?:(?:the|this|your|an?) (?:\\p{L}+ ){0,2}${label}(?=$| ${PREPOSITION}| (?:the|an?) )|${label}$)`,
    'iu',
  )

/** Words that ask for calls of a tool: ways to say what a writing tool does, and what a list shows. */
export class Asking {
  private readonly tool: ImportedTool
  private readonly parameters: readonly ImportedParameter[]
  private readonly known: KnownThings
  /** What the tool's thing lies in, innermost first, as `in issue 3 in repository 5`. */
  private readonly within: string
  /** Parameters beside the id of the thing that it is about, and what that lies in. */
  private readonly rest: readonly ImportedParameter[]

  constructor(tool: ImportedTool, parameters: readonly ImportedParameter[], known: KnownThings) {
    this.tool = tool
    this.parameters = parameters
    this.known = known
    const scope = known.findEntity(tool.entity)?.scope ?? []
    this.within = parameters
      .filter(({ name }) => scope.includes(name))
      .toReversed()
      .map((one) => `[ in ${this.isThing(one) ? '' : `${this.readLabel(one)} `}{${one.name}}]`)
      .join('')
    this.rest = parameters.filter(({ name }) => name !== tool.id && !scope.includes(name))
  }

  /** All things that there are, or those of a value: `the bikes[ with the status {status}]`. */
  describeList(): string {
    const parts = this.rest.map((one) => {
      const part = ` with the ${speakName(nameWords(one.name), one.schema)} {${one.name}}`
      return one.isRequired ? part : `[${part}]`
    })
    return `the ${pluralizeNoun(this.known.findNoun(this.tool.entity ?? ''))}${parts.join('')}${this.within}`
  }

  /** Undefined where nothing says what the tool does. */
  listWays(): string[] | undefined {
    const { entity, id, kind } = this.tool
    const isChange = (kind === 'update' || kind === 'delete') && this.known.findEntity(entity) !== undefined
    return isChange && id !== undefined ? this.askForChange(id) : this.askForCall()
  }

  private isThing(one: ImportedParameter): boolean {
    return this.known.findThingTaken(this.tool, one) !== undefined
  }

  private readLabel(one: ImportedParameter): string {
    return this.known.findThingTaken(this.tool, one) ?? speakParameter(one.name, one.schema)
  }

  private askForChange(changed: string): string[] | undefined {
    const verb = chooseVerb(this.tool, this.known.nouns)
    if (verb === undefined) return undefined
    return words.set.map((lead) => {
      const parts = this.rest.map((one) => `[&${lead}|the ${this.readLabel(one)} to {${one.name}}]`)
      return `${verb} {${changed}}${this.within}${parts.join('')}`
    })
  }

  /** Says what to do; the thing that it is done to is one parameter of several. */
  private askForCall(): string[] | undefined {
    const { tool, parameters, known } = this
    const noun = tool.entity === undefined ? '' : known.findNoun(tool.entity)
    const last = parameters.find(({ name }) => tool.route?.on.endsWith(`/:${name}`))
    if (last !== undefined && this.isThing(last) && tool.route?.on.startsWith('DELETE '))
      return [`delete {${last.name}}${this.askForValues(parameters.filter((one) => one !== last))}`]
    const clause = buildClause(tool, noun, known.nouns)
    if (clause === undefined) return undefined
    // What is made is not the thing that it is made for.
    const before = verbs.create.includes(clause.split(' ')[0] ?? '') ? PREPOSITION : ''
    let said = clause
    const unsaid = parameters.filter((one) => {
      const place = buildLabelPattern(this.readLabel(one), before)
      if (!one.isRequired || !this.isThing(one) || !place.test(said)) return true
      said = said.replace(place, `{${one.name}}`)
      return false
    })
    if (unsaid.length < parameters.length) return [`${said}${this.askForValues(unsaid)}`]
    const named = clause.endsWith(noun) ? parameters.find(({ name }) => name === 'name') : undefined
    const called = named === undefined ? '' : `[ called {${named.name}}]`
    return [`${clause}${called}${this.askForValues(parameters.filter((one) => one !== named))}`]
  }

  /** Things follow "for", amounts their number, truth values a colon, other values their names. */
  private askForValues(some: readonly ImportedParameter[]): string {
    const parts = { for: '', with: '', amounts: '' }
    for (const one of some) {
      const label = this.readLabel(one)
      const type = readSchemaType(one.schema)
      if (this.isThing(one)) parts.for += `[& for|{${one.name}}]`
      else if (type === 'integer' && isPlural(label)) parts.amounts += `[&,|{${one.name}} ${label}]`
      else if (type === 'boolean') parts.amounts += `[&,|${label}: {${one.name}}]`
      else parts.with += `[& with|the ${label} {${one.name}}]`
    }
    return Object.values(parts).join('')
  }
}
