import { isFrom, isPick } from '../../schema/binding.ts'
import { resolve, resolvePick } from '../../scoring/bindings.ts'
import { figureIn, numbersEqual } from '../../scoring/equality.ts'
import { leavesOf } from '../../scoring/evidence.ts'
import { occurrencesOf } from '../../scoring/texts/occurrences.ts'
import { topological } from '../../shared/dag.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import { quoteValue } from '../quote-value.ts'
import type { Mutant, MutationContext, Operator } from './operator.ts'
import { nameOfSite, siteValue } from './sites.ts'
import { type SlotSite, slotSitesOf } from './slot-sites.ts'
import { withSites } from './values.ts'

/** Rivals that are named beside one slot at most. */
const MOST = 3

interface Rival {
  binding: Json
  value: Json
}

/** What loses where a slot chooses. */
function losersOf(binding: Json, { gold: { outputOf } }: MutationContext): Rival[] {
  if (!isPick(binding)) return []
  const winners = (resolvePick(binding, outputOf) ?? []).map(stableJson)
  return binding.give.flatMap((item) => {
    const value = resolve(item, outputOf)
    return value === undefined || winners.includes(stableJson(value)) ? [] : [{ binding: item, value }]
  })
}

/** What the tool of a slot said at the same place when another step called it, before the slot is filled. */
function othersOf({ binding, consumer }: SlotSite, { subject: { task }, gold }: MutationContext): Rival[] {
  if (!isFrom(binding)) return []
  const steps = topological(task.expected_trace.steps)
  const end = steps.findIndex(({ step_id }) => step_id === consumer)
  const before = end < 0 ? steps : steps.slice(0, end)
  const tool = steps.find(({ step_id }) => step_id === binding.$from)?.tool_name
  return before
    .filter(({ step_id, tool_name }) => tool_name === tool && step_id !== binding.$from)
    .flatMap(({ step_id }) => {
      const other = { ...binding, $from: step_id }
      const value = resolve(other, gold.outputOf)
      // What the request says may be said in the answer as well.
      if (value === undefined || leavesOf(value).some((leaf) => stands(leaf.value, task.prompt))) return []
      return [{ binding: other, value }]
    })
}

const stands = (value: Json, text: string): boolean =>
  occurrencesOf({ value, isCaseFree: true }, text).length > 0

const figureOf = (value: Json): number | undefined =>
  typeof value === 'string' ? figureIn(value) : typeof value === 'number' ? value : undefined

function isOneFigure(one: Json, other: Json): boolean {
  const [expected, actual] = [figureOf(one), figureOf(other)]
  return expected !== undefined && actual !== undefined && numbersEqual(expected, actual)
}

const isWorthNaming = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

function rivalsOf(site: SlotSite, slots: readonly SlotSite[], context: MutationContext): Rival[] {
  const right = slots
    .filter(
      ({ consumer, pointer }) =>
        consumer === site.consumer && (consumer === null || pointer === site.pointer),
    )
    .map(({ binding }) => resolve(binding, context.gold.outputOf) ?? null)
  // `$647.50` beside `6.475e+02` is one figure written twice.
  const isRight = (value: Json): boolean =>
    right.some((own) => stableJson(own) === stableJson(value) || isOneFigure(own, value))
  return [...losersOf(site.binding, context), ...othersOf(site, context)].filter(
    ({ value }) => isWorthNaming(value) && !isRight(value),
  )
}

/** The slot with a rival behind it: an item more of its text, or a list in its place. */
function withRival(site: SlotSite, rival: Json, { subject: { task } }: MutationContext, how: string): Mutant {
  if (site.kind === 'answer' && !site.path.includes('$text')) {
    return withSites(task, [{ site, by: [site.binding, rival] }], how)
  }
  const place = site.path.lastIndexOf('$text')
  const path = site.path.slice(0, place + 1)
  const parts = siteValue(task, { ...site, path }) as Json[]
  const at = Number(site.path[place + 1])
  const by = [...parts.slice(0, at + 1), ' and ', rival, ...parts.slice(at + 1)]
  return withSites(task, [{ site: { ...site, path }, by }], how)
}

const operatorOf = (name: Operator['name'], kind: SlotSite['kind']): Operator => ({
  name,
  mutants(context) {
    const slots = slotSitesOf(context.subject.task)
    return slots
      .filter((site) => site.kind === kind)
      .flatMap((site) =>
        context.rng
          .shuffle(rivalsOf(site, slots, context))
          .slice(0, MOST)
          .map(({ binding, value }) =>
            withRival(site, binding, context, `${nameOfSite(site)} names ${quoteValue(value)} as well`),
          ),
      )
  },
})

/** A value of the answer with another one beside it that answers the same question. */
export const answerPlusRival = operatorOf('answer-plus-rival', 'answer')

/** A value of a text with another one beside it that answers the same question. */
export const textPlusRival = operatorOf('text-plus-rival', 'text')
