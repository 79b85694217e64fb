import { isObject, type Json } from '../../shared/json.ts'
import { REDACTED, type Redactor, spellings } from '../../shared/redact/redactor.ts'
import { STAMP } from './stamps.ts'

/** The mask of a value that comes again in other places: the same number is the same value. */
const NUMBERED = /<redacted (\d+)>/g

const maskOf = (number: number): string => `${REDACTED.slice(0, -1)} ${number}>`

const maskedBy = (text: string, masks: readonly (readonly [value: string, mask: string])[]): string =>
  masks.reduce((clean, [value, mask]) => clean.split(value).join(mask), text)

/**
 * Values that stand under names of the user's in what is asked of a model and answered. They are masked wherever they
 * stand, with a number each, so that a replay can put those of its own in their places: what a model passes on is not a
 * constant of the recording.
 */
export class NamedValues {
  private readonly redactor: Redactor
  private readonly numbers = new Map<string, number>()

  constructor(redactor: Redactor) {
    this.redactor = redactor
  }

  gather(value: Json | undefined): void {
    if (value === undefined || !this.redactor.hasNames) return
    for (const one of this.redactor.valuesNamed(value))
      if (!this.numbers.has(one)) this.numbers.set(one, this.numbers.size + 1)
  }

  /** The longest first: one may be a part of another. */
  private get ordered(): [value: string, number: number][] {
    return [...this.numbers].sort(([a], [b]) => b.length - a.length)
  }

  /** The values that stand in a text, each once, with its mask. */
  in(text: string): [value: string, mask: string][] {
    return this.ordered.flatMap(([value, number]) =>
      spellings(value)
        .filter((one) => text.includes(one))
        .map((one): [string, string] => [one, maskOf(number)]),
    )
  }

  text(text: string): string {
    return maskedBy(text, this.in(text))
  }

  /**
   * A text of a request. A date that holds one of the values, as the seconds of a clock may, is masked whole and
   * without a number. It is another date in the replay, where a number would stand for the value alone.
   */
  private asked(text: string): string {
    const values = this.in(text)
    const stamps = (text.match(STAMP) ?? [])
      .filter((stamp) => values.some(([value]) => value !== stamp && stamp.includes(value)))
      .map((stamp): [string, string] => [stamp, REDACTED])
    return maskedBy(
      text,
      [...values, ...stamps].sort(([a], [b]) => b.length - a.length),
    )
  }

  /** What is asked of a model, with the values masked. */
  value(value: Json): Json {
    if (this.numbers.size === 0) return value
    if (typeof value === 'string') return this.asked(value)
    if (typeof value === 'number') {
      const number = this.numbers.get(String(value))
      return number === undefined ? value : maskOf(number)
    }
    if (Array.isArray(value)) return value.map((item) => this.value(item))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.value(item)]))
  }
}

/** What stands in the replay in the places of a recording that are masked by a number. */
export type MaskedThen = ReadonlyMap<string, string>

/** A text of a recording with the values of the replay in the places of their masks; one that is not known stays masked. */
export const unmasked = (text: string, known: MaskedThen, spelt: (value: string) => string): string =>
  text.replace(NUMBERED, (mask, number: string) => {
    const value = known.get(number)
    return value === undefined ? mask : spelt(value)
  })
