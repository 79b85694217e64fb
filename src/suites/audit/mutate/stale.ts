import { type OutputOf, resolve } from '../../../scoring/bindings.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import type { AuditSubject } from '../subject.ts'
import type { Mutant, Operator } from './operator.ts'
import { consumerSites, replacedAtPath, type Site, sitesOf } from './sites.ts'
import { jsonTypeOf, takesInstead, withSites } from './values.ts'

/** Worlds in which another value is looked for. */
const SEEDS = 8

/** What a step or the answer gets with another value at one of its sites, by what the steps gave. */
function consumedWith(site: Site, by: Json, { task }: AuditSubject, outputOf: OutputOf): string {
  const consumer = consumerSites(task).find(({ name }) => name === site.consumer)?.value ?? null
  return stableJson(resolve(replacedAtPath(consumer, site.path, by), outputOf) ?? null)
}

/**
 * A bound value takes what the same step gives in another world. A selection may give the same with another value among
 * its candidates: such a value spoils nothing, and a further world is tried.
 */
function staleAt(
  place: number,
  site: Site,
  right: Json,
  subject: AuditSubject,
  outputOf: OutputOf,
): Mutant | undefined {
  const consumed = consumedWith(site, site.binding as Json, subject, outputOf)
  for (const seed of subject.seeds(SEEDS + 1).slice(1)) {
    const other = subject.gold(seed)
    // An item of a list may stand elsewhere there.
    const there = sitesOf(subject.in(seed) ?? subject.task)[place]
    const value = other.ok && there ? resolve(there.binding, other.run.outputOf) : undefined
    if (value === undefined || jsonTypeOf(value) !== jsonTypeOf(right)) continue
    if (consumedWith(site, { $literal: value }, subject, outputOf) === consumed) continue
    const how = takesInstead(site, value, right, `its value in world ${seed}`)
    return withSites(subject.task, [{ site, by: { $literal: value } }], how)
  }
  return undefined
}

/** Where no world gives another value, nothing can be stale. */
export const stale: Operator = {
  name: 'stale',
  mutants: ({ subject, gold }) =>
    sitesOf(subject.task).flatMap((site, place) => {
      const right = resolve(site.binding, gold.outputOf)
      return (right === undefined ? undefined : staleAt(place, site, right, subject, gold.outputOf)) ?? []
    }),
}
