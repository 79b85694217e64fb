import { isEntityId, SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import { nameWords, normalizeBareName } from '../../../../shared/english.ts'
import { tally } from '../../../../shared/group.ts'
import { isObject, type Json, type JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { readSchemaType } from '../../../../shared/schema-value.ts'
import { singular } from '../../../../shared/singular.ts'
import { readIdStem, splitIdWord } from '../../../../tools/imported/import/id-fields.ts'
import { Population } from '../../../../tools/imported/simulate/population.ts'
import { makeUpValue } from '../../../../tools/imported/simulate/values.ts'
import type { Entity, ImportedTool, Toolkit } from '../../../../tools/imported/toolkit.ts'
import { Draw } from '../../../../tools/world/draw.ts'
import { World } from '../../../../tools/world/world.ts'
import { joinInWords, readDirection, speakParameter, splitPathWords } from './labels.ts'
import { Vocabulary } from './vocabulary.ts'

export interface ImportedParameter {
  name: string
  schema: JsonObject
  /** Whether every request states it; others do now and then. */
  isRequired: boolean
}

/** Ids of a kind that no tool keeps. */
const MADE_UP_IDS = 6

/** The things of a toolkit that every world holds, and how requests speak of them. */
export class KnownThings {
  readonly population: Population
  readonly vocabulary: Vocabulary
  /** Any world: what prompts speak of is the same in all. */
  readonly world = new World(1)
  private readonly toolkit: Toolkit
  private readonly containers: ReadonlySet<string>
  /** Paths of collections, without names of parameters. */
  private readonly collections: ReadonlySet<string>
  /** What kinds of things are called. */
  private readonly nounsByKind: ReadonlyMap<string, string>
  /** The same, and the last words of it; and what most tools are named after first: the service. */
  readonly nouns: ReadonlySet<string>
  /** Names of parameters that most tools take: they tell how to answer, such as in which format. */
  readonly commonParameters: ReadonlySet<string>

  constructor(toolkit: Toolkit) {
    this.toolkit = toolkit
    this.population = new Population(toolkit)
    this.containers = findContainers(toolkit)
    this.collections = new Set(toolkit.tools.flatMap((tool) => /^(.*)\/:$/.exec(readShape(tool))?.[1] ?? []))
    this.vocabulary = new Vocabulary(toolkit)
    this.nounsByKind = indexNouns(toolkit, this.vocabulary)
    this.nouns = new Set([
      ...[...this.nounsByKind].flatMap(([kind, noun]) =>
        [noun, joinInWords(kind)].flatMap((words) => [words, words.split(' ').at(-1) ?? '']),
      ),
      ...findSharedWords(toolkit, ({ name }) => nameWords(name).slice(0, 1)),
    ])
    this.commonParameters = findSharedWords(toolkit, ({ input: { properties } }) =>
      Object.keys(isObject(properties) ? properties : {}),
    )
  }

  get source(): Toolkit['source']['kind'] {
    return this.toolkit.source.kind
  }

  findEntity(kind: string | undefined): Entity | undefined {
    return this.toolkit.entities[kind ?? '']
  }

  /** Ids of a kind that requests speak of, within what its things lie; of a kind that no tool keeps some are made up. */
  private listIds(kind: string, schema: JsonObject, within: JsonObject): Json[] {
    const { population, world } = this
    const entity = this.findEntity(kind)
    if (entity?.scope.every((name) => within[name] !== undefined)) {
      const scope = entity.scope.map((name) => within[name] as Json)
      return population.listKnown(kind).map((place) => population.computeId(world, kind, scope, place))
    }
    return Array.from({ length: MADE_UP_IDS }, (_, i): Json => {
      const draw = new Draw(1, 'prompt id', [kind, i])
      if (schema.format === 'uuid')
        return makeUpValue(
          { type: 'string', format: 'uuid' },
          '',
          '',
          population.createMaking(world, draw, kind, i),
        )
      const number = draw.number('id', undefined, { min: 1000, max: 9999, decimals: 0 })
      return readSchemaType(schema) === 'integer' ? number : `${nameWords(kind).at(-1)}-${number}`
    })
  }

  /** Whether a path goes on to one thing of several: `/recipe/7/review/4` of `/recipe/7/review`. */
  hasItems(tool: ImportedTool): boolean {
    return this.collections.has(readShape(tool))
  }

  /** Whether a tool lists or makes things of a kind: ids of others are values of which nothing is known. */
  isListedOrMade(kind: string | undefined): boolean {
    return this.toolkit.tools.some(
      (tool) => tool.entity === kind && (tool.kind === 'list' || tool.kind === 'create'),
    )
  }

  /** The id of a thing: the same one for all requests where other things lie within it. */
  drawId(kind: string, schema: JsonObject, rng: Rng, within: JsonObject): Json {
    const ids = this.listIds(kind, schema, within)
    // Nothing is moved from a thing to itself.
    const others = ids.filter((id) => !Object.values(within).includes(id))
    const usable = others.length > 0 ? others : ids
    return this.containers.has(kind) ? (usable[0] as Json) : rng.pick(usable)
  }

  /** What requests call a field or a parameter. */
  speak(name: string, schema: JsonObject): string {
    return this.vocabulary.spell(speakParameter(name, schema))
  }

  /** What requests call a value that a tool takes: the account name of an account is its name. */
  speakOf({ entity }: ImportedTool, { name, schema }: ImportedParameter): string {
    const label = this.speak(name, schema)
    const noun = entity === undefined ? '' : this.findNoun(entity)
    return label.startsWith(`${noun} `) ? label.slice(noun.length + 1) : label
  }

  findNoun(kind: string): string {
    return this.nounsByKind.get(kind) ?? joinInWords(kind.replace(/\.\w+$/, ''))
  }

  /** What the part of a path before a parameter is called: `bank transfer` of `/banktransfers/:itemId`. */
  private readNounInPath({ route }: ImportedTool, parameter: string): string {
    const words = nameWords(new RegExp(`/([^/:]+)/:${parameter}(?:/|$)`).exec(route?.on ?? '')?.[1] ?? '')
    return this.vocabulary.spell([...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' '))
  }

  /** What the thing is called that a parameter holds the id of: by the parameter, where that says more than `id`. */
  findThingTaken(tool: ImportedTool, { name, schema }: ImportedParameter): string | undefined {
    const meaning = schema[SEMANTIC_KEY]
    if (!isEntityId(meaning) || isOwnId(tool, schema)) return undefined
    const kind = meaning.slice(3)
    const isOfPath = name === tool.id || this.findEntity(tool.entity)?.scope.includes(name)
    const noun = this.findEntity(kind) === undefined ? this.readNounInPath(tool, name) : ''
    if (noun !== '') return noun
    return isOfPath ? this.findNoun(kind) : this.findRole(name, kind)
  }

  /** Whether no other kind has an id of that name, and ids are numbers. */
  private isNumbered(kind: string): boolean {
    const { id, idSchema } = this.findEntity(kind) ?? {}
    const named = Object.values(this.toolkit.entities).filter((one) => one.id === id)
    return named.length === 1 && readSchemaType(idSchema ?? {}) === 'integer'
  }

  /** What a field calls the thing of a kind that it names: `primary doctor`, or the noun of the kind. */
  findRole(field: string, kind: string): string {
    const idField = this.findEntity(kind)?.id
    const noun = this.findNoun(kind)
    // `eurIcan`, where an account alone has an `ican`.
    const others = this.isNumbered(kind) ? splitIdWord(field, idField ?? '') : undefined
    if (others !== undefined) return this.vocabulary.spell([...others.filter(isNoDirection), noun].join(' '))
    // `workspace_gid`, where a workspace has a `gid`.
    const stem = idField === undefined ? field : field.replace(new RegExp(`_?${idField}$`, 'i'), '')
    const role = stem === '' ? undefined : readRole(stem)
    return role === undefined || normalizeBareName(role) === normalizeBareName(noun)
      ? noun
      : this.vocabulary.spell(role)
  }
}

/** The path of a tool without the names of its parameters. */
const readShape = ({ route }: ImportedTool): string =>
  (route?.on ?? '').replace(/^\S+ /, '').replace(/:\w+/g, ':')

const isNoDirection = (word: string): boolean => readDirection(word) === undefined

/** `TeamsId` is a kind for want of a better name: a team. */
const sayKind = (kind: string): string =>
  /.Id$/.test(kind) ? singular(joinInWords(kind.slice(0, -'Id'.length))) : joinInWords(kind)

/** The words of a field before its `id`: `primary doctor` of `primaryDoctorId`; undefined where it has no others. */
function readRole(field: string): string | undefined {
  const all = readIdStem(field) === undefined ? nameWords(field) : nameWords(field).slice(0, -1)
  // `from account` is an account.
  const words = all.length > 1 ? all.filter(isNoDirection) : all
  return words.length === 0 ? undefined : words.join(' ')
}

/**
 * Nouns of kinds of things: from the parameter of their id, or the part of the path before it, unless another kind has it.
 * Names of schemas hold words of form (`ClipResponseObjectData`), but their words are better separated than those of a
 * path (`timeoffs`).
 */
function indexNouns({ entities, tools }: Toolkit, vocabulary: Vocabulary): Map<string, string> {
  const segments = Object.keys(entities).map((kind) => {
    const { id = '', route } =
      tools.find((tool) => tool.entity === kind && tool.id !== undefined && tool.route !== undefined) ?? {}
    const role = readIdStem(id) === undefined ? undefined : readRole(id)
    if (role !== undefined) return role
    const path = route?.on ?? ''
    const words = nameWords(new RegExp(`/([^/:]+)/:${id}(?:/|$)`).exec(path)?.[1] ?? '')
    return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ')
  })
  // Of several kinds with one segment the one that most tools are about has it.
  const countTools = (kind: string): number => tools.filter(({ entity }) => entity === kind).length
  const kinds = Object.keys(entities).map((kind, i) => ({ kind, segment: segments[i] ?? '' }))
  const nouns = new Map(
    kinds.map(({ kind, segment }) => {
      const isOwn =
        segment !== '' &&
        // `SpotsId` is a name for want of a better one.
        (nameWords(kind).at(-1) === 'id' ||
          kinds.every((other) => other.segment !== segment || countTools(other.kind) <= countTools(kind)))
      return [
        kind,
        // `Assign a Floating IP` says how `floating_ips` is written.
        vocabulary.spell(
          isOwn && normalizeBareName(segment) !== normalizeBareName(kind) ? segment : sayKind(kind),
        ),
      ]
    }),
  )
  // `ClientApi` and `InvoiceApi` are a client and an invoice.
  const [[end, count] = [undefined, 0]] = tally([...nouns.values()].map((noun) => / \S+$/.exec(noun)?.[0]))
  const shared = nouns.size >= MANY_KINDS && 2 * count > nouns.size ? end : undefined
  const paths = tools.map((tool) => splitPathWords(tool).join(''))
  const isInPath = (noun: string): boolean => paths.some((path) => path.includes(noun.replaceAll(' ', '')))
  // Where some kinds do without the word, paths may have it: `bank-accounts`.
  const isShort = (noun: string): boolean =>
    shared === undefined || !noun.endsWith(shared) || (count < nouns.size && isInPath(noun))
  const shorten = (noun: string): string => (isShort(noun) ? noun : noun.slice(0, -(shared ?? '').length))
  return new Map([...nouns].map(([kind, noun]) => [kind, shorten(noun)]))
}

const readKind = (parameter: Json | undefined): string[] => {
  const meaning = isObject(parameter) ? String(parameter[SEMANTIC_KEY] ?? '') : ''
  return meaning.startsWith('id:') ? [meaning.slice(3)] : []
}

/** Kinds of things from which on a last word of most of their names says nothing. */
const MANY_KINDS = 3
/** Tools of a toolkit from which on most of them can be told from some. */
const MANY_TOOLS = 4

/** Words that stand at more than half of many tools. */
function findSharedWords(
  { tools }: Toolkit,
  wordsOf: (tool: ImportedTool) => readonly string[],
): Set<string> {
  const counts = new Map<string, number>()
  for (const word of tools.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isShared = (count: number): boolean => tools.length >= MANY_TOOLS && 2 * count > tools.length
  return new Set([...counts].flatMap(([word, count]) => (isShared(count) ? [word] : [])))
}

/** Kinds of things that others lie within: those of all parameters of a path but the last. */
const findContainers = ({ tools }: Toolkit): Set<string> =>
  new Set(
    tools.flatMap(({ route, input: { properties } }) =>
      [...(route?.on ?? '').matchAll(/\/:([^/]+)/g)]
        .slice(0, -1)
        .flatMap(([, name = '']) => (isObject(properties) ? readKind(properties[name]) : [])),
    ),
  )

/** Whether a parameter is the id that a thing is given which a tool makes. */
export const isOwnId = (tool: ImportedTool, schema: JsonObject): boolean =>
  tool.kind === 'create' && String(schema[SEMANTIC_KEY] ?? '').startsWith(`id:${tool.entity}`)
