import { resultPhrase } from '../naming.ts'
import { occurrencesOf } from './occurrences.ts'
import type { Reading } from './reading.ts'

/** Where something that stands in a text comes from, in words; of several results that say it the latest counts. */
export function whereFrom(written: string, { context: { known }, prompt }: Reading): string {
  for (const { call, leaves } of [...known].reverse()) {
    const leaf = leaves.find(({ value }) => occurrencesOf({ value }, written).length > 0)
    if (leaf !== undefined) return resultPhrase(call, leaf.pointer)
  }
  return occurrencesOf({ value: written }, prompt).length > 0 ? 'from the prompt' : 'from nowhere'
}
