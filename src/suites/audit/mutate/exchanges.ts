import { type From, listSources } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { asksForLine } from '../../../scoring/answers/line.ts'
import { isObject, type Json, stringifyStably } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { resolve } from '../../../tasks/bindings.ts'
import { ANSWER, listConsumers } from '../bound-values.ts'
import { quoteValue } from '../quote-value.ts'
import { createRequiredBefore } from './equivalent.ts'
import type { Mutant, MutationContext, Operator } from './operator.ts'
import { changeSites, describeJsonType, listSites, nameOfSite, replaceAtPath, type Site } from './sites.ts'

/** Pairs of values that are exchanged in one task at most. */
const MAX_EXCHANGES = 12

interface Filled {
  site: Site
  value: Json
}

/** Whether two steps are one step of the suite, done for two items: which is done first does not matter. */
const areCopies = (one: string, other: string): boolean =>
  one !== other && one.includes('.') && one.replace(/\.\d+$/, '') === other.replace(/\.\d+$/, '')

const listPairs = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((one, i) => items.slice(i + 1).map((other): [T, T] => [one, other]))

function choosePairs(pairs: readonly [Filled, Filled][], rng: Rng): [Filled, Filled][] {
  const isNear = ([one, other]: [Filled, Filled]): boolean => one.site.consumer === other.site.consumer
  const near = rng.shuffle(pairs.filter(isNear))
  const far = rng.shuffle(pairs.filter((pair) => !isNear(pair)))
  return [...near, ...far].slice(0, MAX_EXCHANGES)
}

type Whereabouts = 'in-answer' | 'in-template' | 'in-prose' | 'apart'

const buildSiteKey = ({ consumer, pointer }: Site): string => stringifyStably([consumer, pointer])

function classifyWhereabouts(one: Site, other: Site): Whereabouts {
  if (one.consumer === ANSWER && other.consumer === ANSWER) return 'in-answer'
  if (buildSiteKey(one) !== buildSiteKey(other)) return 'apart'
  // Prose is graded by the presence of its values: nobody sees two of them exchanged.
  if (one.path.includes('$text')) return 'in-prose'
  return one.path.includes('$template') ? 'in-template' : 'apart'
}

/** Whether two values are operands of one sum, mean, minimum, maximum or count, whose order changes nothing. */
function areOperands(task: Task, one: Site, other: Site): boolean {
  const path = one.path.slice(0, -1)
  if (one.consumer !== other.consumer || path.join('\0') !== other.path.slice(0, -1).join('\0')) return false
  const whole = listConsumers(task).find(({ name }) => name === one.consumer)?.value
  const calc = path.slice(0, -1).reduce<Json | undefined>((value, key) => Object(value)[key], whole)
  return path.at(-1) === 'of' && isObject(calc) && calc.$calc !== undefined && calc.$calc !== 'difference'
}

/**
 * Whether an exchange only makes two calls of one tool in the other order, such as two deletions of which nothing is taken.
 * Where the order of the two counts, the values go to other calls, and it does not.
 */
function makesTheSameCalls(task: Task, one: Site, other: Site): boolean {
  const [a, b] = [one, other].map(({ consumer }) =>
    task.expected_trace.steps.find(({ step_id }) => step_id === consumer),
  )
  if (a === undefined || b === undefined || a === b || a.tool_name !== b.tool_name) return false
  const before = createRequiredBefore(task)
  const isTied =
    before(a).includes(b.step_id) ||
    before(b).includes(a.step_id) ||
    listConsumers(task).some(({ value }) =>
      listSources(value).some(({ $from }) => $from === a.step_id || $from === b.step_id),
    )
  const becomes = (step: Step, { path }: Site, by: From, wanted: Step): boolean =>
    stringifyStably(replaceAtPath(step.arguments, path, by as Json)) === stringifyStably(wanted.arguments)
  return !isTied && becomes(a, one, other.binding, b) && becomes(b, other, one.binding, a)
}

/** Two bound values of one JSON type exchanged: both in the answer, both in one template, or anywhere else. */
function mutateByExchange(
  { subject: { task }, reference, rng }: MutationContext,
  where: Whereabouts,
): Mutant[] {
  const filled = listSites(task).flatMap((site): Filled[] => {
    const value = resolve(site.binding, reference.outputOf)
    return value === undefined ? [] : [{ site, value }]
  })
  const isOnly = ({ site }: Filled): boolean =>
    filled.filter((one) => one.site.consumer === site.consumer).length === 1
  const pairs = listPairs(filled).filter(
    ([one, other]) =>
      classifyWhereabouts(one.site, other.site) === where &&
      !(areCopies(one.site.consumer, other.site.consumer) && isOnly(one) && isOnly(other)) &&
      describeJsonType(one.value) === describeJsonType(other.value) &&
      stringifyStably(one.site.binding) !== stringifyStably(other.site.binding) &&
      !areOperands(task, one.site, other.site) &&
      !makesTheSameCalls(task, one.site, other.site),
  )
  return choosePairs(pairs, rng).flatMap(([one, other]) =>
    changeSites(
      task,
      [
        { site: one.site, by: other.site.binding },
        { site: other.site, by: one.site.binding },
      ],
      `${quoteValue(one.value)} (${nameOfSite(one.site)}) and ${quoteValue(other.value)} (${nameOfSite(other.site)}) are exchanged`,
      reference.outputOf,
    ),
  )
}

export const swap: Operator = (context) => mutateByExchange(context, 'apart')

export const mutateBySwappingAnswers: Operator = (context) =>
  asksForLine(context.subject.task) ? mutateByExchange(context, 'in-answer') : []

export const mutateBySwappingGaps: Operator = (context) => mutateByExchange(context, 'in-template')
