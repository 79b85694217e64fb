import { pattern } from '../../shared/pattern.ts'
import { factsIn } from './facts.ts'
import type { Span } from './spans.ts'
import { askedIn, nameWordsOf, type Wanted } from './wanted.ts'
import { contentWordsOf } from './words.ts'

/** Characters around a number that are looked at. */
const AROUND = 80

const FILLERS = String.raw`(?:[\s*_\x60"':(~\u2248]|(?<!\p{L})(?:by|of|about|around|approximately|roughly|some|exactly|today|just|slightly|nearly|almost|another|total|is|was|a)(?!\p{L}))*(?:\p{Lu}{0,3}[$\u20ac\u00a3\u00a5])?`
const FALL = String.raw`(?<!\p{L})(?:fell|fall(?:s|en|ing)?|drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|down|loss|losses|lost|loses?|losing|slid|slips?|slipped|sank|sunk|shed|tumbled|plunged|dipped?|reduc(?:ed|es|tion)|lower)(?!\p{L})`
const FELL_BEFORE = pattern(
  String.raw`(?<!(?:(?<!\p{L})(?:no|without|not|never)|n['\u2019]t)\s+(?:(?!but\s)\p{L}+\s+){0,2})(?:${FALL}|[\u25bc\u2193])${FILLERS}$`,
  'iu',
)

const UNIT = String.raw`[*_\x60]*(?:\s*(?:%|\u00b0\s?[CFK]?|\u00ba\s?[CFK]?|[$\u20ac\u00a3\u00a5]|percent(?:age)?|per cent|points?|degrees?|celsius|fahrenheit|cents?|dollars?|euros?|pounds?|\p{Lu}{3}(?!\p{L}))(?!\p{L}))*`
const FELL_AFTER = pattern(
  String.raw`^${UNIT}[*_\x60]*,?\s+(?:lower|down|decrease|drop|fall|decline|loss|dip|less|in the red)(?!\p{L})(?!\s+(?:to|or)\s)`,
  'iu',
)
const MINUS_BEFORE = /(?<!\p{L})(?:minus|negative)\s+(?:\p{Lu}{0,3}[$\u20ac\u00a3\u00a5]\s?)?$/iu
/** "10 minus 3" is a sum, not a sign. */
const OPERAND_BEFORE = /[\p{Nd}%)\u00b0]\s*\p{L}*\s*(?:minus|negative)\s+\S*\s?$/iu
const BELOW_ZERO = pattern(String.raw`^${UNIT}\s+below\s+(?:zero|0(?![\d.,]))`, 'iu')
const BELOW_FREEZING = pattern(String.raw`^${UNIT}\s+below\s+freezing(?!\p{L})`, 'iu')

/** Dashes that are written for a minus. */
const DASH = /(?:^|[\s:=|([*_`"~])[\u2012\u2013\ufe63\uff0d]$/u
const RANGE = /[\p{Nd}%]\s*[\u2012\u2013\ufe63\uff0d]$/u
const DASH_FIRST = /(?:^|\n|[:=|(])[\s*_`"]*[\u2012\u2013\ufe63\uff0d]$/u

/** Brackets alone, as accountants write a loss. */
const OPENED = /(?:^|\n|[:=|])[\s*_`]*[$\u20ac\u00a3]?\([$\u20ac\u00a3]?$/u
const CLOSED = pattern(String.raw`^${UNIT}\s*\)[\s*_\x60]*(?:$|[\n|.;])`, 'u')

/** Words that say that a number is a change, which falls where it is below zero. */
const CHANGES = new Set(
  'change changed changing delta difference gain gained loss lose lost profit return growth grow grew increase increased decrease decreased variation rise rose risen fall fell fallen drop dropped move moved movement performance'.split(
    ' ',
  ),
)
/** Words that say that a number is a state, from which something falls. */
const STATES = new Set(
  'temperature celsius fahrenheit kelvin latitude longitude lat lon elevation altitude balance level'.split(
    ' ',
  ),
)
const GROWTH = new Set('change delta gain return growth increase variation rise'.split(' '))
const FALLEN = /(?<!\p{L})(?:f[ae]ll|drop|declin|decreas|down|los[est]|reduc|lower|less|shrink|shrank)/iu

interface Sides {
  before: string
  after: string
}

const sidesOf = (text: string, { start, end }: Span): Sides => ({
  // Where the text is cut off nothing begins.
  before: (start > AROUND ? 'x' : '') + text.slice(Math.max(0, start - AROUND), start),
  after: text.slice(end, end + AROUND),
})

/** A number with a minus that is no hyphen: a word, "below zero". */
const isBelowZero = ({ before, after }: Sides): boolean =>
  (MINUS_BEFORE.test(before) && !OPERAND_BEFORE.test(before)) || BELOW_ZERO().test(after)

const hasFallen = ({ before, after }: Sides): boolean =>
  FELL_BEFORE().test(before) || FELL_AFTER().test(after)

const holdsAny = (words: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...words].some((word) => some.has(word))

const isChange = (wanted: Wanted): boolean => {
  const names = nameWordsOf(wanted)
  if (holdsAny(names, CHANGES)) return true
  return !holdsAny(names, STATES) && holdsAny(contentWordsOf(askedIn(wanted)), CHANGES)
}

const isCelsius = (wanted: Wanted): boolean => nameWordsOf(wanted).has('celsius')

/**
 * Where a number below zero stands without a hyphen: behind "minus", a dash or "below zero", in brackets alone and,
 * where the slot is a change, with a word of falling right before or after: `fell by 0.86%`, `0.86% lower`.
 *
 * @param isEqual Whether a written number, its sign turned, is the value
 */
export function fallingPlaces(
  text: string,
  wanted: Wanted,
  isEqual: (value: number, written: string) => boolean,
): Span[] {
  return factsIn(text).filter((fact) => {
    if (fact.kind !== 'number' || fact.value <= 0 || !isEqual(-fact.value, `-${fact.written}`)) return false
    const sides = sidesOf(text, fact)
    const { before, after } = sides
    return (
      isBelowZero(sides) ||
      (DASH.test(before) && !RANGE.test(before)) ||
      (OPENED.test(before) && CLOSED().test(after)) ||
      (isCelsius(wanted) && BELOW_FREEZING().test(after)) ||
      (hasFallen(sides) && isChange(wanted))
    )
  })
}

/**
 * Whether a number above zero is said at a place to be below it: behind "minus" or a dash that begins something, "below
 * zero" or, where the slot is named a change and nothing asks for a fall, with a word of falling.
 */
export function isSaidBelowZero(text: string, place: Span, wanted: Wanted): boolean {
  const sides = sidesOf(text, place)
  const asked = `${askedIn(wanted)} ${[...nameWordsOf(wanted)].join(' ')}`
  const isSign = isBelowZero(sides) || BELOW_FREEZING().test(sides.after) || DASH_FIRST.test(sides.before)
  if (isSign) return !/(?<!\p{L})(?:minus|negative|below)(?!\p{L})/iu.test(asked)
  return holdsAny(nameWordsOf(wanted), GROWTH) && !FALLEN.test(asked) && hasFallen(sides)
}
