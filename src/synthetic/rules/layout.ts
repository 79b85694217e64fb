import { isTextual } from './accepts.ts'
import { bindRule } from './bind-rule.ts'
import type { Recogniser } from './recogniser.ts'

const DATE = `(?:YYYY|HH)(?:[-/:. T]?(?:MM|DD|HH|SS|YYYY|mm|ss))+Z?`
const DIGITS = `[X#]{2,}(?:[- ][X#]{2,})+`
const PAIR = `[A-Za-z_]+(?:[:|=>;,][A-Za-z_]+)+`

/** `in the format L`, `in 'L' format`, `(L format)`, where L is a layout of placeholders. */
const FORMS = [
  new RegExp(String.raw`\bformat:?\s+['"]?(${DATE}(?: ${DATE})?|${DIGITS}|${PAIR})['"]?(?![\w:-])`),
  new RegExp(
    String.raw`(?<![\w:-])['"]?(${DATE}(?: ${DATE})?|${DIGITS}|(?<=['"])${PAIR}(?=['"])|[A-Z]+=[A-Z]+|[a-z]+[:,][a-z]+(?=\s))['"]?\s+format\b`,
  ),
]

/**
 * Layouts of a text that the sentence writes out: dates, digits in groups, fields between separators. A sentence with
 * a second layout, or an example in place of one, is left alone.
 */
export const layoutRule: Recogniser = ({ source, clauses, title, parameter }, { parameters }) => {
  if (source === 'usage') return []
  return clauses.flatMap((clause) => {
    const match = FORMS.map((form) => form.exec(clause)).find((found) => found !== null)
    const text = match?.[1]
    if (match === null || match === undefined || text === undefined) return []
    if (/\bor\b|\blike\b|e\.g|such as|\band\b.*format|\b[AP]M\b|12-hour/i.test(clause.replace(text, '')))
      return []
    const own =
      parameter === undefined
        ? bindRule(clause.slice(0, match.index), title, parameters, isTextual)
        : [parameter]
    if (own.length !== 1) return []
    return own.filter(isTextual).map(({ name }) => ({ kind: 'layout', parameter: name, layout: text }))
  })
}
