import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { acceptsNumbers, bindRule, isArray, isTextual, mentionsIn, nearestParameter } from './bind-rule.ts'
import { COUNT, readCount } from './read-prose.ts'
import type { Recogniser, RuleBody } from './sentence.ts'

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

interface Count {
  minimum?: number
  maximum?: number
  rest: string
}

const COUNT_FORMS: readonly (readonly [RegExp, Read])[] = [
  [
    new RegExp(`\\bbetween ${C} (?:and|to) ${C} (?=[a-z])(.*)`, 'i'),
    (minimum, maximum) => ({ minimum, maximum }),
  ],
  [new RegExp(`\\bexactly ${C}()\\s+(?=[a-z])(.*)`, 'i'), (count) => ({ minimum: count, maximum: count })],
  [
    new RegExp(`\\b(?:at least|minimum(?: of)?|no (?:less|fewer) than) ${C}()\\s+(?=[a-z])(.*)`, 'i'),
    (minimum) => ({ minimum }),
  ],
  [
    new RegExp(
      `\\b(?:at most|maximum(?: of)?|up to|no more than|more than|cannot exceed|limit(?:ed)?(?: [\\w ]*?)? to(?: maximum)?) ${C}()\\s+(?=[a-z])(.*)`,
      'i',
    ),
    (maximum) => ({ maximum }),
  ],
]

function countIn(clause: string): Count | undefined {
  for (const [form, read] of COUNT_FORMS) {
    const match = form.exec(clause)
    if (match === null) continue
    const [, low = '', high = '', rest = ''] = match
    return { ...read(readCount(low), high === '' ? 0 : readCount(high)), rest }
  }
  return undefined
}

/** Units that are no items, and words that make an advice of a count. */
const OTHER =
  /^(?:characters?|chars?|words?|letters?|digits?|bytes?|days?|hours?|minutes?|seconds?|weeks?|months?|years?|pixels?|percent|km|miles|inch(?:es)?|feet|met(?:er|re)s?|dB|Hz|kW|V\b|MB|KB|GB|degrees|dimensions? (?:of|in)|of\b|unique|different|decimal)/i
const VAGUE =
  /\b(?:recommended|typically|usually|should be enough|suggested|per (?!analysis|batch|request|call|run|operation|query|session)|e\.g|such as|within|overlapping|each)\b/i

/** What is counted: the words up to the verb. */
const counted = (rest: string): string =>
  rest.split(
    /\b(?:can|must|may|should|are|is|required|needed|for|in|at|to|per|when|if|allowed|supported|from|with|by|of|be)\b|[,;.(]/i,
  )[0] ?? ''

function arraysOf(noun: string, subject: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const arrays = parameters.filter(isArray)
  // Of a subject only its items are counted; other nouns are units: `widths must be between 2 and 9 inches`.
  const ofSubject =
    /^\s*(?:\w+ )?(?:items?|elements?|entries|values|readings|points|observations|records?|rows|samples|profiles?|dimensions?|coordinates?|members?)?\s*$/i.test(
      noun,
    )
  for (const text of ofSubject ? [noun, subject] : [noun]) {
    const named = [...new Set(mentionsIn(text, parameters).map(({ parameter }) => parameter))]
    if (named.length > 1 && !/\b(?:both|all|each)\b/i.test(text)) return []
    if (named.length > 0) return named.every(isArray) ? named : []
    const near = nearestParameter(
      text.replace(/\b(?:items?|elements?|entries|records?|count)\b/gi, ' '),
      arrays,
    )
    if (near !== undefined) return [near]
  }
  return []
}

/** Bounds of the number of items: `maximum 50 items`, `at least two sources`, `exactly 3 dimensions`. */
export const itemCount: Recogniser = ({ source, clauses, title, parameter }, { parameters }) => {
  if (source === 'usage') return []
  return clauses.flatMap((clause): RuleBody[] => {
    const found = countIn(clause)
    if (found === undefined || OTHER.test(found.rest) || VAGUE.test(clause)) return []
    const { rest, ...bounds } = found
    if (parameter !== undefined)
      return isArray(parameter) && /^\s*(?:items?|elements?|entries|values)\b/i.test(rest)
        ? [{ kind: 'item_count', parameter: parameter.name, ...bounds }]
        : []
    // "Invalid question count: between 1 and 50 questions" is about the number of that name.
    if (mentionsIn(title, parameters).some(({ parameter: one }) => acceptsNumbers(one) && !isArray(one)))
      return []
    const noun = counted(rest)
    const before = clause.slice(0, clause.length - rest.length)
    const subject = /\b(?:must|cannot|should)\b/i.test(before) ? before : ''
    const named = arraysOf(noun, subject, parameters)
    const titled = named.length === 0 && /^\s*(?:items?|elements?|entries)?\s*$/i.test(noun)
    const arrays = titled
      ? [nearestParameter(title, parameters.filter(isArray))].filter((one) => one !== undefined)
      : named
    return arrays
      .filter(({ required }) => required || bounds.minimum !== 1)
      .map(({ name }) => ({ kind: 'item_count', parameter: name, ...bounds }))
  })
}
