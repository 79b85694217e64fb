import { stemsOf } from '../rules/words.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { Failure } from '../validate/validation.ts'

/** What is thrown within the second stage to refuse a call that the first one let pass. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

const GONE = /\bnot found\b|\bdo(?:es)? not exist\b|\bno such\b|\bunknown\b|\bmissing record\b/i
const SHORT =
  /\binsufficient\b|\bnot enough\b|\bexceed|\boverdraw|\bbalance\b|\bout of stock\b|\bnegative\b|\bbelow zero\b|\bremaining\b|\bavailable\b/i

/** The failure mode of the tool that speaks of this and names most of these words; undefined where none names any. */
function failureAbout(
  { failureModes }: ToolSpec,
  what: RegExp,
  words: readonly string[],
): string | undefined {
  const wanted = new Set(words.flatMap(stemsOf).filter((stem) => stem !== 'id'))
  const [best] = failureModes
    .filter((mode) => what.test(mode))
    .map((mode) => ({ mode, hits: new Set(stemsOf(mode).filter((stem) => wanted.has(stem))).size }))
    .sort((a, b) => b.hits - a.hits)
  return best === undefined || best.hits === 0 ? undefined : best.mode
}

/** Refuses a call that asks for one record of a collection which is not there: 404. */
export const noRecord = (tool: ToolSpec, collection: string, parameter: string, value: string): Refusal =>
  new Refusal({
    rule: 'exists',
    parameter,
    code: 404,
    message:
      failureAbout(tool, GONE, [parameter, collection]) ??
      `Invalid value for ${parameter}: there is no ${value}.`,
  })

/** Refuses a call that would make a field fall below zero: 400. */
export const belowZero = (tool: ToolSpec, field: string, parameter: string): Refusal =>
  new Refusal({
    rule: 'balance',
    parameter,
    message:
      failureAbout(tool, SHORT, [parameter, field]) ??
      `Invalid value for ${parameter}: ${field} would fall below zero.`,
  })

/** Refuses a call that asks for one record and fits several: 400. */
export const severalRecords = (collection: string, parameter: string): Refusal =>
  new Refusal({
    rule: 'exists',
    parameter,
    message: `Invalid value for ${parameter}: it fits more than one of ${collection}.`,
  })
