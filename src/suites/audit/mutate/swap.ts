import { asksForLine } from '../../../scoring/answers/line.ts'
import { stableJson } from '../../../shared/json.ts'
import { quoteValue } from '../quote-value.ts'
import { areCopies, exchanges, pairsOf } from './exchange.ts'
import { type Mutant, type MutationContext, type Operator, withValues } from './operator.ts'

/** Two steps of one tool with each other's arguments. */
const argumentsExchanged = ({ subject: { task } }: MutationContext): Mutant[] =>
  pairsOf(task.expected_trace.steps)
    .filter(
      ([one, other]) =>
        one.tool_name === other.tool_name &&
        !areCopies(one.step_id, other.step_id) &&
        stableJson(one.arguments) !== stableJson(other.arguments),
    )
    .map(([one, other]) =>
      withValues(
        task,
        new Map([
          [one.step_id, other.arguments],
          [other.step_id, one.arguments],
        ]),
        `${one.step_id} has the arguments of ${other.step_id}, ${quoteValue(other.arguments)}, and vice versa`,
      ),
    )

/** Two bound values of different places exchanged, or the arguments of two steps. */
export const swap: Operator = {
  name: 'swap',
  mutants: (context) => [...exchanges(context, 'apart'), ...argumentsExchanged(context)],
}

/** Two values of the answer exchanged; in prose nobody sees that. */
export const answerSwap: Operator = {
  name: 'answer-swap',
  mutants: (context) => (asksForLine(context.subject.task.prompt) ? exchanges(context, 'in-answer') : []),
}
