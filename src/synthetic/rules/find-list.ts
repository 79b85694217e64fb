import { readListedValues } from './read-list.ts'

/** Options that a clause lists, with the words around them. */
export interface FoundList {
  options: readonly string[]
  before: string
  after: string
}

/** Between the cue and the list: what is listed is a part of the text that is asked for. */
const PART =
  /\b(?:with|units?|include (?!at least)|followed by|in the form|ending|starting|prefix|extension|format(?:s|ted)?)\b[^[(]*$/i

const CUE =
  /\b(?:(?:must|should|can|may)(?: only)?(?: all)?(?: be| contain| include| use| come from)|use|choose|select|specify|supported?|valid|allowed|accepted|available|options|one of|one or more of|any of|from|either|combinations? of|provide|recognized)\b/i

/** `[a, b]` or `(a, b)` behind words that say that one is to be chosen. */
function bracketed(clause: string): FoundList | undefined {
  const match = /(.*?)\s*[[(]([^[\]()]*(?:\([^()]*\)[^[\]()]*)*)[\])]\s*(.*)$/s.exec(clause)
  if (match === null) return undefined
  const [, before = '', inner = '', after = ''] = match
  const options =
    CUE.test(before) && !PART.test(before.replace(/^.*?\b(?=must|use|choose)/i, ''))
      ? readListedValues(inner, 4)
      : undefined
  return options && { options, before, after }
}

const END =
  /^(.*?)(?:\s+(?:only|for|as|based on|when|if|depending|in the|in this|in [a-z]+_|to (?:define|set|indicate|specify)|level[s]?|format[s]?|units?|scale|parameter|with)\b.*)?$/is

/** `must be a, b, or c` and `use 'a' or 'b' for ...` without brackets. */
function bare(clause: string): FoundList | undefined {
  const match =
    /^(.*?)(?:\bmust be(?: either| one of)?|(?:^|, )(?:use|choose|select|specify)(?: either)?(?: one of| any of| only| from)?|\b(?:supported|valid|allowed|available) [\w ]*?(?:are|is|include|:)|\b(?:one|any) of)(?: these| the following)?:?\s+(.*)$/is.exec(
      clause,
    )
  if (match === null) return undefined
  const [, before = '', said = ''] = match
  const rest = said.replace(/^[\w ]+:\s+/, '')
  // Two words joined by "and" are as often two things that are both asked for.
  const tail = END.exec(rest)?.[1] ?? rest
  const joined = /\bor\b/i.test(tail) || /,.*,.*\band\b/i.test(tail) || /one of:?\s|:\s/i.test(clause)
  const options = joined && !/^(?:an?\s+)?valid\b/i.test(tail) ? readListedValues(tail, 3) : undefined
  return options && { options, before, after: rest.slice(tail.length) }
}

/** The closed list that a clause of a failure mode offers, `must be one of [a, b]` or `use a, b, or c`. */
export const findList = (clause: string): FoundList | undefined => bracketed(clause) ?? bare(clause)
