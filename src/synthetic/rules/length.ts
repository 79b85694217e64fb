import { isTextual } from './accepts.ts'
import { bindRule } from './bind-rule.ts'
import { COUNT, readCount } from './read-number.ts'
import type { Recogniser, RuleBody } from './recogniser.ts'

const C = `(${COUNT})`
const UNIT = String.raw`\s*-?\s*(?:alphanumeric |numeric |alphabetic |uppercase |upper-case |hex |hexadecimal )?(characters?|chars?|letters?|digits?|words?)\b`

type Read = (low: number, high: number) => { minimum?: number; maximum?: number }
const FORMS: readonly (readonly [RegExp, Read])[] = [
  [
    new RegExp(`(?:between )?${C}\\s*(?:and|to|-|–)\\s*${C}${UNIT}`, 'i'),
    (minimum, maximum) => ({ minimum, maximum }),
  ],
  [new RegExp(`\\bexactly ${C}()${UNIT}`, 'i'), (count) => ({ minimum: count, maximum: count })],
  [
    new RegExp(`\\b(?:at least|minimum(?: of)?|min|no (?:less|fewer) than) ${C}()${UNIT}`, 'i'),
    (minimum) => ({ minimum }),
  ],
  [
    new RegExp(
      `\\b(?:at most|maximum(?: of)?|max|up to|no more than|cannot exceed|must not exceed|exceeds?|limit of|within) ${C}()${UNIT}`,
      'i',
    ),
    (maximum) => ({ maximum }),
  ],
  [new RegExp(`\\b(?:less|fewer|shorter) than ${C}()${UNIT}`, 'i'), (limit) => ({ maximum: limit - 1 })],
]

/** Lengths of texts: `between 8 and 12 characters`, `less than 500 words`, `exactly 4 digits`. */
export const lengthRule: Recogniser = ({ source, clauses, title, parameter }, { parameters }) => {
  if (source === 'usage') return []
  return clauses.flatMap((clause): RuleBody[] => {
    for (const [form, read] of FORMS) {
      const match = form.exec(clause)
      if (match === null) continue
      const [, low = '', high = '', unit = ''] = match
      if (
        /\b(?:typically|recommended|usually|per|average|ideal|or|summary|output|last|first)\b/i.test(clause)
      )
        return []
      const own =
        parameter === undefined
          ? bindRule(clause.slice(0, match.index), title, parameters, () => true)
          : [parameter]
      const [one, second] = own
      if (one === undefined || second !== undefined || !isTextual(one)) return []
      return [
        {
          kind: 'length',
          parameter: one.name,
          unit: /^word/i.test(unit) ? 'words' : 'characters',
          ...read(readCount(low), high === '' ? 0 : readCount(high)),
        },
      ]
    }
    return []
  })
}
