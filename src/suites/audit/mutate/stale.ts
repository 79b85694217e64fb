import { resolve } from '../../../scoring/bindings.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import type { AuditSubject } from '../subject.ts'
import type { Mutant, Operator } from './operator.ts'
import { type Site, sitesOf } from './sites.ts'
import { jsonTypeOf, takesInstead, withSites } from './values.ts'

/** Worlds in which another value is looked for. */
const SEEDS = 8

/** A bound value takes what the same step gives in another world. */
function staleAt(site: Site, right: Json, subject: AuditSubject): Mutant | undefined {
  for (const seed of subject.seeds(SEEDS + 1).slice(1)) {
    const other = subject.gold(seed)
    const value = other.ok ? resolve(site.binding, other.run.outputOf) : undefined
    if (value === undefined || jsonTypeOf(value) !== jsonTypeOf(right)) continue
    if (stableJson(value) === stableJson(right)) continue
    const how = takesInstead(site, value, right, `what it is in world ${seed}`)
    return withSites(subject.task, [{ site, by: { $literal: value } }], how)
  }
  return undefined
}

/** Where no world gives another value, nothing can be stale. */
export const stale: Operator = {
  name: 'stale',
  mutants: ({ subject, gold }) =>
    sitesOf(subject.task).flatMap((site) => {
      const right = resolve(site.binding, gold.outputOf)
      return (right === undefined ? undefined : staleAt(site, right, subject)) ?? []
    }),
}
