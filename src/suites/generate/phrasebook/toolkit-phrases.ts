import { isEntityId, SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { bareName, nameWords } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { valueAt } from '../../../shared/pointer.ts'
import { isSecretName } from '../../../shared/redact/secret-name.ts'
import { type Rng, rngOf } from '../../../shared/rng.ts'
import { schemaTypeOf } from '../../../shared/schema-value.ts'
import { isPlural, singular } from '../../../shared/singular.ts'
import type {
  ListedThings,
  Phrases,
  ShownField,
  ThingNoun,
  ToolThings,
} from '../../../tools/builtin/phrases.ts'
import { remarksOn } from '../../../tools/content/requests.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { executeTool } from '../../../tools/execute.ts'
import { idStem } from '../../../tools/imported/import/id-fields.ts'
import type { Making } from '../../../tools/imported/simulate/making.ts'
import { isNeighbouringPage, usualPageSize } from '../../../tools/imported/simulate/pages.ts'
import { simulatorsOfToolkit } from '../../../tools/imported/simulate/simulators.ts'
import { isDecisive, madeUpValue } from '../../../tools/imported/simulate/values.ts'
import type { Entity, ImportedTool, Toolkit } from '../../../tools/imported/toolkit.ts'
import { Draw } from '../../../tools/world/draw.ts'
import { World } from '../../../tools/world/world.ts'
import { askingOf } from './toolkit/asks.ts'
import { type ImportedParameter, isOwnId, KnownThings } from './toolkit/known-things.ts'
import {
  endOfPath,
  inWords,
  lastOfPath,
  nounInName,
  parameterLabel,
  saysWhatItLists,
} from './toolkit/labels.ts'
import { isOpaque, isScalar, type Lack, propertiesOf, statedParameters } from './toolkit/parameters.ts'

const isSpokenField = ([name, schema]: readonly [string, JsonObject]): boolean =>
  !isNeighbouringPage(name) &&
  isScalar(schema) &&
  schema.enum === undefined &&
  schemaTypeOf(schema) !== 'boolean' &&
  !isOpaque(name, schema)

/** Most objects and lists around what a result is about. */
const MAX_ENVELOPES = 3

/** The schema of what a result is about, and where in it that stands: within objects that hold nothing else to speak of. */
function subjectOf({ kind, at = '' }: ImportedTool, output: JsonObject): [JsonObject, string] | undefined {
  const holder = at === '' ? output : isObject(output.properties) ? output.properties[at.slice(1)] : undefined
  if (!isObject(holder)) return undefined
  let subject: [JsonObject, string] = [holder, at]
  if (kind === 'list') return isObject(holder.items) ? [holder.items, `${at}/0`] : undefined
  for (let depth = 0; depth < MAX_ENVELOPES; depth++) {
    const [schema, place] = subject
    const inner = isObject(schema.items) ? ([['0', schema.items]] as const) : propertiesOf(schema)
    const within = inner.find(([, child]) => propertiesOf(child).length > 0 || isObject(child.items))
    if (inner.some(isSpokenField) || within === undefined) break
    subject = [within[1], `${place}/${within[0]}`]
  }
  return subject
}

/** Worlds in which results are compared: what is the same in most of them tells nothing. */
const COMPARED_WORLDS = 6
/** Least values that a field has in them if it tells one thing from another. */
const MIN_VALUES = 4
const COMPARED_ITEMS = 3

/**
 * Fields of a result, or of the first things of a listed one, that tell a thing from another: they differ from thing to
 * thing, and no earlier one says the same.
 */
function decisiveFields(
  fields: readonly ShownField[],
  simulator: Simulator,
  draw: (rng: Rng) => JsonObject,
  root: string,
): ShownField[] {
  const things = Array.from({ length: COMPARED_WORLDS }, (_, i): Json[] => {
    const args = draw(rngOf(i, 'compared', simulator.name))
    const result = executeTool(simulator, args, new World(i + 1))
    return result.ok ? [valueAt(result.output, root) ?? null].flat().slice(0, COMPARED_ITEMS) : []
  }).flat()
  const seen = new Set<string>()
  return fields.filter(({ at }) => {
    const values = things.map((thing) => stableJson(valueAt(thing, at) ?? null))
    const isNew = !seen.has(values.join())
    seen.add(values.join())
    return isNew && !values.includes('null') && new Set(values).size >= MIN_VALUES
  })
}

/** How things can be ordered by a field. */
function orderBy(schema: JsonObject, name: string): ShownField['order'] {
  if (/^date/.test(String(schema.format))) return 'date'
  return ['integer', 'number'].includes(schemaTypeOf(schema) ?? '') && isDecisive(schema, name)
    ? 'number'
    : undefined
}

/** Fields of a thing beside which those of a part of it are its own: an id and a type beside `attributes`. */
const MAX_OUTER_FIELDS = 2

/** The part of a thing that holds its fields: the thing itself, or the one object in it that has more of them. */
function fullestPart(schema: JsonObject): [string, JsonObject] {
  const fieldsIn = (part: JsonObject): number => propertiesOf(part).filter(isSpokenField).length
  const outerFields = fieldsIn(schema)
  const [inner] = propertiesOf(schema)
    .filter(([, part]) => outerFields <= MAX_OUTER_FIELDS && fieldsIn(part) > outerFields)
    .sort(([, a], [, b]) => fieldsIn(b) - fieldsIn(a))
  return inner === undefined ? ['', schema] : [`/${inner[0]}`, inner[1]]
}

/** The thing in a result, or each listed one, as a tool shows it. */
interface ShownThing {
  tool: ImportedTool
  entity: Entity | undefined
  noun: string
  /** The part of the thing that a look-up is for; empty for the whole thing. */
  part: string
  /** Parameters by their bare names. */
  sent: readonly string[]
  /** The entity whose id the path ends with. */
  pathKind: string
}

function thingShownBy(tool: ImportedTool, known: KnownThings): ShownThing {
  const { kind, entity: about } = tool
  const input = propertiesOf(tool.input)
  const last = input.find(([name]) => name === lastOfPath(tool))
  return {
    tool,
    entity: known.entityOf(about),
    noun: about === undefined ? '' : known.nounOf(about),
    part: kind === 'opaque' && lastOfPath(tool) !== undefined ? endOfPath(tool) : '',
    sent: input.map(([name]) => bareName(name)),
    pathKind: String(last?.[1][SEMANTIC_KEY] ?? '').replace(/^id:/, ''),
  }
}

/** A field that says of which kind a thing is has a kind as its example. */
const isKind = ({ examples }: JsonObject, known: KnownThings): boolean =>
  [examples ?? []].flat().some((one) => known.nouns.has(nameWords(String(one)).join(' ')))

type RatedField = ShownField & { isDecisive: boolean }

/** How requests speak of a field of a thing; undefined where they cannot. */
function describeField(
  { tool, entity, noun, part, sent, pathKind }: ShownThing,
  [name, field]: readonly [string, JsonObject],
  at: string,
  known: KnownThings,
): RatedField | undefined {
  // What is sent comes back.
  if (tool.kind === 'opaque' && sent.some((one) => bareName(name).endsWith(one))) return undefined
  if (entity?.scope.includes(name)) return undefined
  if (!isSpokenField([name, field]) || isKind(field, known)) return undefined
  const meaning = field[SEMANTIC_KEY]
  if (isEntityId(meaning)) {
    const other = meaning.slice(3)
    // The id that a thing was asked for by may be that of another kind: the text of a page has the page's.
    const isOwn =
      name === entity?.id || (other === (tool.entity ?? pathKind) && name === known.entityOf(other)?.id)
    if (isOwn || known.entityOf(other) === undefined) return undefined
    return { at, label: known.roleIn(name, other), refers: other, isDecisive: true }
  }
  // An id of nothing that tools know says nothing.
  if (meaning === 'id' || idStem(name) !== undefined || name === entity?.id) return undefined
  const label = labelIn(part, name, parameterLabel(name, field), noun)
  if (noun.endsWith(label)) return undefined
  const order = orderBy(field, name)
  return { at, label, ...(order === undefined ? {} : { order }), isDecisive: isDecisive(field, name) }
}

/** Fields that have a label to themselves, since what is called alike cannot be asked for; decisive ones where there are any. */
function selectFields(fields: readonly RatedField[]): ShownField[] {
  const named = fields.filter(({ label }) => fields.filter((other) => other.label === label).length === 1)
  const decisive = named.filter((field) => field.isDecisive)
  return (decisive.length > 0 ? decisive : named).map(({ isDecisive: _, ...field }) => field)
}

/** Fields of the thing in a result, or of each listed one, that requests can speak of, and where the thing is. */
function shownBy(
  tool: ImportedTool,
  simulator: Simulator,
  known: KnownThings,
): { at: string; fields: readonly ShownField[] } {
  const nothing = { at: '', fields: [] }
  if (tool.effect !== 'read') return nothing
  const subject = subjectOf(tool, simulator.outputSchema as JsonObject)
  if (subject === undefined) return nothing
  const [schema, at] = subject
  // Of several things that a result shows without being a list nobody means the first.
  if (tool.kind !== 'list' && /\/0(?:\/|$)/.test(at)) return nothing
  const thing = thingShownBy(tool, known)
  // A part that is called in the plural is several things.
  if (isPlural(thing.part)) return nothing
  const [inner, holder] = fullestPart(schema)
  const fields = propertiesOf(holder).flatMap(
    (field) => describeField(thing, field, `${inner}/${field[0]}`, known) ?? [],
  )
  return { at, fields: selectFields(fields) }
}

/** What a field of a thing is called: behind the part of the thing that a look-up shows, and without the thing's noun. */
function labelIn(part: string, name: string, label: string, noun: string): string {
  if (part === '') return label.startsWith(`${noun} `) ? label.slice(noun.length + 1) : label
  const words = part.split(' ')
  if (bareName(name) === bareName(part) || words.at(-1) === label) return part
  return label.startsWith(part) ? label : `${part} ${label}`
}

/** What requests take for the present day, in milliseconds. */
const PRESENT = Date.UTC(2030, 0, 1)

/** What it takes to make up values of a call: ids are of things that every world holds. */
function makingOf(tool: ImportedTool, args: JsonObject, known: KnownThings, rng: Rng): Making {
  const draw = new Draw(rng.int(2, 2 ** 31 - 2), 'prompt', [tool.name])
  return {
    ...known.population.making(known.world, draw, tool.entity ?? tool.name, rng.int(0, 17)),
    isStated: true,
    now: PRESENT,
    idOf: (kind, _, schema) => known.idOf(kind, schema, rng, args),
  }
}

/** Values that a call gives beside those that it must. */
const MAX_OPTIONAL = 2
/** Values beside ids that one request states at most because it must. */
const MAX_REQUIRED = 4

/** Which of the parameters a call gives: all that are stated always, of the others some; a change changes something. */
function givenOf(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  scope: readonly string[],
  rng: Rng,
): ImportedParameter[] {
  const optional = parameters.filter(({ isRequired }) => !isRequired)
  const isNothingElse = parameters.every(
    ({ name, isRequired }) => !isRequired || name === tool.id || scope.includes(name),
  )
  const least = isNothingElse && optional.length > 0 ? rng.pick(optional) : undefined
  const some = rng.shuffle(optional.filter((one) => one !== least && rng.int(0, 2) === 0))
  const stated = [...(least === undefined ? [] : [least]), ...some].slice(0, MAX_OPTIONAL)
  return parameters.filter((one) => one.isRequired || stated.includes(one))
}

/** Draws the arguments of a call that makes sense in every world. */
function drawImportedArguments(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
  rng: Rng,
): JsonObject {
  const args: JsonObject = {}
  const entity = known.entityOf(tool.entity)
  const making = makingOf(tool, args, known, rng)
  for (const { name, schema } of givenOf(tool, parameters, entity?.scope ?? [], rng)) {
    const { [SEMANTIC_KEY]: meaning, ...plain } = schema
    const isNew = isOwnId(tool, schema) && meaning === `id:${tool.entity}`
    args[name] =
      meaning === 'text'
        ? rng.pick(remarksOn('', parameterLabel(name, schema), undefined))
        : madeUpValue(isNew ? plain : schema, name, `/${name}`, making)
  }
  // Of several moments the first to be named is the first.
  const moments = parameters.filter(({ name, schema }) => name in args && /^date/.test(String(schema.format)))
  const inOrder = moments.map(({ name }) => args[name] as Json).sort()
  for (const [i, { name }] of moments.entries()) args[name] = inOrder[i] as Json
  if (entity === undefined || tool.entity === undefined) return args
  const { population, world } = known
  const scope = entity.scope.map((name) => args[name] ?? null)
  if (tool.id !== undefined) {
    const id = population.idAt(world, tool.entity, scope, rng.pick(population.known(tool.entity)))
    args[tool.id] = id
  }
  if (tool.kind === 'list' && entity.key !== undefined && entity.key in args) {
    const places = population.named(tool.entity)
    if (places.length > 0) args[entity.key] = population.keyAt(tool.entity, scope, rng.pick(places))
  }
  return args
}

/** Constants as people say them: `IN_PROGRESS` as `in progress`; codes such as `EUR` as they are. */
function wordingsOf(parameters: readonly ImportedParameter[]): Record<string, Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const members = (Array.isArray(schema.enum) ? schema.enum : []).filter(
        (one): one is string => typeof one === 'string' && /_|\p{Ll}\p{Lu}|^\p{Lu}{5,}$/u.test(one),
      )
      return members.length === 0
        ? []
        : [[name, Object.fromEntries(members.map((one) => [one, inWords(one)]))]]
    }),
  )
}

/** Whether a request for a write leaves open what is to be done: `add a custom field to project 7`, `update project 7`. */
function isVague(
  ask: string,
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  isSaid: boolean,
): boolean {
  const [clause = ''] = ask.split('[')
  const isOnThing = /^\S+ \{\w+\}$/.test(clause)
  const hasMore = propertiesOf(tool.input).length > parameters.length
  if (!isSaid && (tool.kind === 'update' ? Object.keys(tool.sets).length === 0 : hasMore && !isOnThing))
    return true
  // What is done is done to a thing, or makes what the path ends with.
  return (
    tool.kind === 'opaque' &&
    tool.route !== undefined &&
    !clause.includes('{') &&
    !clause.includes(singular(endOfPath(tool)) || '{')
  )
}

/** What a write lacks whose request can say nothing. */
const BODY_FIELDS = 'the fields of its body one by one, with examples or formats'

type SourceKind = Toolkit['source']['kind']

/** Where a description says what a tool does. */
const SUMMARY: Readonly<Record<SourceKind, string>> = {
  openapi: 'a summary like it',
  mcp: 'a `title` like it',
  openai: 'a description like it',
  zod: 'a `title` or a description like it',
}

/** Where a description says what a tool returns. */
const RESULT: Readonly<Record<SourceKind, string>> = {
  openapi: 'a schema of the response with single values',
  mcp: 'an `outputSchema` with single values',
  openai: 'another description of the tools: function definitions do not say what they return',
  zod: 'a zod schema of what it returns, with single values: `output`, or `metadata: { output }` of a LangChain tool',
}

/** Why nobody would ask for a tool, by what it takes and by its name. */
function lackBeforeAsking(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  simulator: Simulator,
  known: KnownThings,
): Lack | undefined {
  const listed = tool.kind === 'list' && tool.entity !== undefined ? known.nounOf(tool.entity) : undefined
  if (listed !== undefined && !saysWhatItLists(tool, listed))
    return {
      lacks: `nothing in its name, summary or path says that it lists each ${listed}`,
      add: SUMMARY[known.source],
    }
  const values = parameters.filter((one) => known.thingTaken(tool, one) === undefined)
  const hasMore = propertiesOf(simulator.inputSchema as JsonObject).some(([, schema]) => !isScalar(schema))
  if (tool.kind === 'create' && values.length === 0 && (hasMore || parameters.length === 0))
    return { lacks: 'a request can say nothing of the new thing', add: BODY_FIELDS }
  const required = values.filter((one) => one.isRequired).length
  if (required > (tool.kind === 'update' ? MAX_OPTIONAL : MAX_REQUIRED))
    return {
      lacks: `a request would have to state ${required} values`,
      add: 'defaults, so that fewer are required',
    }
  return undefined
}

/** Ways to ask for a tool, or why there are none. What is read is asked for by its fields. */
function findAsks(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): { asks: readonly string[] } | Lack {
  const asks = tool.effect === 'read' ? [] : askingOf(tool, parameters, known).ways()
  if (asks === undefined)
    return {
      lacks: 'neither its summary, its name nor its description is a request such as "Cancel a booking"',
      add: SUMMARY[known.source],
    }
  const isSaid = parameters.some((one) => known.thingTaken(tool, one) === undefined)
  if (asks.some((ask) => isVague(ask, tool, parameters, isSaid)))
    return { lacks: 'a request can say nothing of what is to be done', add: BODY_FIELDS }
  return { asks }
}

/** How requests speak of one tool, about the things that every world holds; or why nobody would ask for it. */
function phrasesOf(tool: ImportedTool, simulator: Simulator, known: KnownThings): Phrases | Lack {
  const part = (tool.route?.on ?? '').split('/').findLast((one) => !one.startsWith(':')) ?? ''
  if (isSecretName(part))
    return { lacks: `"${part}" is a credential`, add: 'unavailable: no task asks for credentials' }
  const parameters = statedParameters(tool, simulator, known)
  if ('lacks' in parameters) return parameters
  const lack = lackBeforeAsking(tool, parameters, simulator, known)
  if (lack !== undefined) return lack
  const found = findAsks(tool, parameters, known)
  if ('lacks' in found) return found
  const draw = (rng: Rng): JsonObject => drawImportedArguments(tool, parameters, known, rng)
  const { at, fields } = shownBy(tool, simulator, known)
  const root = tool.kind === 'list' ? at.slice(0, -'/0'.length) : at
  const shown = decisiveFields(fields, simulator, draw, root)
  if (tool.effect === 'read' && shown.length === 0)
    return { lacks: 'its result has no field to ask for', add: RESULT[known.source] }
  return {
    tool: tool.name,
    draw,
    asks: found.asks,
    answers: [],
    wordings: wordingsOf(parameters),
    things: thingsOf(tool, parameters, found.asks, { root, shown }, known),
  }
}

function thingsOf(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  asks: readonly string[],
  { root, shown }: Pick<ToolThings, 'root' | 'shown'>,
  known: KnownThings,
): ToolThings {
  const entity = known.entityOf(tool.entity)
  const taken = parameters.flatMap((one): [string, ThingNoun][] => {
    const noun = known.thingTaken(tool, one)
    return noun === undefined ? [] : [[one.name, { kind: String(one.schema[SEMANTIC_KEY]).slice(3), noun }]]
  })
  // A change of a thing's own text is not a remark.
  const remarks = parameters.filter(({ schema }) => schema[SEMANTIC_KEY] === 'text' && tool.kind !== 'update')
  const scope = (entity?.scope ?? []).filter((name) => parameters.some((one) => one.name === name))
  const made = tool.kind === 'create' ? subjectOf(tool, tool.output) : undefined
  const isShownId = ([name]: readonly [string, JsonObject]): boolean => name === entity?.id
  // `report a damage`, where the path ends with `damages`.
  const end = singular(endOfPath(tool))
  const isInClause = end !== '' && asks.some((ask) => ask.split(' ').slice(1).join(' ').includes(end))
  const makes = tool.kind === 'create' ? known.nounOf(tool.entity ?? '') : isInClause ? end : ''
  const subject = tool.id ?? (tool.kind === 'opaque' ? lastOfPath(tool) : undefined)
  return {
    kind: tool.entity ?? tool.name,
    noun: tool.entity === undefined ? nounInName(tool) : known.nounOf(tool.entity),
    ...(subject !== undefined && taken.some(([name]) => name === subject) ? { subject } : {}),
    ...(makes === '' ? {} : { makes }),
    ...(made !== undefined && propertiesOf(made[0]).some(isShownId)
      ? { made: `${made[1]}/${entity?.id}` }
      : {}),
    taken: Object.fromEntries(taken),
    scope,
    remarks: Object.fromEntries(remarks.map(({ name, schema }) => [name, parameterLabel(name, schema)])),
    root,
    shown,
    ...(tool.kind === 'list' && entity !== undefined
      ? { list: listOf(tool, entity, parameters, known) }
      : {}),
  }
}

function listOf(
  tool: ImportedTool,
  entity: Entity,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): ListedThings {
  const { population } = known
  const { key } = entity
  const kind = tool.entity as string
  const size = usualPageSize(tool)
  const places = population.named(kind).filter((place) => place < size)
  const isSearched = parameters.some(({ name }) => name === key)
  const named =
    key === undefined || (places.length === 0 && !isSearched)
      ? {}
      : {
          named: {
            field: key,
            isSearched,
            draw: (args: JsonObject, rng: Rng): Json =>
              population.keyAt(
                kind,
                entity.scope.map((name) => args[name] ?? null),
                rng.pick(isSearched ? population.named(kind) : places),
              ),
          },
        }
  return {
    id: `/${entity.id}`,
    isWhole: size >= population.size(kind),
    words: askingOf(tool, parameters, known).listed(),
    filters: parameters.filter(({ isRequired }) => !isRequired).map(({ name }) => name),
    ...named,
  }
}

/** How requests speak of the tools of a toolkit that a person would ask for, and what the others lack, by tool. */
export function toolkitPhrases(toolkit: Toolkit): { phrases: Phrases[]; lacks: Map<string, Lack> } {
  const known = new KnownThings(toolkit)
  const simulators = new Map(simulatorsOfToolkit(toolkit).map((one) => [one.name, one]))
  const phrases: Phrases[] = []
  const lacks = new Map<string, Lack>()
  for (const tool of toolkit.tools) {
    const found = phrasesOf(tool, simulators.get(tool.name) as Simulator, known)
    if ('lacks' in found) lacks.set(tool.name, found)
    else phrases.push(found)
  }
  return { phrases, lacks }
}
