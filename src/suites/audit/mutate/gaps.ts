import { sourcesOf } from '../../../schema/binding.ts'
import { asksForLine } from '../../../scoring/answers/line.ts'
import { resolve } from '../../../scoring/bindings.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import { exchanges } from './exchange.ts'
import { type MutationContext, type Operator, withMoves } from './operator.ts'
import { movesOf } from './script.ts'
import { sitesOf } from './sites.ts'
import { holdsWithin, jsonTypeOf, takesInstead, withSites } from './values.ts'

/** Other values that are tried in one gap at most. */
const MAX_OTHERS = 2

/** Two values of one template exchanged. */
export const gapSwap: Operator = {
  name: 'gap-swap',
  mutants: (context) => exchanges(context, 'in-template'),
}

/** Leaves of all results that have the type of a value and neither are nor hold it. */
const othersThan = (right: Json, { gold }: MutationContext): Json[] =>
  gold.calls
    .flatMap(({ result }) => leavesOf(result ?? null).map(({ value }) => value))
    .filter((value) => jsonTypeOf(value) === jsonTypeOf(right) && !holdsWithin(value, right))
    .filter((value) => stableJson(value) !== stableJson(right))

/** A gap filled with another value that a tool gave. */
export const gapOther: Operator = {
  name: 'gap-other',
  mutants: (context) =>
    sitesOf(context.subject.task)
      // The whole value of a gap: one of several that a calculation takes may change nothing.
      .filter(({ path }) => path.includes('$template') && path.at(-1) === 'is')
      .flatMap((site) => {
        const right = resolve(site.binding, context.gold.outputOf)
        if (right === undefined) return []
        return context.rng
          .shuffle(othersThan(right, context))
          .slice(0, MAX_OTHERS)
          .map((value) =>
            withSites(
              context.subject.task,
              [{ site, by: { $literal: value } }],
              takesInstead(site, value, right, 'another value of a result'),
            ),
          )
      }),
}

/** The reply without its answer line. */
export const lineDropped: Operator = {
  name: 'line-dropped',
  mutants({ subject: { task } }) {
    const { expected_final_answer: answer, prompt } = task
    if (answer === undefined || sourcesOf(answer).length === 0 || !asksForLine(prompt)) return []
    return [{ ...withMoves(task, movesOf(task), 'the answer line is left out'), answer: undefined }]
  },
}
