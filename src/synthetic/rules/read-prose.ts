/** A number in prose, with thousands set apart by commas or in words. */
export const NUMBER = String.raw`[$€£]?[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:\s?(?:million|thousand|billion)\b|[kK]\b)?`

const SCALE: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9 }

/** The value of a text that {@link NUMBER} matched. */
export function readNumber(text: string): number {
  const [, digits = '', scale = ''] = /^[$€£]?([-+]?[\d,.]+)\s?([a-z]*)/i.exec(text) ?? []
  return Number(digits.replaceAll(',', '')) * (SCALE[scale.toLowerCase()] ?? 1)
}

const NUMERALS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A count in digits or in words up to twelve, as a piece of a pattern. */
export const COUNT = String.raw`(?:\d[\d,]*|${NUMERALS.slice(1).join('|')}|an?)`

export function readCount(text: string): number {
  const word = text.toLowerCase()
  if (word === 'a' || word === 'an') return 1
  const numeral = NUMERALS.indexOf(word)
  return numeral >= 0 ? numeral : Number(word.replaceAll(',', ''))
}

/** Signs that a list gives examples and does not end. */
const OPEN =
  /\b(?:e\.?g\.?|i\.e\.?|such as|like|for (?:example|instance)|including|etc|examples?|similar|and (?:more|others)|among others|or others|or other [a-z]+|custom (?:names?|values?|strings?))\b|\.\.\.|…/i

/** Whether a text says that what it lists are examples. */
export const isOpen = (text: string): boolean => OPEN.test(text)

/** Words that an option of a closed list does not begin with: then the text is a sentence and no list. */
const NO_OPTION =
  /^(?:an?|the|to|with|for|if|when|where|that|which|as|in|on|by|of|must|should|is|are|be|ensure|check|verify|provide|default|defaults|empty|leave|only|minimum|maximum|min|max|required|optional|optionally|between|up|at|all of|comma|not)\b.*\s|^(?:with|without)\b|^(?:required|optional|default[\s:=].*)$/i

const unquote = (text: string): string =>
  text
    .trim()
    .replace(/^["'`‘“](.*)["'`’”]$/s, '$1')
    .trim()

/** Splits at commas and at the last "or" or "and"; a separator within quotes or brackets is a part of its option. */
function split(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (quote === '' && /["`]/.test(char)) quote = char
    else if (quote === '' && char === "'" && /^(?:^|[\s,([])$/.test(text[i - 1] ?? ' ')) quote = char
    else if (char === quote) quote = ''
    if (quote === '' && /[([]/.test(char)) depth++
    if (quote === '' && /[)\]]/.test(char)) depth--
    const joint =
      quote === '' && depth === 0
        ? /^(?:,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+)/.exec(text.slice(i))?.[0]
        : undefined
    if (joint === undefined) {
      part += char
      continue
    }
    parts.push(part)
    part = ''
    i += joint.length - 1
  }
  return [...parts, part]
}

/**
 * Options of a list in prose, `a, b, or c` with or without quotes; a gloss in brackets behind an option is left out.
 * Undefined where the text is no list of two options or more, of `words` words at most each.
 */
export function readListedValues(text: string, words: number): string[] | undefined {
  const options = split(text.trim()).map((part) => unquote(part.replace(/\s+\([^()]*\)\s*$/, '')))
  const fits = (option: string): boolean =>
    /^[\p{L}\p{N}.+#/&%:<>=*$ '_-]+$/u.test(option) &&
    option.split(/\s+/).length <= words &&
    !NO_OPTION.test(option) &&
    // `part.field` and "pet name" say how a text is built or what it names.
    !/[a-z]\.[a-z]/i.test(option) &&
    !/\s(?:name|id|identifier|number|path|address|string)s?$/i.test(option)
  if (options.length < 2 || new Set(options).size < options.length || !options.every(fits)) return undefined
  return options
}
