import { datesIn, instantOf } from '../dates.ts'
import { booleansIn, type SaidBoolean } from './booleans.ts'
import type { Span } from './spans.ts'
import { askedIn, pointerWordsOf, type Wanted } from './wanted.ts'
import { contentWordsOf, withoutPlural, wordsOf } from './words.ts'

const SENTENCE = /[^.!?\n]+[.!?]?/gu
const CLAUSE = /[^,;:()\u2013\u2014]+/gu
/** They begin a clause as a comma does. */
const CONJUNCTION = /(?<![\p{L}\p{Nd}])(?:and|but|so|because|since)(?![\p{L}\p{Nd}])/giu

/** A sentence with one of these asks, leaves open, or tells what somebody else says. */
const OPEN =
  /\?|(?<!\p{L})(?:if|whether|unless|when|would|could|should|might|may be|must|maybe|perhaps|possibly|probably|likely|say|says|said|claims?|assum\p{L}*|suppos\p{L}*|think|believe|guess|doubt|either|or|wrong|untrue|incorrect)(?!\p{L})/iu
/** A text with one of these says nothing. */
const GIVES_UP =
  /(?<!\p{L})(?:no (?:idea|clue|doubt)|unsure|not sure|unknown|unclear|uncertain|(?:do not|don['\u2019]?t|cannot|can['\u2019]?t|can not|could not|couldn['\u2019]?t|unable to) (?:\p{L}+ )?(?:know|tell|say|determine|find|check|see))(?!\p{L})/iu

const INFORMAL = /(?<![\p{L}\p{Nd}_])(?:yep|yup|yeah|nope|nah)(?![\p{L}\p{Nd}_])/giu
/** Characters before a word that are looked at. */
const AROUND = 40
const MEANS_NO = /^n/i
const LINE_START = /(?:^|\n)[\s#>*_`"'-]*$/u

const VERB =
  /(?<!\p{L})(?<verb>is|are|was|were|(?:is|are|was|were|do|does|did|has|have)(?:n['\u2019]t|\s+not)|(?<=(?:it|that|this)['\u2019])s)(?!\p{L}|['\u2019])(?:\s+(?<no>not|never|no)(?!\p{L}))?/iu
const DENIES = /not$|n['\u2019]t$/i
const BARE_NOT = /^[\s"'*_`>#-]*not(?=\s)/i
const PRONOUNS = new Set(['it', 'that', 'this', 'they', 'these', 'those'])
/** Words that may stand in a statement beside those of the request. */
const LINKS = new Set(
  'therefore thus hence indeed actually however then a an the on in at for of to here today'.split(' '),
)

/** What a boolean is asked by. */
interface Asked {
  /** Instants of the dates in the request. */
  dates: ReadonlySet<number | undefined>
  /** Every word of the request and of the slot's names. */
  words: ReadonlySet<string>
  /** Words that name the boolean, together: `business` and `day`. */
  named: readonly ReadonlySet<string>[]
}

/** A clause whose dates, where the request has them too, are called "it": they may be written in another way. */
function withoutDates(clause: string, { dates }: Asked): string {
  return datesIn(clause)
    .filter((date) => dates.has(instantOf(date)))
    .reduceRight((said, { start, end }) => `${said.slice(0, start)}it${said.slice(end)}`, clause)
}

const wordsBut = (text: string, left: ReadonlySet<string>): string[] =>
  wordsOf(text).flatMap(({ word }) => (left.has(word) ? [] : [word]))

/** Whether words are all of the request, and the boolean is named by some of them. */
function namesIt(said: string, { words, named }: Asked): boolean {
  const content = contentWordsOf(said)
  const isKnown = wordsBut(said, LINKS).every((word) => words.has(withoutPlural(word)))
  return isKnown && named.some((own) => own.size > 0 && [...own].every((word) => content.has(word)))
}

/** A clause in its parts; `verb` is where it stands, with the "not" behind it. */
interface Clause {
  verb: Span
  isDenied: boolean
  /** Words before the verb that are no link: none where the subject is that of the clause before. */
  subject: readonly string[]
  predicate: string
}

function clauseOf({ 0: written, index }: RegExpExecArray, asked: Asked): Clause | undefined {
  const bare = BARE_NOT.exec(written)
  const match = bare ?? VERB.exec(written)
  if (match === null) return undefined
  const start = match.index + match[0].length - match[0].trimStart().length
  const end = match.index + match[0].trimEnd().length
  const { verb = '', no } = match.groups ?? {}
  return {
    verb: { start: index + start, end: index + end },
    isDenied: bare !== null || no !== undefined || DENIES.test(verb),
    subject: wordsBut(withoutDates(written.slice(0, match.index), asked), LINKS),
    predicate: withoutDates(written.slice(end).replace(/[.!]$/, ''), asked),
  }
}

const isOfRequest = (said: readonly string[], { words }: Asked): boolean =>
  said.every((word) => PRONOUNS.has(word) || words.has(withoutPlural(word)))

/**
 * What the clauses of a sentence say of a boolean, all about what the request is about: `It is not a business day`, `Not
 * a business day`, `It isn't`.
 */
function statementsIn(sentence: RegExpExecArray, asked: Asked): SaidBoolean[] {
  if (OPEN.test(sentence[0])) return []
  const marked = sentence[0].replace(CONJUNCTION, (word) => ','.repeat(word.length))
  const all = [...marked.matchAll(CLAUSE)].filter((clause) => clause[0].replace(/[.!\s]/g, '') !== '')
  const said: SaidBoolean[] = []
  let isKnown = true
  for (const [i, match] of all.entries()) {
    const clause = clauseOf(match, asked)
    if (clause === undefined) {
      isKnown &&= isOfRequest(wordsBut(withoutDates(match[0], asked), LINKS), asked)
      continue
    }
    const { verb, isDenied, subject, predicate } = clause
    // A clause without a subject goes on with the one before.
    isKnown = isOfRequest(subject, asked) && (subject.length > 0 || isKnown)
    if (!isKnown || (i === 0 && subject.length === 0 && !BARE_NOT.test(match[0]))) continue
    const isBare = wordsOf(predicate).length === 0
    const isIt = all.length === 1 && subject.length > 0 && subject.every((word) => PRONOUNS.has(word))
    if (isBare ? isIt : namesIt(predicate, asked)) {
      said.push({ start: sentence.index + verb.start, end: sentence.index + verb.end, value: !isDenied })
    }
  }
  return said
}

const startsLine = (text: string, at: number): boolean =>
  LINE_START.test((at > AROUND ? 'x' : '') + text.slice(Math.max(0, at - AROUND), at))

/** Yep, nope and the like, as the first word of the text or a line. */
function informal(text: string): SaidBoolean[] {
  const said = [...text.matchAll(INFORMAL)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    value: !MEANS_NO.test(word),
  }))
  const [first] = said
  return first !== undefined && startsLine(text, first.start) ? said : []
}

/**
 * Where a text without yes, no, true and false says a boolean: with nope, yep and the like, or with a statement in the
 * words of the request. One that says both says neither.
 */
export function statedBooleans(value: boolean, text: string, wanted: Wanted): SaidBoolean[] {
  if (GIVES_UP.test(text) || booleansIn(text).length > 0) return []
  const asked = askedIn(wanted)
  const named = [...pointerWordsOf(wanted), contentWordsOf(wanted.label)]
  const words = new Set([...contentWordsOf(asked), ...named.flatMap((own) => [...own])])
  const request = { dates: new Set(datesIn(asked).map(instantOf)), words, named }
  const said = [
    ...informal(text),
    ...[...text.matchAll(SENTENCE)].flatMap((sentence) => statementsIn(sentence, request)),
  ]
  return said.every((one) => one.value === value) ? said : []
}
