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

/** Whether two words, in small letters, are forms of one word: convert and conversion. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  // Most words differ in their first letters.
  for (let i = 0; i < SHORTEST_STEM; i++) if (one.charCodeAt(i) !== other.charCodeAt(i)) return false
  return isInflected(one, other)
}

const stemOf = (word: string): string => word.slice(0, SHORTEST_STEM)

/** Words that stand for each other, by how each of them begins: forms of one word begin alike. */
const synonyms = new Map<string, { word: string; group: number }[]>()
for (const [group, words] of forms.synonyms.entries()) {
  for (const word of words)
    synonyms.set(stemOf(word), [...(synonyms.get(stemOf(word)) ?? []), { word, group }])
}

/** A word and those that stand for it where a value is asked for: price, cost, worth. */
export function synonymsOf(word: string): string[] {
  const alike = (synonyms.get(stemOf(word)) ?? []).filter((one) => isSameWord(one.word, word))
  const groups = [...new Set(alike.map(({ group }) => group))].sort((a, b) => a - b)
  return [word, ...groups.flatMap((group) => forms.synonyms[group] ?? [])]
}

/** Words of a name or a phrase, in small letters; `wind_speed_kmh` and `windSpeedKmh` are three each. */
export const wordsIn = (text: string): string[] =>
  wordsOf(text.replace(/\be-mail/giu, 'email')).map(({ word }) => word)
