import { singular } from '../../shared/english.ts'

/** Words that mean the same in names and in prose. */
const SAME: Readonly<Record<string, string>> = {
  identifier: 'id',
  maximum: 'max',
  minimum: 'min',
  percentage: 'percent',
  criteria: 'criterion',
  indices: 'index',
  addresses: 'address',
  analyses: 'analysis',
  statuses: 'status',
  series: 'series',
  mails: 'mail',
  datetime: 'date',
}

/** The stem of a word: lower case, singular, with one spelling for the same word. */
function stem(word: string): string {
  const lower = word.toLowerCase()
  const known = Object.hasOwn(SAME, lower) ? SAME[lower] : undefined
  if (known !== undefined) return known
  const one = lower === 'ids' ? 'id' : singular(lower)
  return (Object.hasOwn(SAME, one) ? SAME[one] : undefined) ?? one
}

/** A word of a text, with where it stands. */
export interface RuleWord {
  stem: string
  start: number
  end: number
}

/** The words of a text or of a name, `order_ids` being two. */
export const ruleWordsOf = (text: string): RuleWord[] =>
  [...text.matchAll(/[a-z]+|\d+/gi)].map(({ 0: word, index }) => ({
    stem: stem(word),
    start: index,
    end: index + word.length,
  }))

export const stemsOf = (text: string): string[] => ruleWordsOf(text).map((word) => word.stem)

/** Whether the last word of a text is a plural. */
export function endsInPlural(text: string): boolean {
  const word = /([a-z]+)[^a-z]*$/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return singular(word) !== word
}
