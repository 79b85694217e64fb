import { isDenied } from './denial.ts'
import { isNoAnswer } from './no-answer.ts'
import type { Span } from './spans.ts'

/** A boolean that a text says, and where. */
export interface SaidBoolean extends Span {
  value: boolean
}

const WORD = /(?<![\p{L}\p{Nd}_])(?<said>true|false)(?![\p{L}\p{Nd}_])/giu
/** As the first word of the text or a line, as a JSON value, or alone behind a colon, an equals sign or a bar. */
const ANSWERS = [
  /^[\s#>*_`-]*(?<said>yes|no)(?![\p{L}\p{Nd}_])/gimu,
  /[:[,]\s*"(?<said>yes|no)"\s*(?=[,}\]]|$)/giu,
  /[:=|]\s*[*_`"]*(?<said>yes|no)[*_`"]*\s*(?=[|,;.}\n]|$)/giu,
]

/** The booleans in a text. A denied one is its opposite. */
export function booleansIn(text: string): SaidBoolean[] {
  const said = new Map<number, SaidBoolean>()
  for (const match of [WORD, ...ANSWERS].flatMap((pattern) => [...text.matchAll(pattern)])) {
    const word = match.groups?.said ?? ''
    const start = match.index + match[0].toLowerCase().indexOf(word.toLowerCase())
    const span = { start, end: start + word.length }
    if (isNoAnswer(text, start, span.end)) continue
    const means = /^(?:true|yes)$/i.test(word)
    said.set(start, { ...span, value: isDenied(text, span, new Set()) ? !means : means })
  }
  return [...said.values()]
}
