import { isDeepStrictEqual } from 'node:util'
import { nameWords } from '../../../shared/english.ts'
import { dropUndefinedFields, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { Phrases, ShownField, ToolThings } from '../../../tools/builtin/phrases.ts'
import { isExtreme, writeExtremes } from '../../../tools/content/requests.ts'
import { buildFrom } from '../bind.ts'
import type { Drawing as FamilyDrawing } from '../families/family.ts'
import type { DraftStep } from '../pattern.ts'
import { type Mentions, mentionsOf } from '../phrasebook/clause.ts'
import { formatPlainMention } from '../phrasebook/mention.ts'
import type { OwnStep } from './own-draft.ts'

/** A tool whose things requests can speak of. */
export interface OwnTool {
  name: string
  phrases: Phrases
  things: ToolThings
  isRead: boolean
  /** Whether a call needs values that say nothing of where a thing is. */
  hasPlainValues: boolean
}

export interface Thing {
  /** `bike-7`, `the customer Ada Holm`, `the bike of rental-7`. */
  mention: string
  noun: string
  id: Json
  /** What its mention says that it lies in: ` in project 7`. */
  within?: string
  /** How it is spoken of elsewhere, where the request just named it: `that bike`. */
  plain?: string
}

/** A thing that was found in a list. */
export interface ListedThing extends Thing {
  list: OwnTool
  valueAt(at: string): JsonObject
  /** Its name alone, or by what it was chosen: `lowest price`; and the field of that. */
  by: string
  byName?: { label: string; called: string }
  byField: string
}

/** A request in the making. */
export interface Drawing {
  ownThings: OwnThings
  rng: Rng
  /** Its calls so far. */
  steps: OwnStep[]
  /** A round number among those of the worlds; only where tasks decide. */
  limit?: FamilyDrawing['limit']
}

/** Adds a call, which may have to come after another; gives its place, from 1. The same read twice is one call. */
export function addCall(
  steps: DraftStep[],
  { name, isRead }: OwnTool,
  args: JsonObject,
  after?: number,
): number {
  const known = isRead
    ? steps.findIndex((step) => step.tool === name && isDeepStrictEqual(step.arguments, args))
    : -1
  return known >= 0
    ? known + 1
    : steps.push({ tool: name, arguments: args, ...dropUndefinedFields({ after }) })
}

export const pickArguments = (args: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)))

/** What a thing lies in: ` in project 7`. */
export function describeWithin(
  { phrases, things: { taken, scope } }: OwnTool,
  within: JsonObject,
  mentions: Mentions = {},
): string {
  const said = { ...mentionsOf(phrases, within), ...mentions }
  return Object.keys(within)
    .toReversed()
    .map((name) => {
      // The database of that name.
      const words =
        taken[name] === undefined ? `${nameWords(name).join(' ')} `.replace(/(?<=.) name $/, ' ') : ''
      return scope.includes(name) || words === ''
        ? ` in ${words}${said[name]}`
        : ` for the ${words}${said[name]}`
    })
    .join('')
}

/** A thing by its id, as the arguments of a call give it; of a read all of them say which thing is meant. */
export function describeKnownThing(
  tool: OwnTool,
  parameter: string,
  args: JsonObject,
): Thing & { bare: string; within: string } {
  const { subject, scope, taken } = tool.things
  const { [parameter]: id = null, ...others } = args
  const within = describeWithin(
    tool,
    tool.isRead ? others : parameter === subject ? pickArguments(args, scope) : {},
  )
  const bare = mentionsOf(tool.phrases, args)[parameter] ?? ''
  return {
    mention: `${bare}${within}`,
    bare,
    within,
    noun: taken[parameter]?.noun ?? '',
    id,
  }
}

export const readSubjectKind = ({ things: { subject, taken } }: OwnTool): string | undefined =>
  taken[subject ?? '']?.kind

/** A read with a field that refers to another thing. */
export interface Referring {
  tool: OwnTool
  field: ShownField
}

/** The tools of an API, by what they know of which kind of thing. */
export class OwnThings {
  readonly tools: readonly OwnTool[]
  private readonly readers: readonly OwnTool[]
  private readonly referring: readonly Referring[]

  constructor(tools: readonly OwnTool[]) {
    this.tools = tools
    this.readers = tools.filter(
      ({ isRead, things: { subject, list }, hasPlainValues }) =>
        isRead && subject !== undefined && list === undefined && !hasPlainValues,
    )
    this.referring = this.readers.flatMap((tool) => tool.things.shown.map((field) => ({ tool, field })))
  }

  listReaders(kind: string | undefined): OwnTool[] {
    return this.readers.filter((tool) => readSubjectKind(tool) === kind)
  }

  listMakers(kind: string | undefined): OwnTool[] {
    return this.tools.filter(({ things }) => things.made !== undefined && things.kind === kind)
  }

  listLeadingTo(kind: string | undefined): Referring[] {
    return kind === undefined ? [] : this.referring.filter(({ field }) => field.refers === kind)
  }

  /** Lists of a kind of things within others; anywhere, where a call says nothing of what its thing lies in. */
  listsOf(kind: string | undefined, within: JsonObject): OwnTool[] {
    const isAnywhere = Object.keys(within).length === 0
    return this.tools.filter(
      ({ things: { list, kind: toolKind, scope } }) =>
        list !== undefined && toolKind === kind && (isAnywhere || scope.every((name) => name in within)),
    )
  }
}

/** Arguments of a list that say no more than the tool needs. */
export const removeFilters = ({ things: { list } }: OwnTool, args: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(args).filter(([name]) => list?.filters.includes(name) !== true))

/** A thing of a list by its name; undefined where nothing names it. */
export function drawNamedThing(
  list: OwnTool,
  within: JsonObject,
  { steps, rng }: Drawing,
): ListedThing | undefined {
  const { named } = list.things.list ?? {}
  if (named === undefined || list.hasPlainValues) return undefined
  const { [named.field]: _, ...plain } = removeFilters(list, list.phrases.draw(rng))
  const args = { ...plain, ...within }
  const name = named.draw(args, rng)
  const { field, label } = named
  const called = formatPlainMention(name)
  const by = `${label === '' ? '' : `with the ${label} `}${called}`
  const call = named.isSearched ? { ...args, [field]: name } : args
  const place = describeWithin(list, args)
  return {
    ...buildFoundThing(list, call, { where: { $eq: [{ $item: `/${field}` }, name] } }, steps),
    mention: `the ${list.things.noun} ${by}${place}`,
    within: place,
    by,
    byName: { label, called },
    byField: `/${field}`,
  }
}

/** The first or last of listed things by a number or a date; undefined where the list has no such field. */
export function drawFirstThing(
  list: OwnTool,
  args: JsonObject,
  { steps, rng }: Drawing,
  mentions?: Mentions,
): ListedThing | undefined {
  const { list: listed, shown, noun } = list.things
  const fields = shown.filter(
    ({ order, isOthers, label }) => order !== undefined && !isOthers && !isExtreme(label),
  )
  if (listed?.isWhole !== true || listed.named?.isSearched === true || fields.length === 0) return undefined
  const { at, label, order = 'number' } = rng.pick(fields)
  const isLeast = rng.int(0, 1) === 0
  // The mention of what it lies in says within what that lies.
  const within =
    mentions === undefined ? removeFilters(list, args) : pickArguments(args, Object.keys(mentions))
  const place = describeWithin(list, within, mentions)
  const by = writeExtremes(order, label)[isLeast ? 0 : 1]
  return {
    ...buildFoundThing(list, args, { [isLeast ? 'least' : 'greatest']: at }, steps),
    mention: `the ${noun} with the ${by}${place}`,
    within: place,
    by,
    byField: at,
  }
}

function buildFoundThing(
  list: OwnTool,
  args: JsonObject,
  choice: JsonObject,
  steps: DraftStep[],
): Omit<ListedThing, 'mention' | 'by' | 'byName' | 'byField'> {
  const { root, noun, list: listed } = list.things
  const place = addCall(steps, list, args)
  const findAttribute = (at: string): JsonObject => ({ $find: buildFrom(place, root), ...choice, give: at })
  return { list, noun, id: findAttribute(listed?.id ?? ''), valueAt: findAttribute }
}

/** A thing that another one refers to: `the customer of rental-7`. */
export function drawRelatedThing({ tool, field }: Referring, args: JsonObject, steps: DraftStep[]): Thing {
  const owner = describeKnownThing(tool, tool.things.subject ?? '', args)
  return {
    mention: `the ${field.label} of ${owner.mention}`,
    noun: field.label,
    id: buildFrom(addCall(steps, tool, args), `${tool.things.root}${field.at}`),
  }
}

/** Draws of arguments that are to be about another thing. */
const MAX_DRAWS = 8

/** Arguments of calls that are about different things, this many, and the same otherwise; undefined where there are too few. */
export function drawSeveralArguments(
  { phrases }: OwnTool,
  parameter: string,
  count: number,
  rng: Rng,
): JsonObject[] | undefined {
  const first = phrases.draw(rng)
  const draws = Array.from({ length: MAX_DRAWS }, () => phrases.draw(rng)[parameter] as Json)
  const ids = [...new Set([first[parameter] as Json, ...draws])].slice(0, count)
  return ids.length < count ? undefined : ids.map((id) => ({ ...first, [parameter]: id }))
}

/** What leads to a thing: its id, its name in a list, another thing, or a call that makes it. */
export type ThingWay = 'known' | 'found' | 'related'

/** A random item; undefined for an empty list. */
export const pickAny = <T>(items: readonly T[], rng: Rng): T | undefined =>
  items.length === 0 ? undefined : rng.pick(items)

export const readListedThing = (thing: Thing | undefined): ListedThing | undefined =>
  thing !== undefined && 'list' in thing ? (thing as ListedThing) : undefined

/** A thing of a kind that a list finds by name or, where things have none, as the first of all. */
export function drawFoundThing(
  kind: string | undefined,
  within: JsonObject,
  drawing: Drawing,
): ListedThing | undefined {
  const { ownThings, rng } = drawing
  const list = pickAny(ownThings.listsOf(kind, within), rng)
  if (list === undefined || list.hasPlainValues) return undefined
  return (
    drawNamedThing(list, within, drawing) ??
    drawFirstThing(list, { ...removeFilters(list, list.phrases.draw(rng)), ...within }, drawing)
  )
}

/** What a parameter of a call takes, in one of the ways that lead to it. */
export function drawThing(
  way: ThingWay,
  tool: OwnTool,
  parameter: string,
  args: JsonObject,
  drawing: Drawing,
): Thing | undefined {
  const { ownThings, rng, steps } = drawing
  const { subject, scope, taken } = tool.things
  const kind = taken[parameter]?.kind
  if (way === 'known') return describeKnownThing(tool, parameter, args)
  if (way === 'found')
    return drawFoundThing(kind, parameter === subject ? pickArguments(args, scope) : {}, drawing)
  const referring = pickAny(ownThings.listLeadingTo(kind), rng)
  return referring === undefined || (parameter === subject && scope.length > 0)
    ? undefined
    : drawRelatedThing(referring, referring.tool.phrases.draw(rng), steps)
}
