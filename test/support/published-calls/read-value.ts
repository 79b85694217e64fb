import { TracewrightError } from '../../../src/shared/errors.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'

const WORDS: Readonly<Record<string, Json>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
}
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y
const WORD = /[A-Za-z]+(?!\w)/y
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** Reads one value of a call text from a position on. */
class ValueReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The value that the whole text is. */
  whole(): Json {
    const value = this.#value()
    this.#blanks()
    if (this.#at < this.#text.length) this.#fail()
    return value
  }

  #fail(): never {
    const rest = this.#text.slice(this.#at, this.#at + 20)
    throw new TracewrightError(rest === '' ? 'a value ends too early' : `"${rest}" is no value`)
  }

  #blanks(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++
  }

  /** Passes a character, blanks before it aside, where it is the next one. */
  #pass(char: string): boolean {
    this.#blanks()
    if (this.#text.charAt(this.#at) !== char) return false
    this.#at++
    return true
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #value(): Json {
    if (this.#pass('[')) return this.#list()
    if (this.#pass('{')) return this.#object()
    for (const quote of ['"', "'"]) if (this.#pass(quote)) return this.#string(quote)
    const number = this.#match(NUMBER)
    if (number !== undefined) return Number(number)
    const start = this.#at
    const value = WORDS[this.#match(WORD) ?? '']
    if (value !== undefined) return value
    this.#at = start
    return this.#fail()
  }

  #list(): Json[] {
    const items: Json[] = []
    while (!this.#pass(']')) {
      items.push(this.#value())
      if (!this.#pass(',') && this.#text.charAt(this.#at) !== ']') this.#fail()
    }
    return items
  }

  #object(): JsonObject {
    const entries: [string, Json][] = []
    while (!this.#pass('}')) {
      const quote = ['"', "'"].find((one) => this.#pass(one)) ?? this.#fail()
      const key = this.#string(quote)
      if (!this.#pass(':')) this.#fail()
      entries.push([key, this.#value()])
      if (!this.#pass(',') && this.#text.charAt(this.#at) !== '}') this.#fail()
    }
    return Object.fromEntries(entries)
  }

  #string(quote: string): string {
    let value = ''
    for (;;) {
      const char = this.#text.charAt(this.#at++)
      if (char === '') this.#fail()
      if (char === quote) return value
      value += char === '\\' ? this.#escape() : char
    }
  }

  #escape(): string {
    const char = this.#text.charAt(this.#at++)
    if (char !== 'u') return ESCAPES[char] ?? char
    const code = this.#match(/[0-9a-fA-F]{4}/y) ?? this.#fail()
    return String.fromCharCode(Number.parseInt(code, 16))
  }
}

/**
 * The value that a text of a call writes: texts in double or single quotes, numbers, `true`, `false` and `null` (also as
 * Python writes them), lists and objects.
 *
 * @throws TracewrightError for anything else; the message is the end of a sentence
 */
export const readValue = (text: string): Json => new ValueReader(text).whole()
