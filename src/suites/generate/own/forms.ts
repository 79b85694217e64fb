import type { Level } from '../../../schema/task.ts'
import { pluralizeNoun } from '../../../shared/english.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { singular } from '../../../shared/singular.ts'
import type { ShownField } from '../../../tools/builtin/phrases.ts'
import type { AskedValue } from '../../../tools/content/answer-request.ts'
import {
  writeRemarks,
  writeRequestsAmong,
  writeRequestsAsking,
  writeRequestsChecking,
  writeRequestsDoing,
} from '../../../tools/content/requests.ts'
import { joinList } from '../../../tools/content/wording.ts'
import { buildFrom } from '../bind.ts'
import type { Draft, DraftStep } from '../pattern.ts'
import { fillClause, mentionsOf } from '../phrasebook/clause.ts'
import { formatMention } from '../phrasebook/mention.ts'
import type { OwnDraft } from './own-draft.ts'
import {
  addCall,
  type Drawing,
  describeKnownThing,
  drawFirstThing,
  drawFoundThing,
  drawNamedThing,
  drawRelatedThing,
  drawSeveralArguments,
  drawThing,
  type OwnTool,
  pickAny,
  pickArguments,
  type Referring,
  readListedThing,
  readSubjectKind,
  removeFilters,
  type Thing,
  type ThingWay,
} from './things.ts'

/** Longest mention of a thing of which three fit into a request, in characters. */
const MAX_SHORT_MENTION = 24

/** A request that ends in a call of a tool; undefined where the draw did not come out. */
export type DraftForm = (tool: OwnTool, drawing: Drawing) => OwnDraft | undefined

/** Fields to ask for: what things refer to is named by an id, and so asked for where nothing else is. */
function listAskable({ things: { shown } }: OwnTool, except?: string): ShownField[] {
  const fields = shown.filter(({ at }) => at !== except)
  const plain = fields.filter(({ refers }) => refers === undefined)
  return plain.length > 0 ? plain : fields
}

const listAskableBeside = (tool: OwnTool, { things: { shown } }: OwnTool, except?: string): ShownField[] =>
  listAskable(tool, except).filter(({ label }) => !shown.some((field) => field.label === label))

export const buildAskedValue = (field: ShownField, of: string, value: Json): AskedValue => ({
  value,
  gives: `${field.refers === undefined ? '' : 'id of the '}${field.label}${of}`,
})

/** A field of a thing that a request asks for, and where its value comes from. */
interface Sought {
  field: ShownField
  value: Json
}

function addRead(
  steps: DraftStep[],
  tool: OwnTool,
  args: JsonObject,
  id?: Json,
): (field: ShownField) => Sought {
  const { subject = '', root } = tool.things
  const place = addCall(steps, tool, id === undefined ? args : { ...args, [subject]: id })
  return (field) => ({ field, value: buildFrom(place, `${root}${field.at}`) })
}

/** A request for fields of one thing; undefined where it has none to ask for. */
function buildAskingDraft(sought: readonly Sought[], of: string, steps: DraftStep[]): Draft | undefined {
  const labels = sought.map(({ field }) => field.label)
  const values = sought.map(({ field, value }) => buildAskedValue(field, of, value))
  const [only] = values
  if (only === undefined) return undefined
  const fields = Object.fromEntries(values.map((value, i) => [labels[i] ?? '', value]))
  return { steps, prompts: writeRequestsAsking(labels, of), answer: values.length === 1 ? only : { fields } }
}

const drawFields = (fields: readonly ShownField[], rng: Rng): ShownField[] =>
  rng.sample(fields, Math.min(fields.length, rng.pick([1, 1, 2])))

/** Fields that a read shows of a thing; of a found one those that the list does not show. */
const ask =
  (way: ThingWay): DraftForm =>
  (tool, drawing) => {
    const { rng, steps } = drawing
    const { subject, scope, list, noun } = tool.things
    const args = tool.phrases.draw(rng)
    if (list !== undefined || tool.hasPlainValues) return undefined
    if (subject === undefined) {
      const isAlone = way === 'known' && noun !== '' && Object.keys(args).length === 0
      const sought = isAlone ? drawFields(listAskable(tool), rng).map(addRead(steps, tool, args)) : []
      const isNamed = sought.some(({ field }) => field.label.split(' ').includes(singular(noun)))
      return buildAskingDraft(sought, isNamed ? '' : ` of the ${noun}`, steps)
    }
    const isCovered = Object.keys(args).every((name) => name === subject || scope.includes(name))
    const thing = way === 'known' || isCovered ? drawThing(way, tool, subject, args, drawing) : undefined
    if (thing === undefined) return undefined
    const found = readListedThing(thing)
    const fields =
      found === undefined ? listAskable(tool) : listAskableBeside(tool, found.list, found.byField)
    const sought = drawFields(fields, rng)
    return sought.length === 0
      ? undefined
      : buildAskingDraft(sought.map(addRead(steps, tool, args, thing.id)), ` of ${thing.mention}`, steps)
  }

const askNamed: DraftForm = (tool, drawing) => {
  const thing = drawNamedThing(tool, {}, drawing)
  if (thing === undefined) return undefined
  const fields = drawFields(listAskable(tool, thing.byField), drawing.rng)
  return buildAskingDraft(
    fields.map((field) => ({ field, value: thing.valueAt(field.at) })),
    ` of ${thing.mention}`,
    drawing.steps,
  )
}

/** A field of the first or last of a list, its name where it has one; with a parent that is known by name. */
const askFirst =
  (isWithin: boolean): DraftForm =>
  (tool, drawing) => {
    const { rng, steps } = drawing
    const { scope, taken, list } = tool.things
    const drawn = tool.phrases.draw(rng)
    const plain = removeFilters(tool, drawn)
    const parameter = scope.at(-1) ?? ''
    const outer = pickArguments(plain, scope.slice(0, -1))
    const parent = isWithin ? drawFoundThing(taken[parameter]?.kind, outer, drawing) : undefined
    if (isWithin && parent === undefined) return undefined
    const args = parent === undefined ? drawn : { ...plain, [parameter]: parent.id }
    const thing = drawFirstThing(tool, args, drawing, parent && { [parameter]: parent.mention })
    const fields = thing === undefined ? [] : listAskable(tool, thing.byField)
    const field = fields.find(({ at }) => at === `/${list?.named?.field}`) ?? pickAny(fields, rng)
    if (thing === undefined || field === undefined) return undefined
    const draft = buildAskingDraft([{ field, value: thing.valueAt(field.at) }], ` of ${thing.mention}`, steps)
    if (draft === undefined || Object.keys(args).length === Object.keys(plain).length) return draft
    const things = fillClause(list?.words ?? '', mentionsOf(tool.phrases, args))
    return { ...draft, prompts: writeRequestsAmong(things, thing.by, field.label) }
  }

/** The same field of several things, which are known or those that several others refer to. */
const compare =
  (isRelated: boolean): DraftForm =>
  (tool, { ownThings, rng, steps }) => {
    const referring = isRelated ? findRelated(tool, ownThings, rng) : undefined
    const owner = isRelated ? referring?.tool : tool
    if (owner === undefined) return undefined
    const parameter = owner.things.subject ?? ''
    const isLong =
      describeKnownThing(owner, parameter, owner.phrases.draw(rng)).mention.length > MAX_SHORT_MENTION
    const all = drawSeveralArguments(owner, parameter, isRelated || isLong ? 2 : rng.int(2, 3), rng)
    const field = pickAny(listAskable(tool), rng)
    if (all === undefined || field === undefined) return undefined
    const read = tool.phrases.draw(rng)
    const through = referring === undefined ? '' : `the ${referring.field.label} of `
    const values = all.map((args): [string, AskedValue] => {
      const id = referring && drawRelatedThing(referring, args, steps).id
      const { value } = addRead(steps, tool, referring === undefined ? args : read, id)(field)
      const { bare } = describeKnownThing(owner, parameter, args)
      return [bare, buildAskedValue(field, ` of ${through}${bare}`, value)]
    })
    const { within } = describeKnownThing(owner, parameter, all[0] as JsonObject)
    const ofAll = referring === undefined ? '' : ` of the ${pluralizeNoun(referring.field.label)}`
    const of = `${ofAll} of ${joinList(values.map(([bare]) => bare))}${within}`
    return {
      steps,
      prompts: writeRequestsAsking([field.label], of, true),
      answer: { fields: Object.fromEntries(values) },
    }
  }

const findRelated = (tool: OwnTool, ownThings: Drawing['ownThings'], rng: Rng): Referring | undefined =>
  tool.things.scope.length > 0 ? undefined : pickAny(ownThings.listLeadingTo(readSubjectKind(tool)), rng)

/** Fields that two reads show of one thing. */
const askParts: DraftForm = (tool, { ownThings, rng, steps }) => {
  const { subject = '', scope } = tool.things
  const isOfSame = (one: OwnTool): boolean => one !== tool && one.things.scope.length === scope.length
  const other = pickAny(ownThings.listReaders(readSubjectKind(tool)).filter(isOfSame), rng)
  if (other === undefined) return undefined
  const pair = [
    pickAny(listAskableBeside(other, tool), rng),
    pickAny(listAskableBeside(tool, other), rng),
  ] as const
  if (pair[0] === undefined || pair[1] === undefined) return undefined
  const args = tool.phrases.draw(rng)
  const others = { ...other.phrases.draw(rng), ...pickArguments(args, scope) }
  const sought = [addRead(steps, other, others, args[subject])(pair[0]), addRead(steps, tool, args)(pair[1])]
  return buildAskingDraft(sought, ` of ${describeKnownThing(tool, subject, args).mention}`, steps)
}

/** Arguments and the clause of a call, with things as they are spoken of; remarks speak of the first. */
export function buildDoing(
  tool: OwnTool,
  args: JsonObject,
  things: Readonly<Record<string, Thing>>,
  rng: Rng,
) {
  const { phrases, things: known } = tool
  const given: JsonObject = { ...args }
  const mentions: Record<string, string> = { ...mentionsOf(phrases, args) }
  for (const [name, { id, mention }] of Object.entries(things)) {
    given[name] = id
    mentions[name] = mention
  }
  // The mention of a thing says within what it lies.
  if ((known.subject ?? '') in things) for (const name of known.scope) delete mentions[name]
  const [first = ''] = Object.keys(known.taken).filter((name) => name in args)
  for (const [name, label] of Object.entries(known.remarks)) {
    if (!(name in args)) continue
    const remark = rng.pick(writeRemarks(known.makes ?? '', label, things[first]?.plain ?? mentions[first]))
    given[name] = remark
    mentions[name] = formatMention(remark)
  }
  return { given, clause: fillClause(rng.pick(phrases.asks), mentions) }
}

/** Parameters that take things, the one that is changed first. */
const listThingParameters = ({ things: { subject, taken, scope } }: OwnTool, args: JsonObject): string[] =>
  Object.keys(taken)
    .filter((name) => name in args && !scope.includes(name))
    .sort((a, b) => Number(b === subject) - Number(a === subject))

/** A write about this many things that other calls lead to. */
const doWith =
  (count: number, ways: readonly ThingWay[]): DraftForm =>
  (tool, drawing) => {
    const { rng, steps } = drawing
    const args = tool.phrases.draw(rng)
    const things: Record<string, Thing> = {}
    for (const name of rng.shuffle(listThingParameters(tool, args))) {
      if (Object.keys(things).length === count) break
      const thing = drawThing(rng.pick(ways), tool, name, args, drawing)
      if (thing !== undefined) things[name] = thing
    }
    if (Object.keys(things).length < count) return undefined
    const { given, clause } = buildDoing(tool, args, things, rng)
    addCall(steps, tool, given)
    return { steps, prompts: writeRequestsDoing(clause) }
  }

/** Something that is made for what was just made. */
const doWithNew: DraftForm = (tool, { ownThings, rng, steps }) => {
  const args = tool.phrases.draw(rng)
  const [name] = rng.shuffle(listThingParameters(tool, args))
  const makers = ownThings.listMakers(tool.things.taken[name ?? '']?.kind).filter((one) => one !== tool)
  const maker = pickAny(makers, rng)
  if (name === undefined || maker === undefined || tool.things.made === undefined) return undefined
  const first = buildDoing(maker, maker.phrases.draw(rng), {}, rng)
  const { noun, made = '' } = maker.things
  const thing = { mention: `the new ${noun}`, noun, id: buildFrom(addCall(steps, maker, first.given), made) }
  const second = buildDoing(tool, args, { [name]: thing }, rng)
  addCall(steps, tool, second.given)
  return { steps, prompts: writeRequestsDoing(`${first.clause} and then ${second.clause}`) }
}

/** The same done to two things, which are known or found by name. */
const doTwice =
  (isFound: boolean): DraftForm =>
  (tool, drawing) => {
    const { rng, steps } = drawing
    const { subject, taken, scope } = tool.things
    const [args, other] = (subject && drawSeveralArguments(tool, subject, 2, rng)) || []
    if (subject === undefined || args === undefined || other === undefined) return undefined
    // Nobody gives two things the same values.
    if (!Object.keys(args).every((name) => name in taken || scope.includes(name))) return undefined
    const things = isFound
      ? findTwo(tool, pickArguments(args, scope), drawing)
      : mentionTwoKnown(describeKnownThing(tool, subject, args), describeKnownThing(tool, subject, other))
    if (things === undefined) return undefined
    const { clause, given } = buildDoing(tool, args, { [subject]: things[0] as Thing }, rng)
    for (const { id } of things) addCall(steps, tool, { ...given, [subject]: id })
    return { steps, prompts: writeRequestsDoing(clause) }
  }

const mentionTwoKnown = (...things: ReturnType<typeof describeKnownThing>[]): Thing[] => {
  const mention = `${joinList(things.map(({ bare }) => bare))}${things[0]?.within}`
  return things.map((thing) => ({ ...thing, mention }))
}

function findTwo(tool: OwnTool, within: JsonObject, drawing: Drawing): Thing[] | undefined {
  const one = drawFoundThing(readSubjectKind(tool), within, drawing)
  const two = one && drawNamedThing(one.list, within, drawing)
  // A list that is called with a name is called twice.
  if (one === undefined || two === undefined || one.by === two.by || drawing.steps.length > 1)
    return undefined
  const both = `${pluralizeNoun(one.noun)} ${one.by} and ${two.by}`
  const mention = one.mention.replace(`${one.noun} ${one.by}`, () => both)
  return [one, two].map((thing) => ({ ...thing, mention }))
}

/** A value of a thing, and what is done to the thing. */
export interface Look {
  reader: OwnTool
  readArguments: JsonObject
  field: ShownField
  value: Json
  /** ` of order 7`. */
  of: string
  given: JsonObject
  clause: string
}

/** A look at a thing before something is done to it; @param isCompared Whether the value is a number or a date. */
export function drawLook(
  way: ThingWay,
  tool: OwnTool,
  drawing: Drawing,
  isCompared = false,
): Look | undefined {
  const { ownThings, rng, steps } = drawing
  const args = tool.phrases.draw(rng)
  const [name] = listThingParameters(tool, args)
  if (name === undefined) return undefined
  const { subject, scope, taken } = tool.things
  const within = name === subject ? pickArguments(args, scope) : {}
  const thing = drawThing(way, tool, name, args, drawing)
  const found = readListedThing(thing)
  const listFields = (reader: OwnTool): ShownField[] =>
    listAskable(reader, found?.byField).filter(({ order }) => !isCompared || order !== undefined)
  const readers = ownThings
    .listReaders(taken[name]?.kind)
    .filter((one) => one.things.scope.every((outer) => outer in within) && listFields(one).length > 0)
  const reader = found?.list ?? pickAny(readers, rng)
  if (thing === undefined || reader === undefined) return undefined
  const fields = listFields(reader)
  // Who changes a field looks at its value.
  const changed = fields.filter(({ at }) => at.slice(1) in args)
  const field = pickAny(changed.length > 0 ? changed : fields, rng)
  if (field === undefined) return undefined
  const readArguments = { ...reader.phrases.draw(rng), ...within }
  const value = found?.valueAt(field.at) ?? addRead(steps, reader, readArguments, thing.id)(field).value
  const named = { ...thing, plain: thing.mention, mention: `that ${thing.noun}` }
  const doing = buildDoing(tool, args, { [name]: named }, rng)
  return { reader, readArguments, field, value, of: ` of ${thing.mention}`, ...doing }
}

/** What changes a thing has to wait for the look at it. */
const checkAndDo =
  (way: ThingWay, isOrdered?: boolean): DraftForm =>
  (tool, drawing) => {
    const { steps } = drawing
    const isChange = tool.things.made === undefined
    if (isOrdered !== undefined && isOrdered !== isChange) return undefined
    const look = drawLook(way, tool, drawing)
    if (look === undefined) return undefined
    const { field, of, value, given, clause } = look
    addCall(steps, tool, given, isChange ? steps.length : undefined)
    return {
      steps,
      prompts: writeRequestsChecking(field.label, of, clause),
      answer: buildAskedValue(field, of, value),
    }
  }

/** Forms by what the last tool does: reads one thing, lists things, or writes. */
export type FormsByUse = Readonly<Record<'read' | 'list' | 'write', readonly DraftForm[]>>

/** Requests whose calls are fixed. */
export const FORMS: Readonly<Record<Level, FormsByUse>> = {
  L0_node: { read: [ask('known')], list: [], write: [doWith(0, [])] },
  L1_chain: {
    read: [ask('related')],
    list: [],
    write: [doWith(1, ['related']), checkAndDo('known', true), doWithNew],
  },
  L2_parallel: {
    read: [compare(false), askParts],
    list: [],
    write: [doTwice(false), checkAndDo('known', false)],
  },
  L3_dag: {
    read: [compare(true)],
    list: [],
    write: [checkAndDo('related'), doWith(2, ['related'])],
  },
}

/** Requests about a thing that a list finds. */
export const FINDING_FORMS: FormsByUse = {
  read: [ask('found')],
  list: [askNamed, askFirst(false), askFirst(true)],
  write: [doWith(1, ['found']), doWith(2, ['found']), doTwice(true)],
}
