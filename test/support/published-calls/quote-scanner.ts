/** What may stand before a single quote that opens a text: elsewhere it is an apostrophe. */
const BEFORE_TEXT = /[=,([{:]\s*$/

/** Follows quotes through a text, character by character. */
export class QuoteScanner {
  readonly #single: boolean
  #quote = ''
  #escaped = false

  /** @param single Whether single quotes enclose text as double ones do */
  constructor(single: boolean) {
    this.#single = single
  }

  /** Whether the character at a position stands in quotes, or is one; positions come in order. */
  next(text: string, at: number): boolean {
    const char = text.charAt(at)
    if (this.#quote !== '') {
      if (this.#escaped) this.#escaped = false
      else if (char === '\\') this.#escaped = true
      else if (char === this.#quote) this.#quote = ''
      return true
    }
    const opens =
      char === '"' || (this.#single && char === "'" && BEFORE_TEXT.test(text.slice(Math.max(0, at - 20), at)))
    if (opens) this.#quote = char
    return opens
  }
}
