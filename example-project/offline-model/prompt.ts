import { findValues, type Value } from './values.ts'
import { stem } from './words.ts'

/** A stretch of the prompt that may ask for one call, or for one kind of call. */
export interface Clause {
  start: number
  end: number
  /** The clause in full. */
  text: string
  /** The clause without its values: the words that say what is to be done. */
  words: string
  values: Value[]
  /** Said to come after what stands before it. */
  sequential: boolean
  /** Cut off at a mere "and" or comma, which may as well join two objects of one verb. */
  soft: boolean
}

export interface Prompt {
  text: string
  clauses: Clause[]
}

const SEQUENCE = `(?:and then|then|after that|after which|afterwards|next,|finally|lastly|once (?:done|that is done|you have (?:it|that|them)),?)`
const HARD = new RegExp(String.raw`(?:[.!?]+(?=\s|$)|;|\n+|,?\s(?=${SEQUENCE}\b))\s*`, 'gi')
const SOFT = /(?:,\s*(?:and|but|plus)|\s(?:and|plus|as well as|while)|,)\s+(?:also\s+)?/gi
const SEQUENTIAL = new RegExp(String.raw`^\s*(?:and\s+)?${SEQUENCE}`, 'i')
const MARKER = String.raw`(?:\d{1,2}[.)]|[-*•])`
const JOINT = new RegExp(
  String.raw`^\s*(?:(?:,\s*(?:and|or)?|and|or|&|\/|vs\.?|versus)\s*(?:(?:the|their|its|for|in|of)\s+)*${MARKER}?|${MARKER})\s*$`,
  'i',
)

/**
 * True where the text between two values only lists them: "Oslo, Rome", "MD5 and SHA-256", "1) ... 2) ...".
 * Words of the given terms may stand there too: "in short format and long format".
 */
export function listed(text: string, a: Value, b: Value, terms: ReadonlySet<string> = new Set()): boolean {
  const between = text
    .slice(a.end, b.start)
    .replace(/^\s*\p{L}+/u, (word) => (terms.has(stem(word.trim())) ? '' : word))
  return b.start >= a.end && JOINT.test(between)
}

/** Adds a list value for each run of two or more listed values of one kind. */
function withLists(text: string, values: Value[]): Value[] {
  const lists: Value[] = []
  let run: Value[] = []
  const close = (): void => {
    const [first, last] = [run[0], run.at(-1)]
    if (first && last && first !== last) {
      const { start } = first
      const items = run
      const value = items.map((item) => item.value)
      lists.push({ kinds: ['list'], value, text: text.slice(start, last.end), start, end: last.end, items })
    }
    run = []
  }
  for (const value of values) {
    const last = run.at(-1)
    if (last && !(last.kinds[0] === value.kinds[0] && listed(text, last, value))) close()
    run.push(value)
  }
  close()
  return [...values, ...lists]
}

function cut(text: string, start: number, end: number, at: RegExp): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = []
  let from = start
  for (const match of text.slice(start, end).matchAll(at)) {
    const to = start + (match.index as number)
    if (to > from) pieces.push({ start: from, end: to })
    from = to + match[0].length
  }
  if (end > from) pieces.push({ start: from, end })
  return pieces
}

/** Joins clauses that stand next to each other into one. */
export function joined(prompt: string, a: Clause, b: Clause): Clause {
  const text = prompt.slice(a.start, b.end)
  return { ...a, end: b.end, text, words: `${a.words} ${b.words}`, values: [...a.values, ...b.values] }
}

/** Cuts a prompt into clauses and finds the values that it states. */
export function readPrompt(text: string): Prompt {
  const found = findValues(text)
  const all = withLists(text, found.values)
  const clauses = cut(found.rest, 0, text.length, HARD).flatMap((sentence) =>
    cut(found.rest, sentence.start, sentence.end, SOFT).map(({ start, end }, index): Clause => {
      const words = found.rest.slice(start, end).replaceAll('\u0000', ' ').trim()
      const values = all.filter((value) => value.start >= start && value.start < end)
      const sequential = index === 0 && SEQUENTIAL.test(found.rest.slice(start, end))
      return { start, end, text: text.slice(start, end), words, values, sequential, soft: index > 0 }
    }),
  )
  return { text, clauses: clauses.filter((clause) => clause.words !== '' || clause.values.length > 0) }
}
