import { nameWords, plural } from '../../../../shared/english.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import { put } from '../../../../tools/content/requests.ts'
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import type { ImportedParameter, KnownThings } from './known-things.ts'
import { clauseOf, parameterLabel, partShown, spoken, verbFor } from './labels.ts'

/** Ways to ask for one tool of a toolkit. */
class Asking {
  private readonly tool: ImportedTool
  private readonly known: KnownThings
  private readonly parameters: readonly ImportedParameter[]
  /** What the tool's thing lies in, innermost first, as `of comment 7 of issue 3`. */
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
      .map((one) => `[ of ${this.valueOf(one)}]`)
      .join('')
    this.rest = parameters.filter((one) => one.name !== tool.id && !isWithin(one))
  }

  private labelOf({ name, schema }: ImportedParameter): string {
    return (
      this.known.thingTaken(this.tool, { name, schema, isRequired: true }) ?? parameterLabel(name, schema)
    )
  }

  /** A value behind its label; the noun of a thing is said with its id. */
  private valueOf(one: ImportedParameter): string {
    return this.known.thingTaken(this.tool, one) === undefined
      ? `${this.labelOf(one)} {${one.name}}`
      : `{${one.name}}`
  }

  /** Looks for the one thing of a name. */
  private search(noun: string, key: string): string[] {
    const ways = nameWords(key).at(-1) === 'name' ? words.named : words.find
    const values = { noun, key: nameWords(key).join(' '), value: `{${key}}` }
    const others = this.rest.filter(({ name, isRequired }) => isRequired && name !== key)
    return ways.map((way) => `${put(way, values)}${this.within}${this.listed(others)}`)
  }

  /** Lists all there are, or those of a value. */
  private list(noun: string): string[] {
    const parts = this.rest.map((one) => {
      const part = ` with the ${spoken(nameWords(one.name), one.schema)} {${one.name}}`
      return one.isRequired ? part : `[${part}]`
    })
    return words.list.map((way) => `${put(way, { nouns: plural(noun) })}${this.within}${parts.join('')}`)
  }

  private alter(thing: string): string[] {
    const verb = verbFor(this.tool, this.known.nouns)
    return words.set.map((lead) => {
      const parts = this.rest.map((one) => `[&${lead}|the ${this.labelOf(one)} to {${one.name}}]`)
      return `${verb} ${thing}${parts.join('')}`
    })
  }

  /** Things follow "for", other values their names. */
  private listed(parameters: readonly ImportedParameter[]): string {
    const isThing = (one: ImportedParameter): boolean => this.known.thingTaken(this.tool, one) !== undefined
    return [
      ...parameters.filter(isThing).map((one) => `[& for|${this.valueOf(one)}]`),
      ...parameters.filter((one) => !isThing(one)).map((one) => `[&,|${this.labelOf(one)}: {${one.name}}]`),
    ].join('')
  }

  /** Says what to do; the thing that it is done to is one parameter of several. */
  private make(noun: string): string[] | undefined {
    const { route } = this.tool
    const last = this.parameters.find(
      ({ name }) => name === /\/:([^/]+)(?:\/[^/:]+)?$/.exec(route?.on ?? '')?.[1],
    )
    const others = this.listed(this.parameters.filter((one) => one !== last))
    const part = partShown(this.tool, this.known.nouns)
    if (last !== undefined && this.known.thingTaken(this.tool, last) !== undefined) {
      if (part !== undefined)
        return words.part.map((way) => `${put(way, { part, thing: `{${last.name}}` })}${others}`)
      if (/^DELETE .*\/:[^/]+$/.test(route?.on ?? '')) return [`delete {${last.name}}${others}`]
    }
    const clause = clauseOf(this.tool, noun, this.known.nouns)
    if (clause === undefined) return undefined
    for (const one of this.parameters.filter(({ isRequired }) => isRequired)) {
      const thing = this.known.thingTaken(this.tool, one)
      // `cancel a late booking` is `cancel late booking 7`, and `start an account transfer` is about no account.
      const place = new RegExp(
        `(?<= )(?:(?:the|an?) ((?:\\p{L}+ ){0,2})${thing}(?=$| (?:of|in|for|from|by|to|with|on|as|at) )|${thing}$)`,
        'u',
      )
      if (thing === undefined || !place.test(clause)) continue
      const rest = this.parameters.filter((other) => other !== one)
      const named = clause.replace(place, (_, before: string | undefined) => `${before ?? ''}{${one.name}}`)
      return [`${named}${this.listed(rest)}`]
    }
    const named = clause.endsWith(noun) ? this.parameters.find(({ name }) => name === 'name') : undefined
    const called = named === undefined ? '' : `[ called {${named.name}}]`
    return [`${clause}${called}${this.listed(this.parameters.filter((one) => one !== named))}`]
  }

  ways(): string[] | undefined {
    const { kind, entity: name, id } = this.tool
    const entity = this.known.entityOf(name)
    if (name === undefined || entity === undefined) return this.make('')
    const noun = this.known.nounOf(name)
    const thing = `{${id}}${this.within}`
    if (kind === 'read' && id !== undefined)
      return words.read.map((way) => `${put(way, { thing })}${this.listed(this.rest)}`)
    if (kind === 'list')
      return entity.key !== undefined && this.rest.some((one) => one.name === entity.key)
        ? this.search(noun, entity.key)
        : this.list(noun)
    if ((kind === 'update' || kind === 'delete') && id !== undefined) return this.alter(thing)
    return this.make(noun)
  }
}

/** Ways to ask for a call of a tool; undefined where nothing says what it does. */
export const asksFor = (
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): string[] | undefined => new Asking(tool, parameters, known).ways()
