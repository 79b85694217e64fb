import { wordsOf } from '../../scoring/texts/words.ts'
import forms from './words/forms.json' with { type: 'json' }

const ENDINGS: ReadonlySet<string> = new Set(forms.endings)
/** Letters that two forms of one word share at least. */
const SHORTEST_STEM = 3

/** Whether what follows a shared stem is an ending, perhaps after the stem's last letter doubled: hot, hottest. */
const isEnding = (rest: string, stem: string): boolean =>
  ENDINGS.has(rest) || (rest[0] === stem.at(-1) && ENDINGS.has(rest.slice(1)))

function isInflected(one: string, other: string): boolean {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  const stem = one.slice(0, shared)
  return shared >= SHORTEST_STEM && isEnding(one.slice(shared), stem) && isEnding(other.slice(shared), stem)
}

const same = new Map<string, boolean>()

/** Whether two words, in small letters, are forms of one word: convert and conversion. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  const key = `${one} ${other}`
  let answer = same.get(key)
  if (answer === undefined) {
    answer = isInflected(one, other)
    same.set(key, answer)
  }
  return answer
}

/** A word and those that stand for it where a value is asked for: price, cost, worth. */
export const synonymsOf = (word: string): string[] => [
  word,
  ...forms.synonyms.filter((group) => group.some((one) => isSameWord(one, word))).flat(),
]

/** Words of a name or a phrase, in small letters; `wind_speed_kmh` and `windSpeedKmh` are three each. */
export const wordsIn = (text: string): string[] =>
  wordsOf(text.replace(/\be-mail/giu, 'email')).map(({ word }) => word)
