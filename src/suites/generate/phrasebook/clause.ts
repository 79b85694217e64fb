import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import { mentionOf } from './mention.ts'

/** How the arguments of one call are spoken of, by parameter. */
export type Mentions = Readonly<Record<string, string>>

const SLOT = /\{(\w+)\}/g
const PART = /\[([^[\]]*)\]/g

/** The parameters that a clause speaks of, in order; those in square brackets are optional. */
export function slotsOf(ask: string): { name: string; optional: boolean }[] {
  const optional = new Set([...ask.matchAll(PART)].flatMap(([, part = '']) => namesIn(part)))
  return namesIn(ask).map((name) => ({ name, optional: optional.has(name) }))
}

const namesIn = (text: string): string[] => [...text.matchAll(SLOT)].map(([, name = '']) => name)

/** A clause with its slots filled. Throws where an argument that it needs is not given. */
export function fillClause(ask: string, mentions: Mentions): string {
  const mention = (name: string): string => {
    const text = mentions[name]
    if (text === undefined) throw new RangeError(`the phrase "${ask}" lacks a mention of "${name}"`)
    return text
  }
  const fill = (text: string): string => text.replace(SLOT, (_, name: string) => mention(name))
  // The parts are looked for before anything is filled in: values may hold brackets of their own.
  let filled = ''
  let at = 0
  for (const match of ask.matchAll(PART)) {
    const [whole, part = ''] = match
    filled += fill(ask.slice(at, match.index))
    if (namesIn(part).every((name) => mentions[name] !== undefined)) filled += fill(part)
    at = match.index + whole.length
  }
  return filled + fill(ask.slice(at))
}

/** How a request states plain arguments, with the tool's own wordings. */
export function mentionsOf({ wordings = {} }: Phrases, args: JsonObject): Mentions {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      wordings[name]?.[String(value)] ?? mentionOf(value as Json),
    ]),
  )
}
