import { isPlural, nameWords, plural } from '../../../../shared/english.ts'
import { schemaTypeOf } from '../../../../shared/schema-value.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import verbs from '../../../../tools/imported/words/verbs.json' with { type: 'json' }
import type { ImportedParameter, KnownThings } from './known-things.ts'
import { clauseOf, parameterLabel, spoken, verbFor } from './labels.ts'

const PREPOSITION = '(?:of|in|for|from|by|to|with|on|as|at) '

class Asking {
  private readonly tool: ImportedTool
  private readonly known: KnownThings
  private readonly parameters: readonly ImportedParameter[]
  /** What the tool's thing lies in, innermost first, as `in issue 3 in repository 5`. */
  private readonly within: string
  /** Parameters beside the id of the thing that it is about, and what that lies in. */
  private readonly rest: readonly ImportedParameter[]

  constructor(tool: ImportedTool, parameters: readonly ImportedParameter[], known: KnownThings) {
    this.tool = tool
    this.known = known
    this.parameters = parameters
    const scope = known.entityOf(tool.entity)?.scope ?? []
    const isWithin = ({ name }: ImportedParameter): boolean => scope.includes(name)
    this.within = parameters
      .filter(isWithin)
      .toReversed()
      .map((one) => `[ in ${this.isThing(one) ? '' : `${this.labelOf(one)} `}{${one.name}}]`)
      .join('')
    this.rest = parameters.filter((one) => one.name !== tool.id && !isWithin(one))
  }

  private isThing(one: ImportedParameter): boolean {
    return this.known.thingTaken(this.tool, one) !== undefined
  }

  private labelOf(one: ImportedParameter): string {
    return this.known.thingTaken(this.tool, one) ?? parameterLabel(one.name, one.schema)
  }

  /** All things that there are, or those of a value: `the bikes[ with the status {status}]`. */
  get listed(): string {
    const parts = this.rest.map((one) => {
      const part = ` with the ${spoken(nameWords(one.name), one.schema)} {${one.name}}`
      return one.isRequired ? part : `[${part}]`
    })
    return `the ${plural(this.known.nounOf(this.tool.entity ?? ''))}${parts.join('')}${this.within}`
  }

  /** Things follow "for", amounts their number, truth values a colon, other values their names. */
  private withValues(parameters: readonly ImportedParameter[]): string {
    const parts = { for: '', with: '', amounts: '' }
    for (const one of parameters) {
      const label = this.labelOf(one)
      const type = schemaTypeOf(one.schema)
      if (this.isThing(one)) parts.for += `[& for|{${one.name}}]`
      else if (type === 'integer' && isPlural(label)) parts.amounts += `[&,|{${one.name}} ${label}]`
      else if (type === 'boolean') parts.amounts += `[&,|${label}: {${one.name}}]`
      else parts.with += `[& with|the ${label} {${one.name}}]`
    }
    return Object.values(parts).join('')
  }

  private alter(id: string): string[] | undefined {
    const verb = verbFor(this.tool, this.known.nouns)
    if (verb === undefined) return undefined
    return words.set.map((lead) => {
      const parts = this.rest.map((one) => `[&${lead}|the ${this.labelOf(one)} to {${one.name}}]`)
      return `${verb} {${id}}${this.within}${parts.join('')}`
    })
  }

  /** Says what to do; the thing that it is done to is one parameter of several. */
  private make(): string[] | undefined {
    const { route, entity } = this.tool
    const noun = entity === undefined ? '' : this.known.nounOf(entity)
    const last = this.parameters.find(({ name }) => route?.on.endsWith(`/:${name}`))
    if (last !== undefined && this.isThing(last) && route?.on.startsWith('DELETE '))
      return [`delete {${last.name}}${this.withValues(this.parameters.filter((one) => one !== last))}`]
    const clause = clauseOf(this.tool, noun, this.known.nouns)
    if (clause === undefined) return undefined
    // What is made is not the thing that it is made for.
    const before = verbs.create.includes(clause.split(' ')[0] ?? '') ? PREPOSITION : ''
    for (const one of this.parameters.filter(({ isRequired }) => isRequired)) {
      // `cancel a late booking` is `cancel booking 7`, `send a patient a message` is `send patient-3 a message`, and `start an account transfer` is about no account.
      const place = new RegExp(
        `(?<= ${before})(?:(?:the|an?) (?:\\p{L}+ ){0,2}${this.labelOf(one)}(?=$| ${PREPOSITION}| (?:the|an?) )|${this.labelOf(one)}$)`,
        'iu',
      )
      if (!this.isThing(one) || !place.test(clause)) continue
      const rest = this.parameters.filter((other) => other !== one)
      return [`${clause.replace(place, `{${one.name}}`)}${this.withValues(rest)}`]
    }
    const named = clause.endsWith(noun) ? this.parameters.find(({ name }) => name === 'name') : undefined
    const called = named === undefined ? '' : `[ called {${named.name}}]`
    return [`${clause}${called}${this.withValues(this.parameters.filter((one) => one !== named))}`]
  }

  get ways(): string[] | undefined {
    const { kind, id, entity } = this.tool
    const isChange = (kind === 'update' || kind === 'delete') && this.known.entityOf(entity) !== undefined
    return isChange && id !== undefined ? this.alter(id) : this.make()
  }
}

export const thingsListed = (
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): string => new Asking(tool, parameters, known).listed

/** Ways to ask for a call of a tool that writes; undefined where nothing says what it does. */
export const asksFor = (
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): string[] | undefined => new Asking(tool, parameters, known).ways
