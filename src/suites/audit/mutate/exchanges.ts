import type { Task } from '../../../schema/task.ts'
import { asksForLine } from '../../../scoring/answers/line.ts'
import { isObject, type Json, stableJson } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { resolve } from '../../../tasks/bindings.ts'
import { ANSWER, consumersOf } from '../bound-values.ts'
import { quoteValue } from '../quote-value.ts'
import type { Mutant, MutationContext, Operator } from './operator.ts'
import { jsonTypeOf, nameOfSite, type Site, sitesOf, withSites } from './sites.ts'

/** Pairs of values that are exchanged in one task at most. */
const MAX_EXCHANGES = 12

interface Filled {
  site: Site
  value: Json
}

/** Whether two steps are one step of the suite, done for two items: which is done first does not matter. */
const areCopies = (one: string, other: string): boolean =>
  one !== other && one.includes('.') && one.replace(/\.\d+$/, '') === other.replace(/\.\d+$/, '')

const pairsOf = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((one, i) => items.slice(i + 1).map((other): [T, T] => [one, other]))

function chosen(pairs: readonly [Filled, Filled][], rng: Rng): [Filled, Filled][] {
  const isNear = ([one, other]: [Filled, Filled]): boolean => one.site.consumer === other.site.consumer
  const near = rng.shuffle(pairs.filter(isNear))
  const far = rng.shuffle(pairs.filter((pair) => !isNear(pair)))
  return [...near, ...far].slice(0, MAX_EXCHANGES)
}

type Whereabouts = 'in-answer' | 'in-template' | 'in-prose' | 'apart'

const keyOf = ({ consumer, pointer }: Site): string => stableJson([consumer, pointer])

function whereaboutsOf(one: Site, other: Site): Whereabouts {
  if (one.consumer === ANSWER && other.consumer === ANSWER) return 'in-answer'
  if (keyOf(one) !== keyOf(other)) return 'apart'
  // Prose is graded by the presence of its values: nobody sees two of them exchanged.
  if (one.path.includes('$text')) return 'in-prose'
  return one.path.includes('$template') ? 'in-template' : 'apart'
}

/** Whether two values are operands of one sum, mean, minimum, maximum or count, whose order changes nothing. */
function areOperands(task: Task, one: Site, other: Site): boolean {
  const path = one.path.slice(0, -1)
  if (one.consumer !== other.consumer || path.join('\0') !== other.path.slice(0, -1).join('\0')) return false
  const whole = consumersOf(task).find(({ name }) => name === one.consumer)?.value
  const calc = path.slice(0, -1).reduce<Json | undefined>((value, key) => Object(value)[key], whole)
  return path.at(-1) === 'of' && isObject(calc) && calc.$calc !== undefined && calc.$calc !== 'difference'
}

/** Two bound values of one JSON type exchanged: both in the answer, both in one template, or anywhere else. */
function exchanges({ subject: { task }, reference, rng }: MutationContext, where: Whereabouts): Mutant[] {
  const filled = sitesOf(task).flatMap((site): Filled[] => {
    const value = resolve(site.binding, reference.outputOf)
    return value === undefined ? [] : [{ site, value }]
  })
  const isOnly = ({ site }: Filled): boolean =>
    filled.filter((one) => one.site.consumer === site.consumer).length === 1
  const pairs = pairsOf(filled).filter(
    ([one, other]) =>
      whereaboutsOf(one.site, other.site) === where &&
      !(areCopies(one.site.consumer, other.site.consumer) && isOnly(one) && isOnly(other)) &&
      jsonTypeOf(one.value) === jsonTypeOf(other.value) &&
      stableJson(one.site.binding) !== stableJson(other.site.binding) &&
      !areOperands(task, one.site, other.site),
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

export const swap: Operator = (context) => exchanges(context, 'apart')

export const answerSwap: Operator = (context) =>
  asksForLine(context.subject.task.prompt) ? exchanges(context, 'in-answer') : []

export const gapSwap: Operator = (context) => exchanges(context, 'in-template')
