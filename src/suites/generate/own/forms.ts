import type { Level } from '../../../schema/task.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { plural } from '../../../shared/singular.ts'
import type { ShownField } from '../../../tools/builtin/phrases.ts'
import type { AskedValue } from '../../../tools/content/answer-request.ts'
import { writeRemarks, writeRequestsChecking, writeRequestsDoing } from '../../../tools/content/requests.ts'
import { joinList } from '../../../tools/content/wording.ts'
import { buildFrom } from '../bind.ts'
import { fillClause, mentionsOf } from '../phrasebook/clause.ts'
import { formatMention } from '../phrasebook/mention.ts'
import {
  addRead,
  ask,
  askFirst,
  askNamed,
  askParts,
  buildAskedValue,
  compare,
  type DraftForm,
  listAskable,
} from './asking.ts'
import {
  addCall,
  type Drawing,
  describeKnownThing,
  drawFoundThing,
  drawNamedThing,
  drawSeveralArguments,
  drawThing,
  type OwnTool,
  pickAny,
  pickArguments,
  readListedThing,
  readSubjectKind,
  type Thing,
  type ThingWay,
} from './things.ts'

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
  const thing = things[first]?.plain ?? mentions[first]
  for (const name of known.remarks) {
    if (!(name in args) || thing === undefined) continue
    const remark = rng.pick(writeRemarks(known.makes ?? '', thing))
    given[name] = remark
    mentions[name] = formatMention(remark)
  }
  // `the content to content course-7` says it twice.
  const clause = fillClause(rng.pick(phrases.asks), mentions).replace(
    /\bthe ([\p{L} ]+) to \1 (?=\S)/gu,
    'the $1 to ',
  )
  return { given, clause: Object.values(things).reduce((said, { within }) => sayOnce(said, within), clause) }
}

/** A clause without the place of a thing, if it names this place again: of another thing, or as that from which the thing goes. */
function sayOnce(clause: string, within = ''): string {
  const place = within.replace(/^ \S+ /, '')
  return place !== '' && clause.split(place).length > 2 ? clause.replace(within, () => '') : clause
}

/** Parameters that take things, the one that is changed first. */
const listThingParameters = ({ things: { subject, taken, scope } }: OwnTool, args: JsonObject): string[] =>
  Object.keys(taken)
    .filter((name) => name in args && !scope.includes(name))
    .sort((a, b) => Number(b === subject) - Number(a === subject))

/** Whether things of one kind may be the same: nobody moves a thing to itself. */
function mayBeOne({ things: { taken, scope } }: OwnTool, args: JsonObject, things: Record<string, Thing>) {
  const names = Object.keys(args).filter((name) => name in taken && !scope.includes(name))
  return names.some((name) => {
    const alike = names.filter((other) => other !== name && taken[other]?.kind === taken[name]?.kind)
    const mention = things[name]?.mention
    return mention !== undefined && alike.some((other) => (things[other]?.mention ?? mention) === mention)
  })
}

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
    if (Object.keys(things).length < count || mayBeOne(tool, args, things)) return undefined
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
    const { subject, scope } = tool.things
    const [args, other] = (subject && drawSeveralArguments(tool, subject, 2, rng)) || []
    if (subject === undefined || args === undefined || other === undefined) return undefined
    // Nobody gives two things the same values, and what else takes part would read as a third.
    if (!Object.keys(args).every((name) => name === subject || scope.includes(name))) return undefined
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
  const label = one.byName?.label === two.byName?.label ? two.byName?.label : undefined
  const shared = label === undefined ? undefined : `${label === '' ? '' : `with the ${plural(label)} `}`
  const named =
    shared === undefined
      ? `${one.by} and ${two.by}`
      : `${shared}${one.byName?.called} and ${two.byName?.called}`
  const both = `${plural(one.noun)} ${named}`
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
  answer: AskedValue
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
  const field = pickAny(listFields(reader), rng)
  if (field === undefined) return undefined
  const readArguments = { ...reader.phrases.draw(rng), ...within }
  const value = found?.valueAt(field.at) ?? addRead(steps, reader, readArguments, thing.id)(field).value
  const named = { ...thing, plain: thing.mention, mention: `that ${thing.noun}` }
  const doing = buildDoing(tool, args, { [name]: named }, rng)
  const of = ` of ${thing.mention}`
  // Of a field that is changed nobody knows which value is meant.
  const isChanged = field.at.slice(field.at.lastIndexOf('/') + 1) in args
  const answer = buildAskedValue(field, isChanged ? `${of} before any change` : of, value)
  return { reader, readArguments, field, value, of, answer, ...doing }
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
    const { field, of, answer, given, clause } = look
    addCall(steps, tool, given, isChange ? steps.length : undefined)
    return { steps, prompts: writeRequestsChecking(field.label, of, clause), answer }
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
