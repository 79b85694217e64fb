import { resolve } from '../../scoring/bindings.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import type { AuditSubject } from './subject.ts'

const WORLDS = 3

/** Whether a value is the same in every world: it is worked out of what the prompt states, and hides nothing. */
export function isRecomputable(value: Json, subject: AuditSubject): boolean {
  const values = subject.seeds(WORLDS).map((seed) => {
    const gold = subject.gold(seed)
    return gold.ok ? stableJson(resolve(value, gold.run.outputOf) ?? null) : undefined
  })
  return new Set(values).size === 1
}
