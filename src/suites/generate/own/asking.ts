import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { isPlural, plural, singular } from '../../../shared/singular.ts'
import type { ShownField } from '../../../tools/builtin/phrases.ts'
import type { AskedValue } from '../../../tools/content/answer-request.ts'
import { writeRequestsAmong, writeRequestsAsking } from '../../../tools/content/requests.ts'
import { joinList } from '../../../tools/content/wording.ts'
import { buildFrom } from '../bind.ts'
import type { Draft, DraftStep } from '../pattern.ts'
import { fillClause, mentionsOf } from '../phrasebook/clause.ts'
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
  type ThingWay,
} from './things.ts'

/** Longest mention of a thing of which three fit into a request, in characters. */
const MAX_SHORT_MENTION = 24

/** A request that ends in a call of a tool; undefined where the draw did not come out. */
export type DraftForm = (tool: OwnTool, drawing: Drawing) => OwnDraft | undefined

/** Fields to ask for: what things refer to is named by an id, and so asked for where nothing else is. */
export function listAskable({ things: { shown } }: OwnTool, except?: string): ShownField[] {
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

export function addRead(
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

/** One field or two, which share no word: nobody asks for two times of publication. */
function drawFields(fields: readonly ShownField[], rng: Rng): ShownField[] {
  const [first, second] = rng.shuffle(fields)
  if (first === undefined) return []
  const words = new Set(first.label.split(' ').map(stemOf))
  const isOther = second !== undefined && !second.label.split(' ').some((word) => words.has(stemOf(word)))
  return isOther && rng.int(0, 2) === 0 ? [first, second] : [first]
}

const STEM = 5
const stemOf = (word: string): string => word.slice(0, STEM)

/** Whether a noun names one thing: of several nobody asks for a field. */
const isNameOfOne = (noun: string): boolean => noun !== '' && !isPlural(noun.replace(/ settings$/, ''))

/** Fields that a read shows of a thing; of a found one those that the list does not show. */
export const ask =
  (way: ThingWay): DraftForm =>
  (tool, drawing) => {
    const { rng, steps } = drawing
    const { subject, scope, list, noun } = tool.things
    const args = tool.phrases.draw(rng)
    if (list !== undefined || tool.hasPlainValues) return undefined
    if (subject === undefined) {
      const isAlone = way === 'known' && isNameOfOne(noun) && Object.keys(args).length === 0
      const sought = isAlone ? drawFields(listAskable(tool), rng).map(addRead(steps, tool, args)) : []
      const isNamed = sought.every(({ field }) => field.label.split(' ').includes(singular(noun)))
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

export const askNamed: DraftForm = (tool, drawing) => {
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
export const askFirst =
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

/** `names` of several things; a value of items and a date created have no plural that reads well. */
const pluralizeLabel = ({ label, isOthers }: ShownField): string =>
  label
    .split(isOthers ? ' of the ' : '\0')
    .map((noun) => (isPlural(noun) || / of |ed$/.test(noun) ? noun : noun.replace(/^.*?(?= in |$)/, plural)))
    .join(' of the ')

/** The same field of several things, which are known or those that several others refer to. */
export const compare =
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
    const ofAll = referring === undefined ? '' : ` of the ${plural(referring.field.label)}`
    const of = `${ofAll} of ${joinList(values.map(([bare]) => bare))}${within}`
    return {
      steps,
      prompts: writeRequestsAsking([pluralizeLabel(field)], of, true),
      answer: { fields: Object.fromEntries(values) },
    }
  }

const findRelated = (tool: OwnTool, ownThings: Drawing['ownThings'], rng: Rng): Referring | undefined =>
  tool.things.scope.length > 0 ? undefined : pickAny(ownThings.listLeadingTo(readSubjectKind(tool)), rng)

/** Fields that two reads show of one thing. */
export const askParts: DraftForm = (tool, { ownThings, rng, steps }) => {
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
