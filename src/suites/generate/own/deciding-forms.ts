import type { Json, JsonObject } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { plural } from '../../../shared/singular.ts'
import type { ShownField } from '../../../tools/builtin/phrases.ts'
import {
  writeLimit,
  writeRequestsAsking,
  writeRequestsAveraging,
  writeRequestsForEach,
  writeRequestsIf,
  writeRequestsIfLater,
} from '../../../tools/content/requests.ts'
import { buildFrom } from '../bind.ts'
import { DrawError, type WorldTools } from '../families/family.ts'
import type { DraftForm } from './asking.ts'
import { buildDoing, drawLook, FINDING_FORMS, type FormsByUse } from './forms.ts'
import type { Hits, Limit } from './own-draft.ts'
import {
  addCall,
  type Drawing,
  describeWithin,
  type OwnTool,
  pickAny,
  pickArguments,
  readSubjectKind,
  removeFilters,
  type ThingWay,
} from './things.ts'

const DAY = 86_400_000
/** Items that a request means, in the usual world: of one for which something is done for each, few. */
const USUAL_HITS = { done: 4, counted: 9 }

/** Longest result that an agent goes through item by item, in characters. */
const MAX_RESULT_LENGTH = 10_000

/** A field of what a read returns in a world: of one thing, or of each of a list. */
const readField =
  ({ name, things: { root } }: OwnTool, args: JsonObject, at: string) =>
  (tools: WorldTools): Json[] => {
    const result: Json = tools[name]?.(args) ?? null
    if (JSON.stringify(result).length > MAX_RESULT_LENGTH) throw new DrawError(`${name} returns too much`)
    return [readValueAt(result, root) ?? []].flat().map((one) => readValueAt(one, at) ?? null)
  }

/** A number or a day among the values of the worlds, and the words for what is beyond it. */
function drawLimit(
  { order }: ShownField,
  read: (tools: WorldTools) => Json[],
  { rng, limit }: Drawing,
  hits?: number,
): { limit: Limit; words: string } | undefined {
  const isAbove = order === 'number' && rng.int(0, 1) === 1
  const readNumber = order === 'date' ? (one: Json) => Date.parse(String(one)) / DAY : Number
  const among = limit?.((tools) => {
    const numbers = read(tools).map(readNumber).filter(Number.isFinite)
    const sorted = numbers.sort((a, b) => (isAbove ? b - a : a - b))
    return hits === undefined ? sorted : sorted.slice(hits - 1, hits)
  })
  if (among === undefined) return undefined
  const value = order === 'date' ? new Date(Math.floor(among) * DAY).toISOString().slice(0, 10) : among
  return { limit: isAbove ? { above: value } : { below: value }, words: writeLimit(isAbove, order, value) }
}

/** Something that is done to a thing only if a value of it is beyond a limit. */
const doIf =
  (way: ThingWay, isLater: boolean): DraftForm =>
  (tool, drawing) => {
    const { steps } = drawing
    const look = drawLook(way, tool, drawing, true)
    if (look === undefined) return undefined
    const { reader, readArguments, field, value, of, answer, given, clause } = look
    const beyond = drawLimit(field, readField(reader, readArguments, field.at), drawing)
    if (beyond === undefined) return undefined
    const when = { value, ...beyond.limit }
    steps.push({ tool: tool.name, arguments: given, when, ...(isLater ? { turn: 2 } : {}) })
    return isLater
      ? {
          ...{ steps, answer, prompts: writeRequestsAsking([field.label], of) },
          turns: [drawing.rng.pick(writeRequestsIfLater(field.label, beyond.words, clause))],
        }
      : { steps, answer, prompts: writeRequestsIf(field.label, of, beyond.words, clause) }
  }

/** The items of a whole list with a field beyond a limit. */
function drawHits(list: OwnTool, within: JsonObject, drawing: Drawing, usual: number) {
  const { rng, steps } = drawing
  const { list: listed, root, noun } = list.things
  const shown = list.things.shown.filter(({ isOthers }) => !isOthers)
  // The present day differs from world to world, so that a date may be beyond all of one.
  const dates = shown.filter(({ order }) => order === 'date')
  const field = pickAny(shown.some(isNumber) ? shown.filter(isNumber) : dates, rng)
  if (listed?.isWhole !== true || listed.named?.isSearched === true || list.hasPlainValues) return undefined
  if (field === undefined) return undefined
  const args = { ...removeFilters(list, list.phrases.draw(rng)), ...within }
  const beyond = drawLimit(field, readField(list, args, field.at), drawing, usual)
  if (beyond === undefined) return undefined
  const hits: Hits = { $hits: buildFrom(addCall(steps, list, args), root), by: field.at, ...beyond.limit }
  const place = describeWithin(list, args)
  return { hits, noun, things: plural(noun), place, label: field.label, words: beyond.words }
}

/** Something that is done to each listed thing with a value beyond a limit. */
const doForEach: DraftForm = (tool, drawing) => {
  const { rng, steps, ownThings } = drawing
  const { subject = '', taken, scope, remarks, choices } = tool.things
  const args = tool.phrases.draw(rng)
  // Nobody gives several things the same name.
  const isShared = (name: string): boolean =>
    name in taken || scope.includes(name) || remarks.includes(name) || choices.includes(name)
  const within = pickArguments(args, scope)
  const list = pickAny(ownThings.listsOf(readSubjectKind(tool), within), rng)
  if (list === undefined || !(subject in args) || !Object.keys(args).every(isShared)) return undefined
  const found = drawHits(list, within, drawing, USUAL_HITS.done)
  if (found === undefined) return undefined
  const { noun } = found
  const each = {
    mention: `that ${noun}`,
    plain: `this ${noun}`,
    noun,
    id: { $item: list.things.list?.id ?? '' },
  }
  const { given, clause } = buildDoing(tool, args, { [subject]: each }, rng)
  steps.push({ tool: tool.name, arguments: given, each: found.hits })
  return { steps, prompts: writeRequestsForEach({ ...found, clause }) }
}

const isNumber = ({ order, isOthers }: ShownField): boolean => order === 'number' && !isOthers

/** How many listed things have a value beyond a limit, and the mean of a field of these. */
const countHits: DraftForm = (list, drawing) => {
  const mean = pickAny(list.things.shown.filter(isNumber), drawing.rng)
  const found = mean && drawHits(list, {}, drawing, USUAL_HITS.counted)
  if (mean === undefined || found === undefined) return undefined
  const { hits, things, place, label, words } = found
  const which = `${things}${place} whose ${label} is ${words}`
  return {
    steps: drawing.steps,
    prompts: writeRequestsAveraging(which, mean.label, true),
    answer: {
      fields: {
        count: { value: hits, gives: `number of these ${things}` },
        average: {
          value: { ...hits, mean: mean.at },
          gives: `average ${mean.label} of these ${things}`,
        },
      },
    },
  }
}

/** The mean of a field of the things that listed ones refer to, which are read one by one. */
const lookUpEach: DraftForm = (list, drawing) => {
  const { rng, steps, ownThings } = drawing
  const role = pickAny(
    list.things.shown.filter(({ refers }) => refers !== undefined),
    rng,
  )
  const readers = ownThings.listReaders(role?.refers).filter(({ things }) => things.scope.length === 0)
  const reader = pickAny(
    readers.filter(({ things }) => things.shown.some(isNumber)),
    rng,
  )
  const mean = reader && pickAny(reader.things.shown.filter(isNumber), rng)
  if (role === undefined || reader === undefined || mean === undefined) return undefined
  const found = drawHits(list, {}, drawing, USUAL_HITS.counted)
  if (found === undefined) return undefined
  const { hits, things, place, label, words } = found
  const args = { ...reader.phrases.draw(rng), [reader.things.subject ?? '']: { $item: role.at } }
  steps.push({
    ...{ tool: reader.name, arguments: args, each: hits },
    adds: `${reader.things.root}${mean.at}`,
  })
  const of = `${mean.label} of their ${plural(role.label)}`
  return {
    steps,
    prompts: writeRequestsAveraging(`${things}${place} whose ${label} is ${words}`, of, false),
    answer: { value: { ...hits, mean: '' }, gives: `average ${of}` },
  }
}

/** Requests of which the calls depend on what tools return, by the name of their family. */
export const DECIDING_FORMS: Readonly<Record<string, FormsByUse>> = {
  find: FINDING_FORMS,
  conditional: { read: [], list: [], write: [doIf('known', false), doIf('found', false)] },
  'for-each': { read: [], list: [countHits], write: [doForEach] },
  'long-work': { read: [], list: [lookUpEach], write: [] },
  conversation: { read: [], list: [], write: [doIf('known', true), doIf('found', true)] },
}
