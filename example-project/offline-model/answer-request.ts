/** A value that a prompt wants in the answer. */
export interface Wanted {
  /** Key that it is to stand under; empty where it is the only one. */
  key: string
  /** What the prompt calls it. */
  name: string
}

/** What a prompt wants as its answer, and in which form. */
export interface AnswerRequest {
  form: 'value' | 'json' | 'lines'
  wanted: readonly Wanted[]
}

const QUOTED = /"([^"]+)"/g
const LISTED = /(?:^|, | and |: )([a-z][\w' ]*?) \((?:that is, )?([^)]+)\)/g

/** From the sentence that says ANSWER on. */
function requestIn(prompt: string): string | undefined {
  const at = prompt.indexOf('ANSWER:')
  if (at < 0) return undefined
  return prompt.slice(Math.max(0, ...['. ', '? ', '! ', '\n'].map((end) => prompt.lastIndexOf(end, at))))
}

/** The words for a key that stand beside it: in brackets behind it, before an "as", or right behind it. */
function nameBeside(text: string, start: number, end: number): string {
  const after = text.slice(end)
  const inBrackets = /^ \((?:that is, |meaning )?([^)]*)\)/.exec(after)?.[1]
  if (inBrackets !== undefined) return inBrackets
  const before = text.slice(0, start)
  if (/ (?:as|under the key|for the key) $/.test(before)) {
    return before.split(/", | and |: |with /).at(-1) ?? ''
  }
  return after.split(/, under "|, "| and under "| and "|\. /)[0] ?? ''
}

/** Reads which values the answer is to give; undefined where the prompt wants none. */
export function answerRequestIn(prompt: string): AnswerRequest | undefined {
  const text = requestIn(prompt)
  if (text === undefined) return undefined
  const isLines = text.includes('"label: value"')
  const body = text.replace('"label: value"', '')
  const keyed = isLines
    ? [...body.matchAll(LISTED)].map(([, key = '', name = '']) => ({ key: key.trim(), name }))
    : [...body.matchAll(QUOTED)].map((match) => ({
        key: match[1] ?? '',
        name: nameBeside(body, match.index, match.index + match[0].length),
      }))
  if (keyed.length > 0 && (isLines || /\bJSON\b/.test(text))) {
    return { form: isLines ? 'lines' : 'json', wanted: keyed }
  }
  return { form: 'value', wanted: [{ key: '', name: body.replace(/.*ANSWER:/s, '') || body }] }
}

const COUNTS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const countOf = (word: string | undefined): number =>
  /^\d+$/.test(word ?? '') ? Number(word) : COUNTS.indexOf(word ?? '')

/** A value in the form that the prompt wants: rounded, in capitals, its first characters. */
export function asWanted(value: unknown, name: string): unknown {
  const decimals = countOf(/(?:rounded to|with) (\w+) decimals?/.exec(name)?.[1])
  if (typeof value === 'number' && decimals >= 0) return Number(value.toFixed(decimals))
  if (typeof value !== 'string') return value
  const first = countOf(/first (\w+) (?:characters|letters|digits)/.exec(name)?.[1])
  const cut = first > 0 ? value.slice(0, first) : value
  return /in capital letters|in capitals/.test(name) ? cut.toUpperCase() : cut
}
