import type { LeafType } from '../../scoring/equality.ts'
import { carries } from '../../scoring/tokens.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import { childrenOf, isValue, valuesWithin } from './equal.ts'
import type { KnownFrom, KnownValue, KnownValues } from './known-values.ts'

const IN_PROMPT: KnownFrom = { from: 'start', what: 'the prompt' }

/** Watches whether a value comes within what is known. Looks at every known value once. */
export class Reach {
  private readonly value: Json
  private readonly type: LeafType
  private readonly open = new Map<string, Json>()
  private readonly found = new Map<string, KnownFrom>()
  private seen = 0

  /** @param whole Whether it does not do to know all its parts. */
  constructor(value: Json, whole: boolean, type: LeafType, prompt: string) {
    this.value = value
    this.type = type
    for (const part of whole ? [value] : valuesWithin(value)) {
      const key = stableJson(part)
      if (carries(prompt, part)) this.found.set(key, IN_PROMPT)
      else this.open.set(key, part)
    }
  }

  isWithin(known: KnownValues): boolean {
    for (; this.seen < known.all.length && this.open.size > 0; this.seen++) {
      const one = known.all[this.seen] as KnownValue
      for (const [key, value] of this.open) {
        if (!isValue(value, one.value, this.type)) continue
        this.open.delete(key)
        this.found.set(key, one.origin)
      }
    }
    return this.origins !== undefined
  }

  /** Where it is known from, as a whole or in all its parts; undefined where it is not. */
  get origins(): KnownFrom[] | undefined {
    return this.originsOf(this.value)
  }

  private originsOf(value: Json): KnownFrom[] | undefined {
    const own = this.found.get(stableJson(value))
    if (own !== undefined) return [own]
    const parts = childrenOf(value).map((part) => this.originsOf(part))
    return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.flat() : undefined
  }
}
