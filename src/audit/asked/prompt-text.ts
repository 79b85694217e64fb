import type { Task } from '../../schema/task.ts'
import { tokenPlaces } from '../../scoring/tokens.ts'
import { literalLeaves } from '../literal-leaves.ts'
import { isSameWord, wordsIn } from './word-forms.ts'
import denials from './words/denials.json' with { type: 'json' }

/** A word of a prompt, in small letters, and where it stands. */
export interface Token {
  word: string
  start: number
  end: number
  /** Whether punctuation, or nothing, stands before it. */
  isFirst: boolean
}

/** A sentence of a prompt. */
export interface PromptSentence {
  start: number
  end: number
  tokens: readonly Token[]
}

const TOKEN = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu
const PAUSE = /[,;:.!?()\n\u2013\u2014]|(?:^|\s)-\s/u
const SENTENCE_END = /[.!?]["'`)\]]*\s+(?=[\p{Lu}\p{N}"'`(*-])|\n+/gu
const DENIAL = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${denials.denials.join('|')}|\p{L}+n['’]t)(?![\p{L}\p{N}])`,
  'giu',
)
/** Words behind a denial that it still covers. */
const DENIED_WORDS = 4
const LIMITS: ReadonlySet<string> = new Set(denials.limits)

const spaces = (length: number): string => ' '.repeat(length)
const blankedAt = (text: string, start: number, end: number): string =>
  text.slice(0, start) + spaces(end - start) + text.slice(end)

const isQuoted = (text: string, start: number, end: number): boolean =>
  /["'`\u201c\u2018]$|~~~\n$/u.test(text.slice(0, start)) &&
  /^["'`\u201d\u2019]|^\n~~~/u.test(text.slice(end))

/** A text with data in it blanked out: what stands in quotation marks, and values of several words. */
function withoutData(text: string, values: readonly string[]): string {
  const forms = new Set(values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]))
  let own = text
  for (const form of [...forms].filter((value) => value !== '').sort((a, b) => b.length - a.length)) {
    for (const start of tokenPlaces(form, own)) {
      const end = start + form.length
      if (/\s/.test(form.trim()) || isQuoted(own, start, end)) own = blankedAt(own, start, end)
    }
  }
  return own
}

function tokensOf(text: string): Token[] {
  let last = 0
  return [...text.matchAll(TOKEN)].map(({ 0: found, index }) => {
    const between = text.slice(last, index)
    const isFirst = last === 0 || PAUSE.test(between)
    last = index + found.length
    const word = found.toLowerCase().replace(/^e-mail/u, 'email')
    return { word, start: index, end: last, isFirst }
  })
}

/** Where denials stand, with what they set aside: up to four words, to the next punctuation. */
function deniedParts(text: string): { start: number; end: number }[] {
  return [...text.matchAll(DENIAL)].flatMap(({ 0: denial, index }) => {
    const start = index + denial.length
    const tokens = tokensOf(text.slice(start, start + 120))
    const covered: Token[] = []
    for (const [i, token] of tokens.slice(0, DENIED_WORDS).entries()) {
      if (LIMITS.has(token.word)) return []
      if (i > 0 && token.isFirst) break
      covered.push(token)
    }
    const end = covered.at(-1)?.end
    return end === undefined ? [] : [{ start, end: start + end }]
  })
}

/** What a prompt says in its own words, apart from the data that it hands over. */
export class PromptText {
  readonly text: string
  /** The prompt with the data blanked out that arguments are made of; places stay what they are. */
  readonly own: string
  /** The same, less what a denial sets aside. */
  readonly wanted: string
  private readonly values: readonly string[]

  constructor(task: Task) {
    this.text = task.prompt
    this.values = task.expected_trace.steps.flatMap((step) =>
      literalLeaves(step.arguments).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
    )
    this.own = withoutData(this.text, this.values)
    this.wanted = deniedParts(this.own).reduce(
      (text, { start, end }) => blankedAt(text, start, end),
      this.own,
    )
  }

  /** Sentences of what is asked for. */
  get sentences(): PromptSentence[] {
    const ends = [...this.own.matchAll(SENTENCE_END)].map(({ 0: end, index }) => index + end.length)
    const bounds = [0, ...ends, this.own.length]
    const tokens = tokensOf(this.wanted)
    return bounds.slice(0, -1).map((start, i) => {
      const end = bounds[i + 1] as number
      const own = tokens.filter((token) => token.start >= start && token.end <= end)
      return { start, end, tokens: own.map((token, k) => (k === 0 ? { ...token, isFirst: true } : token)) }
    })
  }

  /** The places of a value that stands in the prompt as it is, and whether each is set aside by a denial. */
  placesOf(value: string): { start: number; end: number; isDenied: boolean }[] {
    const others = this.values.filter((other) => other !== value)
    const around = withoutData(this.text, others)
    const denied = deniedParts(around)
    return tokenPlaces(value.toLowerCase(), around.toLowerCase()).map((start) => {
      const end = start + value.length
      return { start, end, isDenied: denied.some((part) => start >= part.start && start < part.end) }
    })
  }
}

/** The words of a text that are forms of one of some words. */
export const wordsAmong = (text: string, words: readonly string[]): string[] => {
  const found = new Set(wordsIn(text).filter((word) => words.some((one) => isSameWord(one, word))))
  return [...found]
}
