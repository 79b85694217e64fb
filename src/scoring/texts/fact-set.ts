import { instantOf } from '../dates.ts'
import { numbersEqual, reachOf } from '../equality.ts'
import type { Fact } from './facts.ts'
import { firstWhere } from './spans.ts'

type DateFact = Extract<Fact, { kind: 'date' }>

const momentOf = ({ date }: DateFact): string => `${instantOf(date)} ${date.clock}`

/** Facts, of which each is looked up in a time that grows with the logarithm of their number, unless they are very near. */
export class FactSet {
  readonly #texts = new Set<string>()
  readonly #moments = new Set<string>()
  /** Numbers without their sign, in order. */
  readonly #numbers: number[] = []

  /** Whether one of the facts says the same: a number without its sign, a date in any form, anything else word for word. */
  has(fact: Fact): boolean {
    if (fact.kind === 'date') return this.#moments.has(momentOf(fact))
    if (fact.kind === 'id') return this.#texts.has(fact.text)
    const [value, written] = [Math.abs(fact.value), fact.written.replace('-', '')]
    // A figure too large to be held has no neighbours.
    if (!Number.isFinite(value)) return this.#numbers.at(-1) === value
    // A written figure may be rounded by more than its value shows, and never by more than its reach.
    const reach = reachOf(value)
    for (let i = firstWhere(this.#numbers, (one) => one >= value - reach); i < this.#numbers.length; i++) {
      const other = this.#numbers[i] as number
      if (other > value + reach) return false
      if (numbersEqual(other, value, written)) return true
    }
    return false
  }

  add(fact: Fact): void {
    this.#texts.add(fact.text)
    if (fact.kind === 'date') this.#moments.add(momentOf(fact))
    if (fact.kind !== 'number') return
    const value = Math.abs(fact.value)
    this.#numbers.splice(
      firstWhere(this.#numbers, (one) => one > value),
      0,
      value,
    )
  }

  constructor(facts: Iterable<Fact> = []) {
    for (const fact of facts) this.add(fact)
  }
}
