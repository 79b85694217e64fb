import { stemsOf } from '../../rules/words.ts'
import words from './vocabulary.json' with { type: 'json' }

const stems = (text: string): ReadonlySet<string> => new Set(stemsOf(text))

/** Nouns of what is found to be wrong. */
const ADVERSE = stems(words.adverse)
const ADVERSE_WORDS = stems(words.adverseWords)
const FOUND = stems(words.found)
const GOOD = stems(words.good)
const BAD = stems(words.bad)
/** Words of an input that say that much is at stake. */
export const WRONG = stems(words.wrong)
/** Those that say so in the midst of a longer text. */
export const STRONG = stems(words.strong)
const FIELD = stems(words.field)
const CLINICAL = stems(words.clinical)
const BEARING = stems(words.bearing)
const PROCESS = stems(words.process)
const PREDICTING = stems(words.predicting)
const COMPUTING = stems(words.computing)
/** Words of composed sentences that claim nothing by themselves. */
export const NEUTRAL = stems(words.neutral)
/** Options that say that all went well, in groups, the surest first. */
export const OUTCOMES: readonly ReadonlySet<string>[] = words.outcomes.map(
  (group) => new Set(group.split(' ')),
)

const plain = (text: string): string => text.toLowerCase().replace(/[_-]+/g, ' ').trim()
const steps =
  (ladder: Readonly<Record<string, number>>) =>
  (option: string): number | undefined =>
    Object.hasOwn(ladder, plain(option)) ? ladder[plain(option)] : undefined

/** How much a word of a level says there is, from 0 to 1. */
export const amountOf = steps(words.ladder)
/** How good a word of a level says that something is, from 0 to 1. */
export const worthOf = steps(words.worth)

/** Whether a measure of this name is high where all is well, or low; undefined where its name does not say. */
export function isGoodToHave(name: string, description: string): boolean | undefined {
  for (const text of [stemsOf(name).reverse(), stemsOf(description)])
    for (const stem of text) {
      if (BAD.has(stem)) return false
      if (GOOD.has(stem)) return true
    }
  return undefined
}

/** Whether a name speaks of what goes wrong: `blocking_issues`, `failed_orders`, `conflicts_found`. */
export function isAdverse(name: string): boolean {
  const own = stemsOf(name).filter((stem) => !FOUND.has(stem))
  const last = own.at(-1) ?? ''
  const noun = BEARING.has(last) ? (own.at(-2) ?? '') : last
  return ADVERSE.has(noun) || own.some((stem) => ADVERSE_WORDS.has(stem))
}

/** Whether an output of this name cannot be filled without knowledge of the field. */
export const needsField = (name: string): boolean => stemsOf(name).some((stem) => FIELD.has(stem))

const isAbout = (text: string, some: ReadonlySet<string>): boolean =>
  stemsOf(text).some((stem) => some.has(stem))

interface Named {
  name: string
  description: string
}

/** Whether the tool judges patients. */
export const isClinical = ({ name, description }: Named): boolean =>
  isAbout(`${name} ${description}`, CLINICAL)

/** Whether the tool reckons its figures from those that it is given. */
export const isComputing = ({ name, description }: Named): boolean =>
  isAbout(`${name} ${description.split(/(?<=\.)\s/)[0] ?? ''}`, COMPUTING)

/** Whether the tool tells what is to come, for which figures that it is given are no more than signs. */
export const isPredicting = ({ name, description }: Named): boolean =>
  isAbout(`${name} ${description.split(/(?<=\.)\s/)[0] ?? ''}`, PREDICTING)

/** Whether a measure is of the work that the tool did, whatever it found. */
export const isOfWork = (name: string): boolean => stemsOf(name).some((stem) => PROCESS.has(stem))
