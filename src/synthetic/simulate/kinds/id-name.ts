import { nameWords, pascalCase, singular } from '../../../toolkit/names.ts'

const ID_WORDS: ReadonlySet<string> = new Set(['id', 'ids', 'uuid', 'uuids', 'identifier', 'identifiers'])

/** What the name of a parameter or an output says of ids. */
export interface IdName {
  /** The kind of thing, `Ticket` for `ticket_id` and `ticket_ids`; empty for `id` alone. */
  kind: string
  isList: boolean
}

const kindOfWords = (words: readonly string[]): string =>
  pascalCase([...words.slice(0, -1), ...words.slice(-1).map(singular)])

/** Whose id a name says it is; undefined for a name of something else. */
export function idNameOf(name: string): IdName | undefined {
  const words = nameWords(name)
  const last = words.at(-1) ?? ''
  if (!ID_WORDS.has(last)) return undefined
  return { kind: kindOfWords(words.slice(0, -1)), isList: last.endsWith('s') }
}

/** Words of a tool's name that are no part of the thing's name. */
const EMPTY: ReadonlySet<string> = new Set(
  'a all an by detail details engine for from info information new of record records status tool the to service system'.split(
    ' ',
  ),
)

/** The thing that a tool is about by its name, `SupportTicket` for `Create Support Ticket`; empty where there is none. */
export const kindInName = (name: string, verb: string): string =>
  kindOfWords(nameWords(name).filter((word) => !EMPTY.has(word) && singular(word) !== verb && word !== verb))

/** The plural under which the state holds things of a kind: `support_tickets`. */
export function collectionName(kind: string): string {
  const name = nameWords(kind).join('_')
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, 'ies')
  return /(?:s|x|ch|sh|z)$/.test(name) ? `${name}es` : `${name}s`
}
