import { QuoteScanner } from './quote-scanner.ts'

/** A call as text: the name, and each parameter with the text of its value. */
export interface CallText {
  name: string
  parameters: ReadonlyMap<string, string>
  /** Where it stands in the text that it was read from: first character, and behind the last one. */
  from: number
  to: number
}

/** The calls of a text, and what is left of it besides. */
export interface CallTexts {
  calls: CallText[]
  rest: string
}

const OPENING = '([{'
const CLOSING = ')]}'

/** Position of the bracket that closes the one at `open`, or undefined where none does. */
function closingOf(text: string, open: number): number | undefined {
  const quotes = new QuoteScanner(true)
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (quotes.next(text, i)) continue
    const char = text.charAt(i)
    if (OPENING.includes(char)) depth++
    if (CLOSING.includes(char) && --depth === 0) return i
  }
  return undefined
}

/**
 * Parts of a text between commas that no bracket and no quotes enclose.
 *
 * @param single Whether single quotes enclose, too
 */
function splitAtCommas(text: string, single: boolean): string[] {
  const quotes = new QuoteScanner(single)
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i < text.length; i++) {
    if (quotes.next(text, i)) continue
    const char = text.charAt(i)
    if (OPENING.includes(char)) depth++
    else if (CLOSING.includes(char)) depth--
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== '')
}

const ARGUMENT = /^\s*([A-Za-z_]\w*)\s*=(?!=)([\s\S]*)$/

function parametersOf(text: string, single: boolean): Map<string, string> | undefined {
  const parameters = new Map<string, string>()
  for (const part of splitAtCommas(text, single)) {
    const [, name, value] = ARGUMENT.exec(part) ?? []
    if (name === undefined || value === undefined || parameters.has(name)) return undefined
    parameters.set(name, value.trim())
  }
  return parameters
}

/**
 * The calls `Name(parameter = value, ...)` in a text. A name, a parenthesis right behind it that is closed, and within
 * it nothing or named values make a call: `headphones (ITEM001, defective)` in a sentence is none.
 *
 * @param single Whether single quotes enclose text as double ones do; default true
 */
export function readCallTexts(text: string, single = true): CallTexts {
  const calls: CallText[] = []
  const names = /[A-Za-z_]\w*(?=\()/g
  let rest = ''
  let from = 0
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const open = match.index + match[0].length
    const close = closingOf(text, open)
    if (close === undefined) continue
    const parameters = parametersOf(text.slice(open + 1, close), single)
    if (parameters === undefined) continue
    calls.push({ name: match[0], parameters, from: match.index, to: close + 1 })
    rest += text.slice(from, match.index)
    from = close + 1
    names.lastIndex = from
  }
  return { calls, rest: rest + text.slice(from) }
}
