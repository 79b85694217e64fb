import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import { joinList } from '../../../tools/content/wording.ts'
import { formatMention, formatPlainMention, formatThingMention } from './mention.ts'

/** How the arguments of one call are spoken of, by parameter. */
export type Mentions = Readonly<Record<string, string>>

const SLOT = /\{(\w+)\}/g
/** A part that may be left out; neighbours with the same `&lead|` are listed behind it: `[&with|size {a}][&with|age {b}]`. */
const PART = /\[(?:&([^|[\]]*)\|)?([^[\]]*)\]/g

/** The parameters that a clause speaks of, in order; those in square brackets are optional. */
export function listSlots(ask: string): { name: string; optional: boolean }[] {
  const optional = new Set([...ask.matchAll(PART)].flatMap(([, , part = '']) => listSlotNames(part)))
  return listSlotNames(ask).map((name) => ({ name, optional: optional.has(name) }))
}

const listSlotNames = (text: string): string[] => [...text.matchAll(SLOT)].map(([, name = '']) => name)

/** A clause with its slots filled. Throws where an argument that it needs is not given. */
export function fillClause(ask: string, mentions: Mentions): string {
  const readMention = (name: string): string => {
    const text = mentions[name]
    if (text === undefined) throw new RangeError(`the phrase "${ask}" lacks a mention of "${name}"`)
    return text
  }
  const fill = (text: string): string => text.replace(SLOT, (_, name: string) => readMention(name))
  // The parts are looked for before anything is filled in: values may hold brackets of their own.
  let filled = ''
  let at = 0
  let listedBy = ''
  let items: string[] = []
  const endList = (): void => {
    // What a thing is found by is told from what is given: `the user with the first name Ada, with the role guest`.
    const comma = filled.includes(`${listedBy} the `) ? ',' : ''
    if (items.length > 0) filled += `${comma}${listedBy} ${joinList(items)}`
    items = []
  }
  for (const match of ask.matchAll(PART)) {
    const [whole, lead, part = ''] = match
    if (match.index > at || lead !== listedBy) endList()
    filled += fill(ask.slice(at, match.index))
    at = match.index + whole.length
    if (listSlotNames(part).some((name) => mentions[name] === undefined)) continue
    if (lead === undefined) filled += fill(part)
    else {
      listedBy = lead
      items.push(fill(part))
    }
  }
  endList()
  return filled + fill(ask.slice(at))
}

/** How a request states plain arguments, with the tool's own wordings. */
export function mentionsOf({ wordings = {}, things }: Phrases, args: JsonObject): Mentions {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const noun = things?.taken[name]?.noun
      const stated = things === undefined ? formatMention : formatPlainMention
      const plain = noun === undefined ? stated(value as Json) : formatThingMention(noun, value as Json)
      return [name, wordings[name]?.[String(value)] ?? plain]
    }),
  )
}
