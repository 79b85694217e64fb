import { isEntityId, SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import { nameWords, plural } from '../../../../shared/english.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import { put } from '../../../../tools/content/requests.ts'
import { listed } from '../../../../tools/content/wording.ts'
import { isPersonal } from '../../../../tools/imported/simulate/texts.ts'
import type { Entity, ImportedTool } from '../../../../tools/imported/toolkit.ts'
import type { KnownThings } from './known-things.ts'
import { clauseOf, nounOf, parameterLabel, spoken, verbFor } from './labels.ts'
import type { ImportedParameter } from './parameters.ts'

/** Ways to ask for one tool of a toolkit. */
class Asking {
  private readonly tool: ImportedTool
  private readonly known: KnownThings
  private readonly parameters: readonly ImportedParameter[]
  /** Parameters beside the id of the thing that it is about. */
  private readonly rest: readonly ImportedParameter[]

  constructor(tool: ImportedTool, parameters: readonly ImportedParameter[], known: KnownThings) {
    this.tool = tool
    this.known = known
    this.parameters = parameters
    this.rest = parameters.filter(({ name }) => name !== tool.id)
  }

  /** Whether a parameter is an id that is stated whole: `the pet id 4711`. */
  private isNamedId({ name, schema }: ImportedParameter): boolean {
    const { tool } = this
    const meaning = schema[SEMANTIC_KEY]
    if (!isEntityId(meaning) || (tool.kind === 'create' && meaning === `id:${tool.entity}`)) return false
    return Object.keys(this.known.wordingsOf(tool, name, meaning.slice(3), schema)).length > 0
  }

  private part(one: ImportedParameter): string {
    return this.isNamedId(one)
      ? `{${one.name}}`
      : `{${one.name}} as the ${parameterLabel(one.name, one.schema)}`
  }

  private change(one: ImportedParameter): string {
    const label = parameterLabel(one.name, one.schema)
    if (this.tool.kind === 'update') return ` and set the ${label} to {${one.name}}`
    return this.isNamedId(one) ? `; for {${one.name}}` : `; ${label}: {${one.name}}`
  }

  /** The parameters that are always given, as a list in words. */
  private needed(but?: string, among = this.rest): string {
    const parts = among.filter(({ name, isRequired }) => isRequired && name !== but)
    return listed(parts.map((one) => this.part(one)))
  }

  /** The id of the thing that it is about: one that every world holds is worded whole, another as `the id 4711`. */
  private ownId(kind: string, id: string): string {
    const isWorded = Object.keys(this.known.wordingsOf(this.tool, id, kind, {})).length > 0
    return isWorded ? `{${id}}` : `the id {${id}}`
  }

  private read(noun: string, id: string): string[] {
    const parts = this.needed()
    const scope = parts === '' ? '' : ` in ${parts}`
    return (isPersonal(noun) ? words.person : words.read).map((way) => `${put(way, { noun, id })}${scope}`)
  }

  /** Looks for the one thing of a name. */
  private search(noun: string, key: string): string[] {
    const others = this.needed(key)
    const scope = others === '' ? '' : `, with ${others}`
    const ways = nameWords(key).at(-1) === 'name' ? words.named : words.find
    const values = { noun, key: nameWords(key).join(' '), value: `{${key}}` }
    return ways.map((way) => `${put(way, values)}${scope}`)
  }

  /** Lists all there are, or those of a value. */
  private list(noun: string, entity: Entity): string[] {
    const scope = this.rest.filter(({ name }) => entity.scope.includes(name))
    const filters = this.rest.filter(({ name }) => !entity.scope.includes(name))
    const within = scope.length === 0 ? '' : ` in ${listed(scope.map((one) => this.part(one)))}`
    const parts = filters.map((one) => {
      const part = ` with the ${spoken(nameWords(one.name), one.schema)} {${one.name}}`
      return one.isRequired ? part : `[${part}]`
    })
    return words.list.map((way) => `${put(way, { nouns: plural(noun) })}${within}${parts.join('')}`)
  }

  private alter(noun: string, id: string): string[] {
    const parts = this.rest.map((one) => (one.isRequired ? this.change(one) : `[${this.change(one)}]`))
    const values = { verb: verbFor(this.tool, this.known.nouns), noun, id, parts: parts.join('') }
    return words.change.map((way) => put(way, values))
  }

  /** Says what to do; the thing that it is done to is one parameter of several. */
  private make(): string[] | undefined {
    const clause = clauseOf(this.tool, this.known.nouns)
    if (clause === undefined) return undefined
    const optional = this.parameters
      .filter(({ isRequired }) => !isRequired)
      .map((one) => `[${this.change(one)}]`)
      .join('')
    const parts = this.needed(undefined, this.parameters)
    if (parts === '') return words.bare.map((way) => put(way, { clause, parts: optional }))
    return words.make.map((way) => put(way, { clause, parts: `${parts}${optional}` }))
  }

  ways(): string[] | undefined {
    const { kind, entity: name, id } = this.tool
    const entity = this.known.entityOf(name)
    if (name === undefined || entity === undefined) return this.make()
    const noun = nounOf(name)
    if (kind === 'read' && id !== undefined) return this.read(noun, this.ownId(name, id))
    if (kind === 'list')
      return entity.key !== undefined && this.rest.some((one) => one.name === entity.key)
        ? this.search(noun, entity.key)
        : this.list(noun, entity)
    if ((kind === 'update' || kind === 'delete') && id !== undefined)
      return this.alter(noun, this.ownId(name, id))
    return this.make()
  }
}

/** Ways to ask for a call of a tool; undefined where nothing says what it does. */
export const asksFor = (
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): string[] | undefined => new Asking(tool, parameters, known).ways()
