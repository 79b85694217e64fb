import { bindingKey, type From, isFrom, type Text } from '../schema/binding.ts'
import type { Lineage } from '../schema/score.ts'
import type { Call } from '../schema/trace.ts'
import { isObject, type Json } from '../shared/json.ts'
import { type OutputOf, resolveAll } from './bindings.ts'
import { type LeafSchema, numberOf, numbersEqual, sameValue } from './equality.ts'
import { type Evidence, leavesOf, type Result } from './evidence.ts'
import { isUnsettled, type Readings, staleCall, staleNote } from './lineage.ts'
import { carries, claimsIn, numbersIn } from './tokens.ts'

const UNTYPED = { type: undefined, semantic: undefined }
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

/** What a text is judged by. */
export interface TextContext {
  outputOf: OutputOf
  readings: Readings | undefined
  /** Calls that a bound part takes its value from. */
  producersOf(binding: Json): Call[]
  sourceSchemaOf(from: From): LeafSchema | undefined
  evidence: Evidence
  consumer: Call | null
  explain: boolean
  /** Values that the text carries for others, as one answer does for all its parts. Default 0. */
  otherValues?: number
}

/** Figures in a result, also before a short unit that is written without a blank: 4.3T, 8h, 14min. */
const FIGURE =
  /(?<![\p{L}\p{N}_.])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?=\p{L}{0,3}(?![\p{L}\p{N}_]|\.\d|,\d{3}))/gu

const figuresOf = new WeakMap<Result, readonly number[]>()

/** Sizes of the numbers that a result holds, those within its texts included. */
function figuresIn(result: Result): readonly number[] {
  const cached = figuresOf.get(result)
  if (cached !== undefined) return cached
  const figures = result.leaves.flatMap(({ value }) => {
    if (typeof value === 'number') return [Math.abs(value)]
    if (typeof value !== 'string') return []
    return (value.match(FIGURE) ?? []).flatMap((figure) => numberOf(figure) ?? [])
  })
  const unique = [...new Set(figures)]
  figuresOf.set(result, unique)
  return unique
}

/** Tokens that look like facts and come from nowhere: not from the prompt, a result or the wording. */
function straysIn(text: string, wording: string, evidence: Evidence, known: readonly Result[]): string[] {
  const said = [...numbersIn(evidence.prompt), ...numbersIn(wording)].map(({ value }) => Math.abs(value))
  const comesFromNowhere = (claim: string): boolean => {
    const number = numberOf(claim)
    if (number === undefined) {
      const isSaid = evidence.prompt.includes(claim) || wording.includes(claim)
      return !isSaid && !known.some((result) => result.text.includes(claim))
    }
    const isIt = (x: number): boolean => numbersEqual(x, number, claim)
    return !said.some(isIt) && !known.some((result) => figuresIn(result).some(isIt))
  }
  const verdicts = new Map<string, boolean>()
  return claimsIn(text).filter((claim) => {
    const isStray = verdicts.get(claim) ?? comesFromNowhere(claim)
    verdicts.set(claim, isStray)
    return isStray
  })
}

const leafValues = (value: Json): Json[] => leavesOf(value).map((leaf) => leaf.value)

/** Whether a text that lacks its values has others in their place, from a result or the prompt. */
function carriesOthers(
  text: string,
  wording: string,
  values: readonly Json[],
  evidence: Evidence,
  known: readonly Result[],
): boolean {
  const isOther = (value: Json): boolean =>
    !values.some((own) => sameValue(own, value, UNTYPED)) && !carries(wording, value)
  const isFact = (value: Json): boolean => value !== null && value !== '' && typeof value !== 'boolean'
  const foreign = known.some(({ leaves }) =>
    leaves.some(
      ({ value }) =>
        isFact(value) && carries(text, value) && !carries(evidence.prompt, value) && isOther(value),
    ),
  )
  return foreign || claimsIn(text).some((claim) => carries(evidence.prompt, claim) && isOther(claim))
}

/** The values that a text has to carry; of several acceptable ones, those that it carries. Undefined where one has no value. */
function valuesFor(text: string, bound: readonly Json[], outputOf: OutputOf): Json[][] | undefined {
  const chosen = bound.map((part) => {
    const accepted = resolveAll(part, outputOf)
    return accepted.find((value) => leafValues(value).every((leaf) => carries(text, leaf))) ?? accepted[0]
  })
  return chosen.every((value) => value !== undefined) ? chosen.map(leafValues) : undefined
}

/**
 * Judges a text by what it carries, never by its words: every bound value occurs as a whole token, facts from
 * nowhere are at most the bound values plus two, and the text is no dump.
 */
export function judgeText(text: string, expected: Text, context: TextContext): TextVerdict {
  const { outputOf, readings, evidence, consumer, explain, otherValues = 0 } = context
  const { wording, bound } = partsOf(expected)
  const byPart = valuesFor(text, bound, outputOf)
  const values = byPart?.flat() ?? []
  const wrong = (lineage: Lineage, note: string): TextVerdict => ({
    right: false,
    lineage,
    expected: values,
    note,
  })
  const missingAt = (other: OutputOf): number =>
    valuesFor(text, bound, other)
      ?.flat()
      .filter((value) => !carries(text, value)).length ?? Infinity
  const fresh = readings === undefined ? 0 : missingAt(readings.latest)
  const stale = staleCall(readings, (other) =>
    other !== readings?.latest ? missingAt(other) < fresh : fresh === 0,
  )
  if (stale !== undefined) return wrong('stale', staleNote(stale))
  const known = evidence.before(consumer)
  const missing = values.filter((value) => !carries(text, value))
  if (byPart === undefined || missing.length > 0) {
    const note =
      byPart === undefined
        ? 'a step that it takes values from has no usable result'
        : `it does not carry ${missing.map((value) => JSON.stringify(value)).join(', ')}`
    const isForeign =
      explain &&
      straysIn(text, wording, evidence, known).length === 0 &&
      carriesOthers(text, wording, values, evidence, known)
    return wrong(isForeign ? 'wrong-source' : 'fabricated', note)
  }
  const limit = Math.max(MIN_LENGTH_LIMIT, WORDING_FACTOR * wording.length)
  const isDump = text.length > limit
  const allowed = values.length + otherValues + FREE_STRAYS
  const isCrowded = claimsIn(text).length > allowed
  const strays = isCrowded && (explain || !isDump) ? straysIn(text, wording, evidence, known) : []
  if (strays.length > allowed) {
    return wrong(
      'fabricated',
      `${strays.length} facts in it come from nowhere: ${strays.slice(0, 3).join(', ')}, ...`,
    )
  }
  if (isDump) return wrong('wrong-source', `it has ${text.length} characters, over the limit of ${limit}`)
  if (!explain) return { right: true, lineage: 'grounded', expected: values }
  const open = bound.every((part, i) => {
    const from = isFrom(part) ? (part as From) : undefined
    const own = byPart[i] as Json[]
    return own.every((value) =>
      isUnsettled(value, {
        producers: context.producersOf(part),
        pointer: from?.via === undefined && own.length === 1 ? from?.at : undefined,
        known,
        evidence,
        type: UNTYPED,
        sourceSchema: from === undefined || own.length > 1 ? undefined : context.sourceSchemaOf(from),
      }),
    )
  })
  return { right: true, lineage: open ? 'ambiguous' : 'grounded', expected: values }
}
