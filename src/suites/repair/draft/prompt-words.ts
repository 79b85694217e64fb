import { nameWords } from '../../../shared/english.ts'
import { singular } from '../../../shared/singular.ts'
import { nameAt } from '../record/infer-schema.ts'

const MIN_STEM_LENGTH = 5
/** How much of the longer of two words is their stem. */
const MIN_STEM_PART = 0.6

/** How much of a longer word a whole word is: score and scored. */
const MIN_PREFIX_PART = 0.8

/** Whether two words have one stem: plumbing and plumber. */
export function haveOneStem(one: string, other: string): boolean {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  const [shorter, longer] = [Math.min(one.length, other.length), Math.max(one.length, other.length)]
  return (
    singular(one) === singular(other) ||
    (length >= MIN_STEM_LENGTH && length >= (length < shorter ? MIN_STEM_PART : MIN_PREFIX_PART) * longer)
  )
}

const listWords = (text: string): string[] => text.toLowerCase().match(/\d+(?:[.,]\d+)*|\p{L}+/gu) ?? []

/** How many words the name of a field has, if a text has all of them one after another; otherwise 0. */
export function countNamed(text: string, pointer: string): number {
  const name = nameWords(nameAt(pointer))
  const words = listWords(text)
  const isAt = (start: number): boolean => name.every((word, i) => haveOneStem(word, words[start + i] ?? ''))
  return words.some((_, start) => isAt(start)) ? name.length : 0
}

/** How many words of the name of a field a text has, anywhere. */
export const countShared = (text: string, pointer: string): number =>
  nameWords(nameAt(pointer)).filter((word) => listWords(text).some((one) => haveOneStem(word, one))).length

/** Whether a number stands next to a word of the name of a field: "more than 30 days" and `days_overdue`. */
export function isBesideName(text: string, value: unknown, pointer: string): boolean {
  const words = listWords(text)
  const name = nameWords(nameAt(pointer))
  const isOfName = (word = ''): boolean => name.some((one) => haveOneStem(one, word))
  return words.some(
    (word, i) =>
      /^\d/.test(word) &&
      Number(word.replaceAll(',', '')) === value &&
      (isOfName(words[i + 1]) || isOfName(words[i - 1])),
  )
}

/** A word of a question, except one that leads to a name or a number, such as "from" in "from Norway". */
const ASKED_WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?![\p{L}\p{N}]|\s+(?:["'“]|\d|\p{Lu}\p{Ll}))/gu

export const listSentences = (prompt: string): string[] => prompt.trim().split(/(?<=[.!?\n])\s+/)

export const listQuestions = (prompt: string): string[] =>
  listSentences(prompt).filter((sentence) => sentence.endsWith('?'))

/** Whether sentences, by default the questions of the prompt, have each word of the name of a field. */
export function isAsked(prompt: string, at: string, sentences = listQuestions(prompt)): boolean {
  const words = nameWords(nameAt(at))
  const asked = new Set(
    sentences.flatMap((one) => one.match(ASKED_WORD) ?? []).map((word) => singular(word.toLowerCase())),
  )
  return words.length > 0 && words.every((word) => asked.has(singular(word)))
}
