import { isEntityId, SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import { nameWords, normalizeBareName } from '../../../../shared/english.ts'
import { isObject, type Json, type JsonObject, readObject, stringifyStably } from '../../../../shared/json.ts'
import { readValueAt } from '../../../../shared/pointer.ts'
import { createRng, type Rng } from '../../../../shared/rng.ts'
import { readSchemaType } from '../../../../shared/schema-value.ts'
import { isPlural, plural, singular } from '../../../../shared/singular.ts'
import type { ShownField } from '../../../../tools/builtin/phrases.ts'
import type { Simulator } from '../../../../tools/define-simulator.ts'
import { executeTool } from '../../../../tools/execute.ts'
import { CONTAINERS, readIdStem } from '../../../../tools/imported/import/id-fields.ts'
import { isNeighbouringPage } from '../../../../tools/imported/simulate/pages.ts'
import { hasRange, isDecisive, isWholeByExample } from '../../../../tools/imported/simulate/values.ts'
import type { Entity, ImportedTool } from '../../../../tools/imported/toolkit.ts'
import { World } from '../../../../tools/world/world.ts'
import type { KnownThings } from './known-things.ts'
import { endOfPath, hasLoneLetter, isDate, isOpenEnded, joinInWords, readLastParameter } from './labels.ts'
import { isNamedByPath, isOpaque, isScalar, listProperties } from './parameters.ts'

const isSpokenField = ([name, schema]: readonly [string, JsonObject]): boolean =>
  !isNeighbouringPage(name) &&
  isScalar(schema) &&
  schema.enum === undefined &&
  readSchemaType(schema) !== 'boolean' &&
  !isOpaque(name, schema)

/** Parts of a thing; not what formats add to it, such as `_links`. */
const listParts = (schema: JsonObject): [string, JsonObject][] =>
  listProperties(schema).filter(([name]) => !name.startsWith('_'))

/** Most objects and lists around what a result is about. */
const MAX_ENVELOPES = 3

/** The schema of what a result is about, and where in it that stands: within objects that hold nothing else to speak of. */
export function subjectOf(
  { kind, at = '' }: ImportedTool,
  output: JsonObject,
): [JsonObject, string] | undefined {
  const holder = at === '' ? output : isObject(output.properties) ? output.properties[at.slice(1)] : undefined
  if (!isObject(holder)) return undefined
  let subject: [JsonObject, string] = [holder, at]
  if (kind === 'list') return isObject(holder.items) ? [holder.items, `${at}/0`] : undefined
  for (let depth = 0; depth < MAX_ENVELOPES; depth++) {
    const [schema, place] = subject
    const inner = isObject(schema.items) ? ([['0', schema.items]] as const) : listParts(schema)
    const within = inner.find(([, child]) => listProperties(child).length > 0 || isObject(child.items))
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
export function decisiveFields(
  fields: readonly ShownField[],
  simulator: Simulator,
  draw: (rng: Rng) => JsonObject,
  root: string,
): ShownField[] {
  const things = Array.from({ length: COMPARED_WORLDS }, (_, i): Json[] => {
    const args = draw(createRng(i, 'compared', simulator.name))
    const result = executeTool(simulator, args, new World(i + 1))
    return result.ok ? [readValueAt(result.output, root) ?? null].flat().slice(0, COMPARED_ITEMS) : []
  }).flat()
  const seen = new Set<string>()
  return fields.filter(({ at }) => {
    const values = things.map((thing) => stringifyStably(readValueAt(thing, at) ?? null))
    const isNew = !seen.has(values.join())
    seen.add(values.join())
    return isNew && !values.includes('null') && new Set(values).size >= MIN_VALUES
  })
}

/** What a number of this name is: `number of seats` and `seats` count something, a `ticket number` and a `zip code` are names. */
const COUNTS = /^(?:number|count|total|value) |\b(?:count|total|level|size)$/

/** Whether a number says how much or how many: a fraction does, and a whole number whose range or name says so. */
function isQuantity(schema: JsonObject, name: string, label: string): boolean {
  const isWhole = readSchemaType(schema) === 'integer' || isWholeByExample(schema)
  return !isWhole || hasRange(schema, name) || COUNTS.test(label) || isPlural(label)
}

/** How things can be ordered by a field. */
function orderBy(schema: JsonObject, name: string, label: string): ShownField['order'] {
  if (isDate(schema)) return 'date'
  const isNumber = ['integer', 'number'].includes(readSchemaType(schema) ?? '')
  if (schema[SEMANTIC_KEY] === 'coordinate') return undefined
  return isNumber && isDecisive(schema, name) && isQuantity(schema, name, label) ? 'number' : undefined
}

/** Fields of a thing beside which those of a part of it are its own: an id and a type beside `attributes`. */
const MAX_OUTER_FIELDS = 2

/** The part of a thing that holds its fields: the thing itself, or the one object in it that has more of them. */
function fullestPart(schema: JsonObject): [string, JsonObject] {
  const fieldsIn = (part: JsonObject): number => listProperties(part).filter(isSpokenField).length
  const outerFields = fieldsIn(schema)
  const [inner] = listParts(schema)
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
  const input = listProperties(tool.input)
  const last = input.find(([name]) => name === readLastParameter(tool))
  return {
    tool,
    entity: known.findEntity(about),
    noun: about === undefined ? '' : known.findNoun(about),
    part: kind === 'opaque' && readLastParameter(tool) !== undefined ? endOfPath(tool) : '',
    sent: input.map(([name]) => normalizeBareName(name)),
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
  if (tool.kind === 'opaque' && sent.some((one) => normalizeBareName(name).endsWith(one))) return undefined
  if (isNamedByPath(name, entity)) return undefined
  if (!isSpokenField([name, field]) || isKind(field, known)) return undefined
  const meaning = field[SEMANTIC_KEY]
  if (isEntityId(meaning)) {
    const other = meaning.slice(3)
    // The id that a thing was asked for by may be that of another kind: the text of a page has the page's.
    const isOwn =
      name === entity?.id || (other === (tool.entity ?? pathKind) && name === known.findEntity(other)?.id)
    if (isOwn || known.findEntity(other) === undefined) return undefined
    const label = known.findRole(name, other)
    return isOpenEnded(label) || label === noun ? undefined : { at, label, refers: other, isDecisive: true }
  }
  // An id of nothing that tools know says nothing, nor does a number that is called as a kind of thing is.
  const isNumber = /^(?:integer|number)$/.test(readSchemaType(field) ?? '')
  if (isNumber && known.nouns.has(nameWords(name).join(' '))) return undefined
  if (meaning === 'id' || readIdStem(name) !== undefined || name === entity?.id) return undefined
  const own = known.speak(name, field)
  // What the thing itself has is called so in every look-up.
  const isItsOwn = Object.hasOwn(readObject(entity?.schema.properties), name)
  const label = known.vocabulary.spell(labelIn(isItsOwn ? '' : part, name, own, noun))
  if (noun.endsWith(label) || noun === singular(label) || isOpenEnded(label) || hasLoneLetter(label))
    return undefined
  const order = orderBy(field, name, label)
  // What the format or the name tells needs no text.
  const { type = null, format = null } = field
  const isPlain = isDecisive({ type, ...(format === null ? {} : { format }) }, name)
  const isStrange = !isPlain && known.vocabulary.isStrange(own)
  const isTelling = isDecisive(field, name) && !isStrange
  return {
    ...{ at, label, isDecisive: isTelling },
    ...(order === undefined ? {} : { order }),
    ...(part !== '' && label.endsWith(` of the ${part}`) ? { isOthers: true as const } : {}),
  }
}

/** Fields that have a label to themselves, since what is called alike cannot be asked for; decisive ones where there are any. */
function selectFields(fields: readonly RatedField[]): ShownField[] {
  const named = fields.filter(({ label }) => fields.filter((other) => other.label === label).length === 1)
  const decisive = named.filter((field) => field.isDecisive)
  return (decisive.length > 0 ? decisive : named).map(({ isDecisive: _, ...field }) => field)
}

/** Fields of the thing in a result, or of each listed one, that requests can speak of, and where the thing is. */
export function shownBy(
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
  // A part that is called in the plural, or of which a path reaches one, is several things.
  if (isPlural(thing.part) || (thing.part !== '' && known.hasItems(tool))) return nothing
  const [inner, holder] = fullestPart(schema)
  const fields = listProperties(holder).flatMap(
    (field) => describeField(thing, field, `${inner}/${field[0]}`, known) ?? [],
  )
  return {
    at,
    fields: selectFields(isPartOfThing(inner, thing.noun) ? nameOwner(fields, inner, schema) : fields),
  }
}

/** Whether a noun is one of which there may be several: what `information` or `attributes` hold is the thing's own. */
const isCountable = (noun: string): boolean => !isPlural(noun) && plural(noun) !== noun

/** Whether a field holds another thing or a part of one, such as the registrant of a domain. */
const isPartOfThing = (at: string, noun: string): boolean =>
  at !== '' && !CONTAINERS.has(at.slice(1)) && joinInWords(at) !== noun && isCountable(joinInWords(at))

/** A label without the name of its thing in front: the quota total of a quota is its total. */
const removeLead = (label: string, noun: string): string =>
  noun !== '' && label.startsWith(`${noun} `) ? label.slice(noun.length + 1) : label

/** Fields of a thing that stands in another, which has none of these names itself: the price of the last message. */
function nameOwner(fields: readonly RatedField[], at: string, { properties }: JsonObject): RatedField[] {
  const owner = joinInWords(at)
  return fields.flatMap((field) => {
    const label = removeLead(field.label, owner)
    const isUnclear = field.refers !== undefined || owner.endsWith(label)
    return isUnclear || Object.hasOwn(readObject(properties), field.at.slice(at.length + 1))
      ? []
      : [{ ...field, label: `${label} of the ${owner}`, isOthers: true }]
  })
}

/** What a field of a thing is called: with the part of the thing that a look-up shows, and without the thing's noun. */
function labelIn(part: string, name: string, label: string, noun: string): string {
  const words = part.split(' ')
  const isPart = normalizeBareName(name) === normalizeBareName(part) || words.at(-1) === label
  if (part !== '' && isPart) return part
  const own = removeLead(label, noun)
  return !isCountable(part) || label.startsWith(`${words[0]} `) ? own : `${own} of the ${part}`
}
