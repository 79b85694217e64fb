import { bindingKey, type Text } from '../schema/binding.ts'
import type { Lineage } from '../schema/score.ts'
import type { Call } from '../schema/trace.ts'
import { isObject, type Json } from '../shared/json.ts'
import { type OutputOf, resolveAll } from './bindings.ts'
import { numberOf, numbersEqual } from './equality.ts'
import { type Evidence, leavesOf } from './evidence.ts'
import { carries, claimsIn } from './tokens.ts'

const FREE_STRAYS = 2
const MIN_LENGTH_LIMIT = 2000
const WORDING_FACTOR = 10

/** Verdict on a text that must carry bound values. */
export interface TextVerdict {
  right: boolean
  lineage: Lineage
  /** The values that the text has to carry, where they are known. */
  expected: Json[]
  note?: string
}

/** Literal wording of a text and its bound parts. */
function partsOf({ $text }: Text): { wording: string; bound: Json[] } {
  const bound = $text.filter(
    (part) => bindingKey(part) !== undefined || Array.isArray(part) || isObject(part),
  )
  const wording = $text.filter((part) => typeof part === 'string').join(' ')
  return { wording, bound }
}

/** Tokens that look like facts and come from nowhere: not from the prompt, a result or the wording. */
function straysIn(text: string, wording: string, evidence: Evidence, consumer: Call | null): string[] {
  const known = evidence.before(consumer)
  const numbers = known.flatMap(({ leaves }) =>
    leaves.map((leaf) => leaf.value).filter((x) => typeof x === 'number'),
  )
  return claimsIn(text).filter((claim) => {
    if (evidence.prompt.includes(claim) || wording.includes(claim)) return false
    if (known.some((result) => result.text.includes(claim))) return false
    const number = numberOf(claim)
    return (
      number === undefined ||
      !numbers.some((x) => numbersEqual(x, number) || numbersEqual(Math.abs(x), number))
    )
  })
}

/**
 * Judges a text by what it carries, never by its words: every bound value occurs as a whole token, facts from
 * nowhere are at most the bound values plus two, and the text is no dump.
 */
export function judgeText(
  text: string,
  expected: Text,
  outputOf: OutputOf,
  evidence: Evidence,
  consumer: Call | null,
): TextVerdict {
  const { wording, bound } = partsOf(expected)
  const options = bound.map((part) => resolveAll(part, outputOf))
  const leafValues = (value: Json): Json[] => leavesOf(value).map((leaf) => leaf.value)
  // Of several acceptable values the text is held to the one that it carries.
  const values = options.flatMap((accepted) => {
    const carried = accepted.find((value) => leafValues(value).every((leaf) => carries(text, leaf)))
    const chosen = carried ?? accepted[0]
    return chosen === undefined ? [] : leafValues(chosen)
  })
  const wrong = (lineage: Lineage, note: string): TextVerdict => ({
    right: false,
    lineage,
    expected: values,
    note,
  })
  if (options.some((accepted) => accepted.length === 0)) {
    return wrong('fabricated', 'a step that it takes values from has no usable result')
  }
  const strays = straysIn(text, wording, evidence, consumer)
  const missing = values.filter((value) => !carries(text, value))
  if (missing.length > 0) {
    const list = missing.map((value) => JSON.stringify(value)).join(', ')
    return wrong(strays.length > 0 ? 'fabricated' : 'wrong-source', `it does not carry ${list}`)
  }
  if (strays.length > values.length + FREE_STRAYS) {
    return wrong(
      'fabricated',
      `${strays.length} facts in it come from nowhere: ${strays.slice(0, 3).join(', ')}, ...`,
    )
  }
  const limit = Math.max(MIN_LENGTH_LIMIT, WORDING_FACTOR * wording.length)
  if (text.length > limit)
    return wrong('wrong-source', `it has ${text.length} characters, over the limit of ${limit}`)
  const inPrompt = values.every((value) => carries(evidence.prompt, value))
  return { right: true, lineage: inPrompt ? 'ambiguous' : 'grounded', expected: values }
}
