import type { Rng } from '../../../shared/rng.ts'
import type { Make } from '../draws.ts'
import { fillText } from '../fill.ts'
import wordParts from '../words/parts.json' with { type: 'json' }
import { TEXTS } from './lists.ts'

/** Different sentences, this many or between two bounds, with full stops and a blank between them, without quotation marks. */
export function drawStory(rng: Rng, make: Make, [least = 1, most]: readonly number[]): string {
  const count = most === undefined ? least : rng.int(least, most)
  const sentences = new Set<string>()
  while (sentences.size < count)
    sentences.add(
      rng.pick([() => rng.pick(TEXTS), () => String(make('message')), () => String(make('remark'))])(),
    )
  return [...sentences].join(' ')
}

/** A sentence such as one finds on a notice board, without quotation marks; some 90,000 different ones. */
export const drawNotice = (rng: Pick<Rng, 'int' | 'pick'>): string => {
  const time = `${rng.int(9, 21)}:${rng.pick(['00', '10', '15', '20', '30', '40', '45', '50'])}`
  return `${rng.pick(wordParts.notices.subjects)} ${rng.pick(wordParts.notices.predicates)} until ${time} on ${rng.pick(wordParts.notices.days)}s.`
}

/**
 * A text on one topic that mentions one to three other things in passing, and topics to choose from in small letters.
 * These are its own, those whose first word is mentioned, and one or two that have nothing to do with it.
 */
export function drawTopicNote(rng: Rng): { text: string; categories: string[] } {
  const main = rng.pick(wordParts.topicNotes.main)
  const touched = rng.int(1, 3)
  const sides = rng.sample(wordParts.topicNotes.side, touched + rng.int(1, 2))
  const asides = rng.sample(wordParts.topicNotes.asides, touched)
  const mentions = sides.slice(0, touched).map(([word], i) => fillText(asides[i] ?? '', { word: word ?? '' }))
  return {
    text: [fillText(rng.pick(wordParts.topicNotes.openings), { topic: main }), ...mentions].join(' '),
    categories: rng.shuffle([main, ...sides.map((side) => side.join(' '))]),
  }
}

const collectWords = (text: string): Set<string> => new Set(text.toLowerCase().match(/\w+/g))

/** Whether the words in common, over all words, make a number of four decimals and more. */
function isUneven(one: string, other: string): boolean {
  const [first, second] = [collectWords(one), collectWords(other)]
  const common = [...first].filter((word) => second.has(word)).length
  return !Number.isInteger((1000 * common) / (first.size + second.size - common))
}

/** Two notes of one sentence each that have three to seven of their nine parts in common, in the same order. */
export function drawTwinNotes(rng: Rng): [string, string] {
  const pairs = wordParts.twinNotes.parts.map((part) => rng.sample(part, 2) as [string, string])
  const changed = new Set(rng.sample([...wordParts.twinNotes.parts.keys()], rng.int(2, 6)))
  const first = `${pairs.map(([one]) => one).join(' ')}.`
  const second = `${pairs.map(([one, other], i) => (changed.has(i) ? other : one)).join(' ')}${rng.pick(wordParts.twinNotes.extras)}.`
  return isUneven(first, second) ? [first, second] : drawTwinNotes(rng)
}

/** Regular expressions with one group, for the digits after a prefix. */
const PATTERNS: readonly ((prefix: string) => string)[] = [
  (prefix) => `${prefix}(\\d{4})`,
  (prefix) => `${prefix}(\\d+)`,
  (prefix) => `\\b${prefix}(\\d{4})\\b`,
  (prefix) => `${prefix}([0-9]+)`,
  (prefix) => `(?i)${prefix.toLowerCase()}(\\d{4})`,
  (prefix) => `${prefix}(\\d{3})\\d`,
]

const drawCode = (prefix: string, rng: Rng): string => `${prefix}${rng.int(1001, 9999)}`

/**
 * A text that names three to five things by codes, such as `KX4821`, and a regular expression whose group takes the
 * digits out of those with one prefix. No digits stand alone in the text.
 */
export function drawCodeText(rng: Rng): { text: string; pattern: string } {
  const [wanted, other] = rng.sample(wordParts.codeTexts.prefixes, 2) as [string, string]
  const count = rng.int(1, 3)
  const codes = rng.shuffle([
    ...Array.from({ length: count }, () => drawCode(wanted, rng)),
    ...Array.from({ length: rng.int(1, 2) + (count === 1 ? 1 : 0) }, () => drawCode(other, rng)),
  ])
  const places = rng.sample(wordParts.codeTexts.places, codes.length)
  const thing = rng.pick(wordParts.codeTexts.things)
  const parts = codes.map((name, i) => `${thing} ${name} ${places[i]}`)
  const text = `We found ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`
  return { text, pattern: rng.pick(PATTERNS)(wanted) }
}

const linkList = (links: readonly (readonly [url: string, label: string])[]): string =>
  `<ul>${links.map(([url, label]) => `<li><a href='${url}'>${label}</a></li>`).join('')}</ul>`

/** A text or a piece of HTML with two to four different web addresses. */
export function drawLinkedContent(rng: Rng, make: Make): string {
  const count = rng.int(2, 4)
  const urls = new Set<string>()
  while (urls.size < count) urls.add(String(make('url')))
  const labels = rng.sample(wordParts.htmlPages.labels, count)
  const introduction = rng.pick(wordParts.htmlPages.introductions)
  const entries = [...urls].map((url, i) => [url, labels[i] as string] as const)
  return rng.int(0, 1) === 0
    ? `${introduction}: ${entries.map(([url, label]) => `${label} at ${url}`).join(', ')}.`
    : `<p>${introduction}</p>${linkList(entries)}`
}
