import { once } from '../../shared/once.ts'
import { pattern } from '../../shared/pattern.ts'
import { factsIn } from './facts.ts'
import type { Span } from './spans.ts'
import { withoutPlural, wordsOf } from './words.ts'

const DENIAL =
  /(?<![\p{L}\p{Nd}'\u2019])(?:not|never|neither|nor|cannot|wrong|\p{L}+n['\u2019]t)(?![\p{L}\p{Nd}])/giu
/** What may stand between a denial and what it denies beside words. */
const BETWEEN =
  /^(?:[\s"'\u201c\u201d\u2018\u2019*_`$\u20ac\u00a3:=(]+|[\p{L}\p{Nd}](?:[\p{L}\p{Nd}'\u2019.-]*[\p{L}\p{Nd}])?)*$/u
const HARMLESS = new Set(['only', 'forget', 'miss', 'worry', 'hesitate'])
const TURNS = new Set(['but', 'instead'])
const PLAIN = new Set('a an the it is was answer value result right correct true'.split(' '))
const MOST_WORDS = 3
const REACH = 120

const UNIT = String.raw`["'\u201d\u2019*_\x60)\]]*(?:\s*[\p{L}°%²³/]+){0,2}`
const CALLED_WRONG = pattern(String.raw`^${UNIT}\s+(?:wrong|incorrect)(?!\p{L})`, 'iu')
const DENIED_AFTER = pattern(
  String.raw`^${UNIT}\s+(?:(?:is|was)\s+not|(?:is|was)n['\u2019]t)(?=\s*(?:$|[.,;:!?\n)])|\s+(?:an?|the|right|correct|true|it|what)(?!\p{L}))`,
  'iu',
)

function deniedBefore(before: string, labels: ReadonlySet<string>): boolean {
  return [...before.matchAll(DENIAL)].some((match) => {
    const between = before.slice(match.index + match[0].length)
    const words = wordsOf(between).map(({ word }) => word)
    if (words.length > MOST_WORDS || !BETWEEN.test(between)) return false
    if (words.some((word) => TURNS.has(word)) || HARMLESS.has(words[0] ?? '')) return false
    const led = between.slice(
      0,
      Math.max(between.lastIndexOf(':'), between.lastIndexOf('='), between.lastIndexOf('('), 0),
    )
    return wordsOf(led).every(({ word }) => PLAIN.has(word) || labels.has(withoutPlural(word)))
  })
}

function deniedAfter(after: string): boolean {
  const wrong = CALLED_WRONG().exec(after)
  if (wrong !== null && !/(?<!\p{L})not(?!\p{L})|n['\u2019]t/iu.test(wrong[0])) return true
  return DENIED_AFTER().test(after)
}

/**
 * Whether what stands at a place of a text is denied there: up to three words after not, never, neither, nor, cannot,
 * wrong or a word in n't, or called wrong or "is not" right behind it.
 *
 * @param labels Words that name the value; they may stand between the denial and a colon.
 */
export const isDenied = (text: string, { start, end }: Span, labels: ReadonlySet<string>): boolean =>
  deniedBefore(text.slice(Math.max(0, start - REACH), start), labels) ||
  deniedAfter(text.slice(end, end + REACH))

const RIGHT_AFTER_NOT = /(?<!\p{L})not\s+["'\u201c*_`]*/giu
const CAPITALISED = /^\p{Lu}[\p{L}'\u2019-]*/u

/** Facts and capitalised words right after not: they are named only to be set aside. */
export function setAside(text: string): readonly Span[] {
  const endsOf = once(() => new Map(factsIn(text).map(({ start, end }) => [start, end])))
  return [...text.matchAll(RIGHT_AFTER_NOT)].flatMap(({ 0: words, index }): Span[] => {
    const start = index + words.length
    const end = endsOf().get(start)
    const name = CAPITALISED.exec(text.slice(start))?.[0] ?? ''
    if (end !== undefined) return [{ start, end }]
    return name === '' ? [] : [{ start, end: start + name.length }]
  })
}
