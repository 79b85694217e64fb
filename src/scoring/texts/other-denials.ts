import { pattern } from '../../shared/pattern.ts'
import type { Span } from './spans.ts'

const MARKS = String.raw`["'\u201c\u2018*_\x60$\u20ac\u00a3\u00a5(]*`
const EDGE = String.raw`(?<![\p{L}\p{Nd}_'\u2019-])`
const words = (most: number): string => String.raw`(?:[\p{L}'\u2019]+\s+){0,${most}}`

/** Right before a value, with some words between that turn nothing. */
const BEFORE = [
  String.raw`${EDGE}(?:anything|everything|everyone|everybody|all|any|anyone)\s+(?:but|except(?:\s+for)?)\s+${words(2)}`,
  String.raw`${EDGE}(?:except(?:\s+for)?|excepting|excluding|other\s+than|apart\s+from|aside\s+from|save\s+for)\s+(?:(?:the|an?|for|file|files|price|of)\s+)*`,
  String.raw`${EDGE}no\s+longer\s+${words(3)}`,
  String.raw`${EDGE}(?:used\s+to\s+(?:be|cost|have)|formerly)\s+(?:an?\s+|the\s+)?`,
  String.raw`${EDGE}(?:hardly|scarcely)\s+(?:an?\s+|the\s+)?`,
  String.raw`${EDGE}nowhere\s+near\s+`,
  // "It is false to say 548.46", "It isn't true that it is 548.46"
  String.raw`(?:(?<![\p{L}])not|n['\u2019]t)\s+(?:true|right|correct|the\s+case)\s+(?:that|to\s+(?:say|claim|state)(?:\s+that)?)\s+${words(5)}`,
  String.raw`(?<!(?:not|n['\u2019]t)\s+)${EDGE}(?:false|untrue|wrong|incorrect|a\s+lie)\s+(?:that|to\s+(?:say|claim|state)(?:\s+that)?)\s+${words(5)}`,
  // "I doubt that it is 548.46", but neither "no doubt that" nor "not in doubt"
  String.raw`(?<!(?:no|without|beyond|any|not|never|n['\u2019]t|cannot|little|in|a)\s+)${EDGE}(?:doubt|doubts|doubted|doubtful)\s+${words(6)}`,
  String.raw`${EDGE}(?:refuse|refuses|refused|decline|declines|declined|deny|denies|denied)\s+${words(6)}`,
  String.raw`${EDGE}(?:can\s*not|could\s+not|do\s+not|did\s+not|am\s+not|unable\s+to|not\s+able\s+to|not|(?:ca|could|do|did|wo|would)n['\u2019]t)\s+(?:(?:really|yet|even|fully)\s+)?(?:confirm|verify|say|tell|know|believe|think|claim|sure|certain|guarantee)\s+(?:that|whether|if|it|this|the|what)\s+${words(5)}`,
]
/** Of names and words only: "no report.txt", "barely foggy". */
const BEFORE_NAME = [
  String.raw`${EDGE}(?:barely|rarely|never|without|lacks?|lacking|without\s+any)\s+(?:an?\s+|the\s+)?`,
  String.raw`(?:${EDGE}(?:but|and|is|are|has|have|with|there\s+was|there\s+were|although|though|yet),?\s+)no\s+`,
  String.raw`${EDGE}(?:non|un|not)\s?[-\u2010\u2011]`,
]
/** Of words that are no proper names: a place may be far from another. */
const BEFORE_WORD = [String.raw`${EDGE}far\s+from\s+(?:being\s+)?(?:an?\s+)?`]

const anyOf = (patterns: readonly string[]) =>
  pattern(`(?<denial>${patterns.map((one) => `(?:${one})`).join('|')})${MARKS}$`, 'iu')
const LEADING = {
  number: anyOf(BEFORE),
  name: anyOf([...BEFORE, ...BEFORE_NAME]),
  word: anyOf([...BEFORE, ...BEFORE_NAME, ...BEFORE_WORD]),
}
/** Words that turn a denial before them, or begin a thought of their own. */
const TURNS =
  /(?<!\p{L})(?:but|instead|however|though|although|because|and|so|why|how|until|unless|more|than)(?!\p{L})/iu
const LEADS =
  /^(?:anything|everything|everyone|everybody|all|any|anyone|but|and|although|though|yet)\s+(?:but|except|no)(?!\p{L})/iu

/** What is untrue, or is not known. */
export const UNTRUE = String.raw`(?:false|untrue|wrong|incorrect|inaccurate|made[\s-]up|invented|fabricated|fictional|fictitious|fake|faked|bogus|imaginary|nonsense|a\s+lie|lies|(?:a|my(?:\s+(?:own|best))?|only)\s+guess|guesses|guesswork|outdated|out\s+of\s+date|unknown|(?:not|n['\u2019]t)\s+(?:known|true|right|correct|real|accurate))(?![\p{L}\p{Nd}_])`
const VERB = '(?:is|are|was|were|seems|seem)'
const MANNER = String.raw`(?:(?:all|both|simply|just|completely|entirely|plainly|probably|totally|clearly|obviously|certainly)\s+)*`
const UNIT = String.raw`["'\u201d\u2019*_\x60)\]]*(?:\s*[\p{L}\u00b0%\u00b2\u00b3/]+){0,2}?`
const CANNOT_BE = String.raw`(?:cannot|can\s+not|can['\u2019]t|could\s+not|couldn['\u2019]t)\s+be\s+(?:it|so|that|right|correct|true|the\s+(?:answer|value|one|figure))(?!\p{L})`
const AFTER = pattern(
  String.raw`^${UNIT},?\s+(?:${VERB}(?=\s|n['\u2019]t)\s*${MANNER}(?<denial>${UNTRUE}|ruled\s+out(?!\p{L}))|(?<cannot>${CANNOT_BE}))`,
  'iu',
)
/** A thing that is not there is not the answer either, unless the prompt asks what is missing. */
const GONE =
  /^["'\u201d\u2019*_`)\]]*\s+(?:is|are|was|were)\s+(?<denial>missing|absent|gone|deleted|removed|lost)(?!\p{L})/iu
const NOW =
  /^["'\u201d\u2019*_`)\]]*(?:\s*[\p{L}\u00b0%]+)?,?\s+(?<denial>but\s+(?:(?:it|that)\s+)?(?:is\s+)?now)(?!\p{L})/iu
const WAS = /(?<!\p{L})(?:was|were)\s+["'*_`$]*$/iu
const REACH = 100

/**
 * The words that deny what stands at a place of a text, beside those of `isDenied`: anything but, no longer, hardly,
 * except, doubt that, far from, non-, or "is made up" behind it. Undefined where none do.
 *
 * @param kind Whether the place is a number or date, a proper name or id, or a plain word
 */
export function otherDenialAt(
  text: string,
  { start, end }: Span,
  kind: 'number' | 'name' | 'word',
): string | undefined {
  const before = text.slice(Math.max(0, start - REACH), start)
  const after = text.slice(end, end + REACH)
  const led = LEADING[kind]().exec(before)?.groups?.denial
  if (led !== undefined && !TURNS.test(led.replace(LEADS, ''))) return led.trim()
  const behind = AFTER().exec(after) ?? (kind === 'number' ? null : GONE.exec(after))
  if (behind !== null) return behind.groups?.denial ?? behind.groups?.cannot
  return WAS.test(before) ? NOW.exec(after)?.groups?.denial : undefined
}
