import { type Mutant, type Operator, withMoves } from './operator.ts'
import { requiredBefore } from './required-before.ts'
import { inTurn, movesOf } from './script.ts'

/** A consumer is called before its producer, or at once with it, with the value that the producer will give. */
export const reversedEdge: Operator = {
  name: 'reversed-edge',
  mutants({ subject: { task } }) {
    const moves = movesOf(task)
    const before = requiredBefore(task)
    return task.expected_trace.steps.flatMap((step) =>
      before(step).flatMap((producer): Mutant[] => {
        const consumer = moves.find((move) => move.step === step.step_id)
        if (consumer === undefined) return []
        const rest = moves.filter((move) => move !== consumer)
        const at = rest.findIndex((move) => move.step === producer)
        if (at < 0) return []
        const earlier = rest.toSpliced(at, 0, consumer)
        const atOnce = inTurn(rest)
        atOnce[at]?.push(consumer)
        return [
          withMoves(task, earlier, `${step.step_id} is called before ${producer}`),
          {
            ...withMoves(task, rest, `${step.step_id} is called in one turn with ${producer}`),
            turns: atOnce,
          },
        ]
      }),
    )
  },
}
