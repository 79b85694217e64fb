import { type Calc, isPick, type Pick } from '../../../schema/binding.ts'
import { type Leaf, leavesOf } from '../../../scoring/evidence.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { type OutputOf, resolve, resolveAll } from '../../../tasks/bindings.ts'
import { nodesOf } from '../../load/nodes.ts'
import { consumersOf } from '../bound-values.ts'
import type { AuditSubject } from '../subject.ts'
import type { Mutant, MutationContext, Operator } from './operator.ts'
import {
  holdsWithin,
  jsonTypeOf,
  replacedAtPath,
  type Site,
  selectionsOf,
  sitesOf,
  takesInstead,
  withSites,
} from './sites.ts'

/** Wrong places, or losing candidates, that are tried at one site. */
const MAX_WRONG = 6

const withoutIndices = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/*')
const holds = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`)

/** Places of a result that hold a value of the same JSON type as the right place: the same field of other items first. */
function siblingsOf(at: string, output: Json, rng: Rng): Leaf[] {
  const nodes = nodesOf(output)
  const right = nodes.find(({ pointer }) => pointer === at)
  if (right === undefined) return []
  const others = nodes.filter(
    ({ pointer, value }) =>
      jsonTypeOf(value) === jsonTypeOf(right.value) && !holds(pointer, at) && !holds(at, pointer),
  )
  const isSameField = ({ pointer }: Leaf): boolean => withoutIndices(pointer) === withoutIndices(at)
  return rng.shuffle(others).sort((a, b) => Number(isSameField(b)) - Number(isSameField(a)))
}

/** The value of another place of the same result. */
function siblings(site: Site, { subject: { task }, reference, rng }: MutationContext): Mutant[] {
  const { $from, at } = site.binding
  const output = reference.outputOf($from)
  const right = resolve(site.binding, reference.outputOf)
  if (output === undefined || right === undefined) return []
  const tried = siblingsOf(at, output, rng).slice(0, MAX_WRONG)
  return tried.flatMap(({ pointer }) => {
    const other = { ...site.binding, at: pointer }
    const wrong = resolve(other, reference.outputOf)
    if (wrong === undefined || (site.path.includes('$text') && holdsWithin(wrong, right))) return []
    return [withSites(task, [{ site, by: other }], takesInstead(site, wrong, right, `${$from} ${pointer}`))]
  })
}

/** What a selection could give instead: each `give`, or each number that it looks at. */
function candidatesOf(binding: Pick | Calc, { reference }: MutationContext): Json[] {
  if (isPick(binding)) return binding.give
  return binding.of.flatMap((item) =>
    leavesOf(resolve(item, reference.outputOf) ?? []).map(({ value }) => value),
  )
}

function losingCandidates(site: Site<Pick | Calc>, context: MutationContext): Mutant[] {
  const { subject, reference, rng } = context
  const winners = resolveAll(site.binding, reference.outputOf)
  const [right] = winners
  if (right === undefined) return []
  const losing = candidatesOf(site.binding, context).flatMap((by) => {
    const wrong = resolve(by, reference.outputOf)
    return wrong === undefined || winners.includes(wrong) ? [] : [{ by, wrong }]
  })
  return rng
    .shuffle(losing)
    .slice(0, MAX_WRONG)
    .map(({ by, wrong }) =>
      withSites(subject.task, [{ site, by }], takesInstead(site, wrong, right, 'a candidate that loses')),
    )
}

/** A value from the wrong place of the right result, or the wrong candidate of a selection. */
export const wrongBranch: Operator = (context) => [
  ...sitesOf(context.subject.task).flatMap((site) => siblings(site, context)),
  ...selectionsOf(context.subject.task).flatMap((site) => losingCandidates(site, context)),
]

/** Worlds in which another value is looked for. */
const SEEDS = 8

/** What a step or the answer gets with another value at one of its sites, by what the steps gave. */
function consumedWith(site: Site, by: Json, { task }: AuditSubject, outputOf: OutputOf): string {
  const consumer = consumersOf(task).find(({ name }) => name === site.consumer)?.value ?? null
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
    const other = subject.referenceRun(seed)
    // An item of a list may stand elsewhere there.
    const there = sitesOf(subject.worlds.find(seed)?.task ?? subject.task)[place]
    const value = other.ok && there ? resolve(there.binding, other.run.outputOf) : undefined
    if (value === undefined || jsonTypeOf(value) !== jsonTypeOf(right)) continue
    if (consumedWith(site, { $literal: value }, subject, outputOf) === consumed) continue
    const how = takesInstead(site, value, right, `its value in world ${seed}`)
    return withSites(subject.task, [{ site, by: { $literal: value } }], how)
  }
  return undefined
}

/** Where no world gives another value, nothing can be stale. */
export const stale: Operator = ({ subject, reference }) =>
  sitesOf(subject.task).flatMap((site, place) => {
    const right = resolve(site.binding, reference.outputOf)
    return (right === undefined ? undefined : staleAt(place, site, right, subject, reference.outputOf)) ?? []
  })

const MAX_OTHERS = 2

const othersThan = (right: Json, { reference }: MutationContext): Json[] =>
  reference.calls
    .flatMap(({ result }) => leavesOf(result ?? null).map(({ value }) => value))
    .filter((value) => jsonTypeOf(value) === jsonTypeOf(right) && !holdsWithin(value, right))
    .filter((value) => stableJson(value) !== stableJson(right))

/** A gap filled with another value that a tool gave. */
export const gapOther: Operator = (context) =>
  sitesOf(context.subject.task)
    // The whole value of a gap: one of several that a calculation takes may change nothing.
    .filter(({ path }) => path.includes('$template') && path.at(-1) === 'is')
    .flatMap((site) => {
      const right = resolve(site.binding, context.reference.outputOf)
      if (right === undefined) return []
      return context.rng
        .shuffle(othersThan(right, context))
        .slice(0, MAX_OTHERS)
        .map((value) => {
          const how = takesInstead(site, value, right, 'another value of a result')
          return withSites(context.subject.task, [{ site, by: { $literal: value } }], how)
        })
    })
