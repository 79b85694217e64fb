import { resolve } from '../../scoring/bindings.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'
import { quoteValue } from '../quote-value.ts'
import { type Mutant, type MutationContext, type Operator, withValues } from './operator.ts'
import { nameOfSite, type Site, sitesOf } from './sites.ts'
import { typeOf, withSites } from './values.ts'

/** Pairs of values that are exchanged in one task at most. */
const MOST = 12

interface Filled {
  site: Site
  value: Json
}

const pairsOf = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((one, i) => items.slice(i + 1).map((other): [T, T] => [one, other]))

/** The pairs to try: those of one consumer first. */
function chosen(pairs: readonly [Filled, Filled][], rng: Rng): [Filled, Filled][] {
  const isNear = ([one, other]: [Filled, Filled]): boolean => one.site.consumer === other.site.consumer
  const near = rng.shuffle(pairs.filter(isNear))
  const far = rng.shuffle(pairs.filter((pair) => !isNear(pair)))
  return [...near, ...far].slice(0, MOST)
}

/** Two bound values of one JSON type exchanged. */
function valuesExchanged({ subject: { task }, gold, rng }: MutationContext): Mutant[] {
  const filled = sitesOf(task).flatMap((site): Filled[] => {
    const value = resolve(site.binding, gold.outputOf)
    return value === undefined ? [] : [{ site, value }]
  })
  const pairs = pairsOf(filled).filter(
    ([one, other]) =>
      typeOf(one.value) === typeOf(other.value) &&
      stableJson(one.site.binding) !== stableJson(other.site.binding),
  )
  return chosen(pairs, rng).map(([one, other]) =>
    withSites(
      task,
      [
        { site: one.site, by: other.site.binding },
        { site: other.site, by: one.site.binding },
      ],
      `${quoteValue(one.value)} (${nameOfSite(one.site)}) and ${quoteValue(other.value)} (${nameOfSite(other.site)}) are exchanged`,
    ),
  )
}

/** Two steps of one tool with each other's arguments. */
const argumentsExchanged = ({ subject: { task } }: MutationContext): Mutant[] =>
  pairsOf(task.expected_trace.steps)
    .filter(
      ([one, other]) =>
        one.tool_name === other.tool_name && stableJson(one.arguments) !== stableJson(other.arguments),
    )
    .map(([one, other]) =>
      withValues(
        task,
        new Map([
          [one.step_id, other.arguments],
          [other.step_id, one.arguments],
        ]),
        `${one.step_id} has the arguments of ${other.step_id}, ${quoteValue(other.arguments)}, and the other way round`,
      ),
    )

/** Two bound values exchanged, or the arguments of two steps. */
export const swap: Operator = {
  name: 'swap',
  mutants: (context) => [...valuesExchanged(context), ...argumentsExchanged(context)],
}
