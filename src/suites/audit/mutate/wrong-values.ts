import { type Calc, isPick, type Pick } from '../../../schema/binding.ts'
import { type Leaf, leavesOf } from '../../../scoring/evidence.ts'
import { type Json, stringifyStably } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { type OutputOf, resolve, resolveAll } from '../../../tasks/bindings.ts'
import { listNodes } from '../../load/nodes.ts'
import type { AuditSubject } from '../subject.ts'
import type { Mutant, MutationContext, Operator } from './operator.ts'
import {
  changeSites,
  describeJsonType,
  holdsWithin,
  listSelections,
  listSites,
  type Site,
  takesInstead,
} from './sites.ts'

/** Wrong places, or losing candidates, that are tried at one site. */
const MAX_WRONG = 6

const wildcardIndices = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/*')
const holds = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`)

/** Places of a result that hold a value of the same JSON type as the right place: the same field of other items first. */
function findSiblings(at: string, output: Json, rng: Rng): Leaf[] {
  const nodes = listNodes(output)
  const right = nodes.find(({ pointer }) => pointer === at)
  if (right === undefined) return []
  const others = nodes.filter(
    ({ pointer, value }) =>
      describeJsonType(value) === describeJsonType(right.value) && !holds(pointer, at) && !holds(at, pointer),
  )
  const isSameField = ({ pointer }: Leaf): boolean => wildcardIndices(pointer) === wildcardIndices(at)
  return rng.shuffle(others).sort((a, b) => Number(isSameField(b)) - Number(isSameField(a)))
}

/** The value of another place of the same result. */
function mutateToSiblings(site: Site, { subject: { task }, reference, rng }: MutationContext): Mutant[] {
  const { $from, at } = site.binding
  const output = reference.outputOf($from)
  const right = resolve(site.binding, reference.outputOf)
  if (output === undefined || right === undefined) return []
  const tried = findSiblings(at, output, rng).slice(0, MAX_WRONG)
  return tried.flatMap(({ pointer }) => {
    const other = { ...site.binding, at: pointer }
    const wrong = resolve(other, reference.outputOf)
    if (wrong === undefined || (site.path.includes('$text') && holdsWithin(wrong, right))) return []
    const how = takesInstead(site, wrong, right, `${$from} ${pointer}`)
    return changeSites(task, [{ site, by: other }], how, reference.outputOf)
  })
}

/** What a selection could give instead: each `give`, or each number that it looks at. */
function listCandidates(binding: Pick | Calc, { reference }: MutationContext): Json[] {
  if (isPick(binding)) return binding.give
  return binding.of.flatMap((item) =>
    leavesOf(resolve(item, reference.outputOf) ?? []).map(({ value }) => value),
  )
}

function mutateToLosingCandidates(site: Site<Pick | Calc>, context: MutationContext): Mutant[] {
  const { subject, reference, rng } = context
  const winners = resolveAll(site.binding, reference.outputOf)
  const [right] = winners
  if (right === undefined) return []
  const losing = listCandidates(site.binding, context).flatMap((by) => {
    const wrong = resolve(by, reference.outputOf)
    return wrong === undefined || winners.includes(wrong) ? [] : [{ by, wrong }]
  })
  return rng
    .shuffle(losing)
    .slice(0, MAX_WRONG)
    .flatMap(({ by, wrong }) => {
      const how = takesInstead(site, wrong, right, 'a candidate that loses')
      return changeSites(subject.task, [{ site, by }], how, reference.outputOf)
    })
}

/** A value from the wrong place of the right result, or the wrong candidate of a selection. */
export const mutateToWrongBranch: Operator = (context) => [
  ...listSites(context.subject.task).flatMap((site) => mutateToSiblings(site, context)),
  ...listSelections(context.subject.task).flatMap((site) => mutateToLosingCandidates(site, context)),
]

/** Worlds in which another value is looked for. */
const SEEDS = 8

/**
 * A bound value takes what the same step gives in another world. A selection may give the same with another value among
 * its candidates: such a value spoils nothing, and a further world is tried.
 */
function mutateToStaleAt(
  place: number,
  site: Site,
  right: Json,
  subject: AuditSubject,
  outputOf: OutputOf,
): Mutant[] {
  for (const seed of subject.listSeeds(SEEDS + 1).slice(1)) {
    const other = subject.runReference(seed)
    // An item of a list may stand elsewhere there.
    const there = listSites(subject.worlds.find(seed)?.task ?? subject.task)[place]
    const value = other.ok && there ? resolve(there.binding, other.run.outputOf) : undefined
    if (value === undefined || describeJsonType(value) !== describeJsonType(right)) continue
    const how = takesInstead(site, value, right, `its value in world ${seed}`)
    const spoilt = changeSites(subject.task, [{ site, by: { $literal: value } }], how, outputOf)
    if (spoilt.length > 0) return spoilt
  }
  return []
}

/** Where no world gives another value, nothing can be stale. */
export const mutateToStale: Operator = ({ subject, reference }) =>
  listSites(subject.task).flatMap((site, place) => {
    const right = resolve(site.binding, reference.outputOf)
    return right === undefined ? [] : mutateToStaleAt(place, site, right, subject, reference.outputOf)
  })

const MAX_OTHERS = 2

const listOtherValues = (right: Json, { reference }: MutationContext): Json[] =>
  reference.calls
    .flatMap(({ result }) => leavesOf(result ?? null).map(({ value }) => value))
    .filter((value) => describeJsonType(value) === describeJsonType(right) && !holdsWithin(value, right))
    .filter((value) => stringifyStably(value) !== stringifyStably(right))

/** A gap filled with another value that a tool gave. */
export const mutateToOtherGapValues: Operator = (context) =>
  listSites(context.subject.task)
    // The whole value of a gap: one of several that a calculation takes may change nothing.
    .filter(({ path }) => path.includes('$template') && path.at(-1) === 'is')
    .flatMap((site) => {
      const right = resolve(site.binding, context.reference.outputOf)
      if (right === undefined) return []
      return context.rng
        .shuffle(listOtherValues(right, context))
        .slice(0, MAX_OTHERS)
        .flatMap((value) => {
          const how = takesInstead(site, value, right, 'another value of a result')
          return changeSites(
            context.subject.task,
            [{ site, by: { $literal: value } }],
            how,
            context.reference.outputOf,
          )
        })
    })
