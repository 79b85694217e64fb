import words from '../../content/requests/own-tools.json' with { type: 'json' }
import { put } from '../../content/requests.ts'
import { isEntityId, SEMANTIC_KEY } from '../../schema/semantic.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { definePhrases, type PhrasedAnswer, type Phrases } from '../../simulators/phrases.ts'
import { idStem } from '../../toolkit/import/id-fields.ts'
import { wordsOf } from '../../toolkit/names.ts'
import { Population } from '../../toolkit/simulate/population.ts'
import { simulatorsOfToolkit } from '../../toolkit/simulate/simulators.ts'
import { type Making, madeUp, typeOf } from '../../toolkit/simulate/values.ts'
import type { ImportedTool, Toolkit } from '../../toolkit/toolkit.ts'
import { Draw } from '../../world/draw.ts'
import { World } from '../../world/world.ts'
import { mentionOf } from './mention.ts'

/** Words of a description that a request can hold as a label. */
const LONGEST_LABEL = 6
const VERBS: ReadonlySet<string> = new Set(words.verbs)
const SECRETS: ReadonlySet<string> = new Set(words.secrets)
/** What requests take for the present day, in milliseconds. */
const PRESENT = Date.UTC(2030, 0, 1)
/** Parameters that only say how a list is cut. */
const PAGING =
  /^(?:limit|offset|page|size|perpage|pagesize|cursor|sort|order|sortby|orderby|fields|include|q|query|search)$/

const propertiesOf = (schema: JsonObject): [string, JsonObject][] =>
  Object.entries(isObject(schema.properties) ? schema.properties : {}).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]),
  )

/** Words of a name as one says them: `phone` as a phone number, `valid until` as a date. */
function spoken(own: readonly string[], schema: JsonObject): string {
  const last = own.at(-1) ?? ''
  const said = (words.said as Readonly<Record<string, string>>)[last]
  const name = [...own.slice(0, -1), said ?? last].join(' ')
  if (!/^(?:at|on|until|from|by)$/.test(last)) return name
  return `${name} ${schema.format === 'date' ? 'date' : 'time'}`
}

/** A description as a label: short, without article and full stop; the words of the name where it is none. */
function labelOf(name: string, schema: JsonObject): string {
  const { description } = schema
  const plain = spoken(wordsOf(name), schema)
  if (typeof description !== 'string') return plain
  const text = description
    .trim()
    .replace(/\.$/, '')
    .replace(/^(?:the|an?)\s+/i, '')
  const count = text.split(/\s+/).length
  if (count > LONGEST_LABEL || /[^\p{L}\p{N} '/-]/u.test(text) || text === '') return plain
  // What it is for, or what to do with it, is no name of it.
  if (
    /\b(?:to|for|that|which|who|whose|what|when|where|how|if|by|must|should|whether|your|needs)\b/i.test(text)
  )
    return plain
  return text.replace(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
}

/** The verb that a word is a form of: `finds` of `find`. */
function verbOf(word: string): string | undefined {
  const low = word.toLowerCase()
  const forms = [low, low.replace(/s$/, ''), low.replace(/es$/, ''), low.replace(/ies$/, 'y')]
  return forms.find((form) => VERBS.has(form))
}

/** A summary as a clause in the imperative: `Finds Pets by status` to `find Pets by status`; undefined where it is none. */
function clauseOf(summary: string | undefined): string | undefined {
  const text = (summary ?? '').trim().replace(/[.!]$/, '')
  const [first = '', ...rest] = text.split(/\s+/)
  const verb = verbOf(first)
  return verb === undefined || rest.length === 0 || /[.!?{}[\]]/.test(text)
    ? undefined
    : [verb, ...rest].join(' ')
}

/** The verb of a tool: of its summary, of its name, or of what it does. */
const verbFor = ({ summary, name, kind }: ImportedTool): string =>
  verbOf((summary ?? '').split(/\s+/)[0] ?? '') ??
  verbOf(wordsOf(name)[0] ?? '') ??
  (kind === 'delete' ? 'delete' : 'update')

const isScalar = (schema: JsonObject): boolean =>
  ['string', 'integer', 'number', 'boolean'].includes(typeOf(schema) ?? '')
const isListOfTexts = (schema: JsonObject): boolean =>
  typeOf(schema) === 'array' && isObject(schema.items) && typeOf(schema.items) === 'string'

/** How requests speak of the tools of a toolkit, about the things that every world of it holds. */
class Speaker {
  private readonly toolkit: Toolkit
  private readonly population: Population
  /** Any world: what prompts speak of is the same in all. */
  private readonly world = new World(1)

  constructor(toolkit: Toolkit) {
    this.toolkit = toolkit
    this.population = new Population(toolkit)
  }

  private nounOf(kind: string): string {
    return wordsOf(kind).join(' ')
  }

  /** What an id of a kind is called: `pet id`, or the field itself where that is no plain id. */
  private idName(kind: string): string {
    const field = this.toolkit.entities[kind]?.id
    return field === undefined || idStem(field) !== undefined
      ? `${this.nounOf(kind.replace(/\.\w+$/, ''))} id`
      : spoken(wordsOf(field), {})
  }

  /** How requests state ids that every world holds: `the id 4711` of the thing itself, `the pet id 4711` elsewhere. */
  private wordingsOf(tool: ImportedTool, parameter: string, kind: string): Record<string, string> {
    const name = tool.id === parameter && this.isPlainId(kind) ? 'id' : this.idName(kind)
    const entity = this.toolkit.entities[kind]
    if (entity === undefined || entity.scope.length > 0) return {}
    return Object.fromEntries(
      this.population.known(kind).map((place) => {
        const id = this.population.idAt(this.world, kind, [], place)
        return [String(id), `the ${name} ${mentionOf(id)}`]
      }),
    )
  }

  private isPlainId(kind: string): boolean {
    return idStem(this.toolkit.entities[kind]?.id ?? 'id') !== undefined
  }

  /** Parameters that requests state; undefined where one that must be given is none that a person would state. */
  private stated(tool: ImportedTool, simulator: Simulator): Parameter[] | undefined {
    const schema = simulator.inputSchema as JsonObject
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    const entity = this.toolkit.entities[tool.entity ?? '']
    const key = tool.kind === 'list' ? entity?.key : undefined
    const parameters: Parameter[] = []
    for (const [name, own] of propertiesOf(schema)) {
      const isChosen = tool.kind === 'create' && name === entity?.id && idStem(name) === undefined
      const isRequired = required.has(name) || name === key || isChosen
      const isSecret = wordsOf(name).some((word) => SECRETS.has(word))
      const isStatable =
        (isScalar(own) || isListOfTexts(own)) && !isSecret && own.format !== 'binary' && /^\w+$/.test(name)
      if (isRequired && !isStatable) return undefined
      const isOwnId =
        tool.kind === 'create' && String(own[SEMANTIC_KEY] ?? '').startsWith(`id:${tool.entity}`)
      if (
        !isRequired &&
        (tool.effect === 'read' ||
          !isScalar(own) ||
          typeOf(own) === 'boolean' ||
          !isStatable ||
          isOwnId ||
          PAGING.test(name))
      )
        continue
      parameters.push({ name, schema: own, isRequired })
    }
    return parameters
  }

  /** Draws the arguments of a call that makes sense in every world. */
  private draw(tool: ImportedTool, parameters: readonly Parameter[], rng: Rng): JsonObject {
    const draw = new Draw(rng.int(2, 2 ** 31 - 2), 'prompt', [tool.name])
    const entity = tool.entity === undefined ? undefined : this.toolkit.entities[tool.entity]
    const idOf = (kind: string): Json | undefined => {
      const other = this.toolkit.entities[kind]
      if (other === undefined || other.scope.length > 0) return undefined
      return this.population.idAt(this.world, kind, [], rng.pick(this.population.known(kind)))
    }
    const making: Making = {
      ...this.population.making(this.world, draw, tool.entity ?? tool.name, rng.int(0, 17), []),
      now: PRESENT,
      idOf: (kind, at, schema) =>
        idOf(kind) ??
        (typeOf(schema) === 'integer'
          ? draw.figure(at, undefined, { min: 1000, max: 9999, decimals: 0 })
          : `${wordsOf(kind).at(-1)}-${draw.figure(at, undefined, { min: 1000, max: 9999, decimals: 0 })}`),
    }
    const args: JsonObject = {}
    const optional = parameters.filter(({ isRequired }) => !isRequired)
    // A change that changes nothing is none.
    const least =
      optional.length === parameters.length - (tool.id === undefined ? 0 : 1) && optional.length > 0
        ? rng.pick(optional).name
        : undefined
    for (const { name, schema, isRequired } of parameters) {
      if (!isRequired && name !== least && rng.int(0, 2) > 0) continue
      const meaning = schema[SEMANTIC_KEY]
      const isNew = tool.kind === 'create' && meaning === `id:${tool.entity}`
      const { [SEMANTIC_KEY]: _, ...plain } = schema
      args[name] = madeUp(isNew ? plain : schema, name, `/${name}`, making)
    }
    if (entity !== undefined && tool.entity !== undefined) {
      const scope = entity.scope.map((name) => args[name] ?? null)
      if (tool.id !== undefined)
        args[tool.id] = this.population.idAt(
          this.world,
          tool.entity,
          scope,
          rng.pick(this.population.known(tool.entity)),
        )
      if (tool.kind === 'list' && entity.key !== undefined) {
        const parameter = parameters.find(({ name }) => name === entity.key)?.name
        const places = this.population.named(tool.entity)
        if (parameter !== undefined && places.length > 0)
          args[parameter] = this.population.keyAt(tool.entity, scope, rng.pick(places))
      }
    }
    return args
  }

  /** A parameter as a part of a clause. Ids are stated whole: `the pet id 4711`. */
  private part(tool: ImportedTool, { name, schema }: Parameter): string {
    const meaning = schema[SEMANTIC_KEY]
    if (
      isEntityId(meaning) &&
      Object.keys(this.wordingsOf(tool, name, meaning.slice(3))).length > 0 &&
      !(tool.kind === 'create' && meaning === `id:${tool.entity}`)
    )
      return `{${name}}`
    return `{${name}} as the ${labelOf(name, schema)}`
  }

  private asksFor(tool: ImportedTool, parameters: readonly Parameter[]): string[] | undefined {
    const { kind, entity, id } = tool
    const rest = parameters.filter(({ name }) => name !== id)
    const change = (one: Parameter): string =>
      this.part(tool, one) === `{${one.name}}`
        ? `; for {${one.name}}`
        : `; ${labelOf(one.name, one.schema)}: {${one.name}}`
    const optional = rest
      .filter(({ isRequired }) => !isRequired)
      .map((one) => `[${change(one)}]`)
      .join('')
    const parts = listed(rest.filter(({ isRequired }) => isRequired).map((one) => this.part(tool, one)))
    const noun = entity === undefined ? '' : this.nounOf(entity)
    if (kind === 'read' && id !== undefined) {
      const scope = parts === '' ? '' : ` in ${parts}`
      return words.read.map((way) => `${put(way, { noun, id: `{${id}}` })}${scope}`)
    }
    if (kind === 'list' && entity !== undefined) {
      const key = this.toolkit.entities[entity]?.key
      if (key === undefined || !rest.some(({ name }) => name === key)) return undefined
      const others = rest.filter(({ name, isRequired }) => isRequired && name !== key)
      const scope = others.length === 0 ? '' : `, with ${listed(others.map((one) => this.part(tool, one)))}`
      const ways = wordsOf(key).at(-1) === 'name' ? words.named : words.find
      return ways.map(
        (way) => `${put(way, { noun, key: wordsOf(key).join(' '), value: `{${key}}` })}${scope}`,
      )
    }
    if ((kind === 'update' || kind === 'delete') && id !== undefined && entity !== undefined) {
      const changes = rest.map((one) => (one.isRequired ? change(one) : `[${change(one)}]`))
      return words.change.map((way) =>
        put(way, { verb: verbFor(tool), noun, id: `{${id}}`, parts: changes.join('') }),
      )
    }
    const clause =
      clauseOf(tool.summary) ??
      (kind === 'create' ? `create a ${noun}` : clauseOf(wordsOf(tool.name).join(' ')))
    if (clause === undefined) return undefined
    if (parts === '') return words.bare.map((way) => put(way, { clause, parts: optional }))
    return words.make.map((way) => put(way, { clause, parts: `${parts}${optional}` }))
  }

  /** Leaves of the result that requests can speak of, with what they are called. */
  private outputsOf(tool: ImportedTool, simulator: Simulator): Record<string, string> {
    const output = simulator.outputSchema as JsonObject
    if (tool.kind === 'delete' || tool.kind === 'update') return {}
    const noun = tool.entity === undefined ? undefined : this.nounOf(tool.entity)
    const leaves = (schema: JsonObject, at: string): [string, string][] =>
      propertiesOf(schema).flatMap(([name, own]): [string, string][] => {
        if (!isScalar(own) || own.enum !== undefined || typeOf(own) === 'boolean') return []
        if (wordsOf(name).some((word) => SECRETS.has(word))) return []
        const meaning = own[SEMANTIC_KEY]
        if (isEntityId(meaning)) return [[`${at}/${name}`, this.idName(meaning.slice(3))]]
        const label = labelOf(name, own)
        return [
          [
            `${at}/${name}`,
            noun === undefined || / (?:of|in|from|for) /.test(label) ? label : `${label} of the ${noun}`,
          ],
        ]
      })
    const found = this.leavesAt(tool, output).flatMap(([schema, at]) => leaves(schema, at))
    // What is called alike cannot be asked for.
    return Object.fromEntries(
      found.filter(([, name]) => found.filter(([, other]) => other === name).length === 1),
    )
  }

  /** The schema of what a result is about, and where in it that stands. */
  private leavesAt({ kind, at = '' }: ImportedTool, output: JsonObject): [JsonObject, string][] {
    const holder =
      at === '' ? output : isObject(output.properties) ? output.properties[at.slice(1)] : undefined
    if (!isObject(holder)) return []
    if (kind !== 'list') return [[holder, at]]
    return isObject(holder.items) ? [[holder.items, `${at}/0`]] : []
  }

  phrases(tool: ImportedTool, simulator: Simulator): Phrases | undefined {
    const parameters = this.stated(tool, simulator)
    if (parameters === undefined) return undefined
    const asks = this.asksFor(tool, parameters)
    if (asks === undefined) return undefined
    const outputs = this.outputsOf(tool, simulator)
    const given = Object.entries(outputs)
    const answers = tool.effect === 'read' ? answersOf(given) : []
    if (tool.effect === 'read' && answers.length === 0) return undefined
    const wordings = Object.fromEntries(
      parameters.flatMap(({ name, schema }) => {
        const meaning = schema[SEMANTIC_KEY]
        if (!isEntityId(meaning) || (tool.kind === 'create' && meaning === `id:${tool.entity}`)) return []
        return [[name, this.wordingsOf(tool, name, meaning.slice(3))]]
      }),
    )
    return definePhrases({
      tool: tool.name,
      draw: (rng) => this.draw(tool, parameters, rng),
      asks,
      outputs,
      answers,
      wordings,
    })
  }
}

interface Parameter {
  name: string
  schema: JsonObject
  isRequired: boolean
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Ways to ask for what a call found: one field, or two of them by name. */
function answersOf(given: readonly [at: string, name: string][]): PhrasedAnswer[] {
  const single = given.map(
    ([at, name]): PhrasedAnswer => ({ at, gives: `the ${name}, exactly as it stands there` }),
  )
  const pairs = given.slice(1).map(([at, name], i): PhrasedAnswer => {
    const [before, other] = given[i] as [string, string]
    return {
      fields: {
        [keyOf(other)]: { at: before, gives: `the ${other}` },
        [keyOf(name)]: { at, gives: `the ${name}` },
      },
    }
  })
  return [...single, ...pairs.filter((one) => 'fields' in one && Object.keys(one.fields).length === 2)]
}

const keyOf = (name: string): string => name.replace(/ of the .*$/, '')

/** How requests speak of the tools of a toolkit that a person would ask for; of the others there are no phrases. */
export function toolkitPhrases(toolkit: Toolkit): Phrases[] {
  const speaker = new Speaker(toolkit)
  const simulators = new Map(simulatorsOfToolkit(toolkit).map((one) => [one.name, one]))
  return toolkit.tools.flatMap((tool) => speaker.phrases(tool, simulators.get(tool.name) as Simulator) ?? [])
}
