import { contentWordsOf } from './words.ts'

const LEAST_SHARE = 0.5

/** Whether a text says what a wording without a bound value says: at least half of its content words. */
export function keepsWording(text: string, wording: string): boolean {
  const wanted = [...contentWordsOf(wording)]
  const given = contentWordsOf(text)
  return wanted.filter((word) => given.has(word)).length >= LEAST_SHARE * wanted.length
}
